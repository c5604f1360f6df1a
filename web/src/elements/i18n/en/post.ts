/** What is said beside the tag of a figure. */
export const post = {
  title: 'Put it in your post',
  /** What comes with the tag. */
  text: 'This tag shows what is on the screen now: the model, the text, the head, the view, what you picked. Generating and training begin anew in it.',
  tag: 'The tag',
  /** The folder `dist` of the npm package. */
  script:
    'Once in the page, before the first figure (the folder is dist of the npm package glassformer, under this name):',
  scriptTag: 'The lines that define the tags and keep their room',
  copy: 'Copy',
  copyOf: (what: string) => `Copy: ${what}`,
  copied: 'Copied.',
  copyFailed: 'The browser does not allow it: copy the marked text.',
  preview: 'What the tag shows',
  close: 'Close',
  /** @param names properties */
  lacking: (names: readonly string[]) =>
    `No tag alone can show this figure: a script of this page gives it its numbers (${names.join(', ')}). “Live page” in the same menu saves it with them.`,
  /** @param character as U+0000 */
  notHeld: (character: string) =>
    `No tag can show this figure: its text has the control character ${character}, which HTML cannot hold. “Live page” in the same menu saves it with that.`,
};
