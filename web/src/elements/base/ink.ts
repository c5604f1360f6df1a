/**
 * An element around content of the page has the page's text colour. This puts an element with the colour of figures' text into its
 * shadow root, where the figures inside find it.
 */
export function inkIn(root: HTMLElement | DocumentFragment): Element {
  const known = root.querySelector('.ink');
  if (known !== null) return known;
  const ink = document.createElement('i');
  ink.className = 'ink';
  ink.hidden = true;
  // Before the root of the template, which leaves it alone.
  root.prepend(ink);
  return ink;
}
