import { describe, expect, test } from 'vitest';
import { en, zh } from '../words.ts';
import type {
  Verification,
  VerifiedActivation,
  VerifiedText,
} from '../../../web/src/shared/verification-types.ts';
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

const tensor = (count: number, largest: number, share: number): VerifiedActivation => ({
  name: 'logits',
  shape: [10],
  count,
  largest,
  share,
  agrees: share <= 1,
});

const text = (found: string | null): VerifiedText => ({
  text: 'a',
  expected: 'b',
  expectedIds: null,
  found,
  foundIds: null,
  agrees: found === null ? null : found === 'b',
});

test('a comparison comes to how much was compared, the worst of it, and what is off', () => {
  expect(
    summaryOf({
      ...kNothing,
      activations: [tensor(10, 2e-6, 0.1), tensor(4, 1e-6, 1), tensor(3, 2e-2, 1.2)],
      generated: [text('b'), text(null), text('c')],
    }),
  ).toEqual({ tensors: 3, numbers: 17, largest: 2e-2, share: 1.2, off: 1, texts: 2, textsOff: 1 });
});

test('an empty list has nothing that is off', () => {
  expect(summaryOf(kNothing)).toEqual({
    tensors: 0,
    numbers: 0,
    largest: 0,
    share: 0,
    off: 0,
    texts: 0,
    textsOff: 0,
  });
});

describe('a comparison in one sentence', () => {
  const all: Verification = {
    ...kNothing,
    computedBy: 'PyTorch 1.13.0a0 in float64',
    activations: [tensor(10, 2.6e-6, 0.05), tensor(4, 1e-6, 0.3)],
    generated: [text('b')],
  };

  test.each<[what: string, found: Verification, english: string, chinese: string]>([
    [
      'all of it agrees',
      all,
      '14 numbers of 2 tensors agree with PyTorch 1.13.0a0 in float64: they differ by 2.60×10⁻⁶ at most, and no difference takes more than 30.0% of what is allowed for its number; tokens and texts are the same.',
      '2 个张量的 14 个数与存档结果（PyTorch 1.13.0a0，双精度 float64）一致：差值最大为 2.60×10⁻⁶；每个差值至多占其容许误差的 30.0%；词元和写出的文字也相同。',
    ],
    [
      'numbers alone were compared',
      { ...all, tokensAgree: null, generated: [text(null)] },
      '14 numbers of 2 tensors agree with PyTorch 1.13.0a0 in float64: they differ by 2.60×10⁻⁶ at most, and no difference takes more than 30.0% of what is allowed for its number.',
      '2 个张量的 14 个数与存档结果（PyTorch 1.13.0a0，双精度 float64）一致：差值最大为 2.60×10⁻⁶；每个差值至多占其容许误差的 30.0%。',
    ],
    [
      'texts alone were compared',
      { ...all, tokensAgree: null, activations: [] },
      'The texts are the same as with PyTorch 1.13.0a0 in float64.',
      '写出的文字与存档结果（PyTorch 1.13.0a0，双精度 float64）相同。',
    ],
    [
      'none of it agrees',
      {
        ...all,
        computedBy: 'my own program',
        agrees: false,
        tokensAgree: false,
        activations: [tensor(3, 2e-2, 1.2)],
        generated: [text('c'), text(null)],
      },
      'Not the same as my own program: 1 of 1 tensors further off than is allowed; the text has other tokens; 1 of 1 texts different.',
      '与存档结果（my own program）不一致：1 个张量中有 1 个超出容许误差；文字的词元不同；1 段文字中有 1 段不同。',
    ],
    [
      'tokens are not among what differs where they were not compared',
      { ...all, agrees: false, tokensAgree: null, generated: [text('c')] },
      'Not the same as PyTorch 1.13.0a0 in float64: 1 of 1 texts different.',
      '与存档结果（PyTorch 1.13.0a0，双精度 float64）不一致：1 段文字中有 1 段不同。',
    ],
  ])('%s', (_, found, english, chinese) => {
    expect(en.proof.said(found)).toBe(english);
    expect(zh.proof.said(found)).toBe(chinese);
  });
});
