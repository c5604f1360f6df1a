/**
 * An element of the colour of figures' text in the shadow root of one around content of the page, whose own colour is the
 * page's: for those inside that ask for the colour around them.
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
