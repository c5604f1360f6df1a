/** The JavaScript under a figure. */
export const recipe = {
  /** A comment of the code, which is written in English. */
  comment: (english: string) => english,
  summary: 'JavaScript',
  copy: 'Copy',
  copied: 'Copied.',
  failed: 'It could not be copied: select the text instead.',
};
