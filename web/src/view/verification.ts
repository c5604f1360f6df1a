/** What a comparison with PyTorch comes to. */
import type { Verification } from '../shared/verification-types.ts';

export interface VerificationSummary {
  readonly tensors: number;
  /** That were compared, of all tensors. */
  readonly numbers: number;
  readonly largest: number;
  /** The largest share of what is allowed. */
  readonly share: number;
  /** Tensors that are further off than is allowed. */
  readonly off: number;
  /** That were compared. */
  readonly texts: number;
  readonly textsOff: number;
}

export function summaryOf({ activations, generated }: Verification): VerificationSummary {
  return {
    tensors: activations.length,
    numbers: activations.reduce((sum, { count }) => sum + count, 0),
    largest: Math.max(0, ...activations.map(({ largest }) => largest)),
    share: Math.max(0, ...activations.map(({ share }) => share)),
    off: activations.filter(({ agrees }) => !agrees).length,
    texts: generated.filter(({ agrees }) => agrees !== null).length,
    textsOff: generated.filter(({ agrees }) => agrees === false).length,
  };
}
