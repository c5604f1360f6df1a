/** Pictures of figures for where no script may run: in a page that was saved, and in an author's post. */

/** The attribute of what holds a picture, inside the tag of its figure. */
export const kPictureMark = 'data-glassformer-still';

/** They say nothing without their script. */
export const kWithoutPicture: readonly string[] = [
  'glass-model',
  'glass-save',
  'glass-input',
  'glass-changes',
];
