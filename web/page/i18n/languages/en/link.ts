/** What a link names and the page does not have: fetched when a link does. */
export const link = {
  lost: (choices: readonly string[]) =>
    `Not all that this link asks for could be taken: ${choices.join(', ')}. The page shows the rest.`,
  close: 'Close',
};
