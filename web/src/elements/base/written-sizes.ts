/** Sizes of what an author writes into attributes beside a matrix: what has no place in it is refused, not left out. */
import type { Tensor } from '../../shared/run-types.ts';
import type { Label } from '../../view/label.ts';
import { maskOf, type Matrix } from '../../view/matrix.ts';
import { refuse } from './attributes.ts';

/** Throws where an attribute has more labels than there are rows, or columns, for them. */
export function checkLabels(
  element: HTMLElement,
  attribute: string,
  labels: readonly Label[] | null,
  count: number,
): void {
  if (labels === null || labels.length <= count || !element.hasAttribute(attribute)) return;
  refuse(attribute, `a list of at most ${count}`, `a list of ${labels.length}`);
}

/** Throws where the attribute `mask` does not fit what it hides. */
export function checkMask(
  element: HTMLElement,
  mask: Tensor | null,
  head: number,
  matrix: Matrix,
): void {
  if (mask === null || !element.hasAttribute('mask') || maskOf(mask, head, matrix) !== null) return;
  const found = mask.shape.join(' × ');
  refuse('mask', `of the shape ${matrix.rows} × ${matrix.columns}`, found);
}
