/** The JavaScript under a figure. */
export const recipe = {
  summary: 'JavaScript',
  copy: 'Copy',
  copied: 'Copied.',
  failed: 'It could not be copied: select the text instead.',
};
