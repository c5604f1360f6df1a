/** Results that are numbers: what sums too large for 32-bit floats become is refused, and never drawn. */
import { GlassformerError } from '../shared/error.ts';
import { firstNotFinite } from '../shared/finite.ts';
import type { Tensor } from '../shared/run-types.ts';

/** Scores with masks added; `raw_scores` are without. */
const isScores = (name: string) => name.split('.').at(-1) === 'scores';

/** `given`: what was given that may be too large. */
export function checkFinite(results: Readonly<Record<string, Tensor>>, given: string): void {
  for (const [name, { data }] of Object.entries(results)) {
    const wrong = firstNotFinite(data, { mayBeMasked: isScores(name) });
    if (wrong === undefined) continue;
    throw new GlassformerError(
      'InvalidArgument',
      `${name} holds ${Number.isNaN(wrong) ? 'NaN' : 'infinity'}; expected ${given} whose sums and products are finite`,
      { details: { kind: 'notFinite', name } },
    );
  }
}
