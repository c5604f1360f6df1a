/** The texts that an element shows, one for each text of its own; figures inside it are left to themselves. */
import { isElement, isText } from '../node-kinds.ts';
import { seenChildren } from './composed.ts';

export function shownTexts(root: Element): string[] {
  return seenChildren(root).flatMap((child) => {
    if (isText(child))
      return child.data.trim() === '' ? [] : [child.data.replace(/\s+/g, ' ').trim()];
    if (!isElement(child) || isFigure(child) || getComputedStyle(child).display === 'none')
      return [];
    return shownTexts(child);
  });
}

/** Figures directly inside: not those inside of those. */
export function innerFigures(root: Element): Element[] {
  return seenChildren(root).flatMap((child) => {
    if (!isElement(child)) return [];
    return isFigure(child) ? [child] : innerFigures(child);
  });
}

/** By what it can do: tags of others may begin as ours do, and this file knows no class. */
function isFigure(element: Element): boolean {
  return 'figureTitle' in element;
}
