/** The texts that an element shows, one for each text of its own; figures inside it are left to themselves. */
import { seenChildren } from './composed.ts';

export function shownTexts(root: Element): string[] {
  return seenChildren(root).flatMap((child) => {
    if (child instanceof Text)
      return child.data.trim() === '' ? [] : [child.data.replace(/\s+/g, ' ').trim()];
    if (
      !(child instanceof Element) ||
      isFigure(child) ||
      getComputedStyle(child).display === 'none'
    )
      return [];
    return shownTexts(child);
  });
}

/** Figures directly inside: not those inside of those. */
export function innerFigures(root: Element): Element[] {
  return seenChildren(root).flatMap((child) => {
    if (!(child instanceof Element)) return [];
    return isFigure(child) ? [child] : innerFigures(child);
  });
}

/** By what it can do: tags of others may begin as ours do, and this file knows no class. */
function isFigure(element: Element): boolean {
  return 'figureTitle' in element;
}
