/** Sizes of what an author writes into attributes beside a matrix: what has no place in it is refused, not left out. */
import type { Tensor } from '../../shared/run-types.ts';
import type { Label } from '../../view/label.ts';
import { headsOf, matrixOf } from '../../view/matrix.ts';
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

/** Throws where the attribute `mask` does not fit what it hides: a matrix of the same shape for each head, or one for all. */
export function checkMask(element: HTMLElement, mask: Tensor | null, values: Tensor): void {
  if (mask === null || !element.hasAttribute('mask')) return;
  const [{ rows, columns }, own] = [matrixOf(values), matrixOf(mask)];
  const isOfEach = headsOf(mask) === headsOf(values) || headsOf(mask) === 1;
  if (isOfEach && own.rows === rows && own.columns === columns) return;
  refuse('mask', `of the shape ${values.shape.join(' × ')}`, mask.shape.join(' × '));
}
