/** What a link names and the page does not have: fetched when a link does. */
export const link = {
  /** `more`: how many there are besides. */
  lost: (choices: readonly string[], more: number) =>
    `Not all that this link asks for could be taken: ${choices.join(', ')}${more > 0 ? ` and ${more} more` : ''}. The page shows the rest.`,
  close: 'Close',
};
