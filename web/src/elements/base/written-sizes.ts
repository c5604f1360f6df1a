/** Sizes of what an author gives beside a matrix: what has no place in it is refused, not left out. */
import type { Tensor } from '../../shared/run-types.ts';
import type { Label } from '../../view/label.ts';
import { headsOf, maskOf, matrixOf } from '../../view/matrix.ts';
import { refuse } from './attributes.ts';

/** Throws where there are more labels than rows, or columns, for them. */
export function checkLabels(
  attribute: string,
  labels: readonly Label[] | null,
  count: number,
): void {
  if (labels === null || labels.length <= count) return;
  refuse(attribute, `a list of at most ${count}`, `a list of ${labels.length}`);
}

/** Throws where a mask does not fit what it hides: a matrix of the same shape for each head, or one for all. */
export function checkMask(mask: Tensor | null, values: Tensor): void {
  if (mask === null) return;
  const isOfEach = headsOf(mask) === headsOf(values) || headsOf(mask) === 1;
  if (isOfEach && maskOf(mask, 0, matrixOf(values)) !== null) return;

  refuse('mask', `of the shape ${values.shape.join(' × ')}`, mask.shape.join(' × '));
}
