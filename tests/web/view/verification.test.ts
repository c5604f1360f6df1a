import { expect, test } from 'vitest';
import type { Verification } from '../../../web/src/shared/types.ts';
import { summaryOf } from '../../../web/src/view/verification.ts';

const kNothing: Verification = {
  computedBy: 'PyTorch',
  tolerance: { absolute: 1e-5, relative: 1e-5 },
  text: '',
  tokensAgree: true,
  activations: [],
  generated: [],
  agrees: true,
};

test('a comparison comes to how much was compared, the worst of it, and what is off', () => {
  const tensor = (count: number, largest: number, share: number) => ({
    name: 'logits',
    shape: [10],
    count,
    largest,
    share,
    agrees: share <= 1,
  });
  const text = (found: string) => ({ text: 'a', expected: 'b', found, agrees: found === 'b' });
  expect(
    summaryOf({
      ...kNothing,
      activations: [tensor(10, 2e-6, 0.1), tensor(4, 1e-6, 1), tensor(3, 2e-2, 1.2)],
      generated: [text('b'), text('c')],
    }),
  ).toEqual({ tensors: 3, numbers: 17, largest: 2e-2, share: 1.2, off: 1, textsOff: 1 });
});

test('of nothing, nothing is off', () => {
  expect(summaryOf(kNothing)).toEqual({
    tensors: 0,
    numbers: 0,
    largest: 0,
    share: 0,
    off: 0,
    textsOff: 0,
  });
});
