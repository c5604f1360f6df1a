/** What is said beside the tag of a figure, and where it cannot be kept as a page. */
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
  /** @param src as ./my-model/ */
  folder: (src: string) =>
    `Its model is in files of yours: put them into a folder beside your post, at ${src}, where the tag looks for them.`,
  /** @param canBePage whether a page can hold it */
  lacking: (canBePage: boolean) =>
    `No tag alone can show this figure: a script of this page gives it what it shows.${canBePage ? ' “Live page” in the same menu saves it with that.' : ''}`,
  /** @param character as U+0000 */
  notHeld: (character: string, canBePage: boolean) =>
    `No tag can show this figure: its text has the control character ${character}, which HTML cannot hold.${canBePage ? ' “Live page” in the same menu saves it with that.' : ''}`,
  /** Why there is no page. */
  notCome: 'The figure’s model has not been loaded yet: a page can be saved once it is there.',
  unknownFiles:
    'No page can hold this figure: a script has given it its model, whose files are not known here.',
  filesGone: 'The files of this figure’s model can no longer be read: open the model again.',
};
