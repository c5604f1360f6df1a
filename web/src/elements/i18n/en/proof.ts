/** The comparison with PyTorch. */
import { formatCount, formatPercent, formatPower } from '../../../view/number.ts';
import { summaryOf } from '../../../view/verification.ts';
import type { Verification } from '../../../shared/verification-types.ts';

export const proof = {
  check: 'Compare with PyTorch',
  checking: 'Comparing…',
  tensors: 'Every tensor beside PyTorch’s (their names count layers from 0)',
  tensor: 'tensor',
  largest: 'largest difference',
  share: ({ absolute, relative }: Verification['tolerance']) =>
    `of what is allowed: ${formatPower(absolute)} + ${formatPower(relative)} · |x|`,
  compared: (shape: readonly number[], count: number, size: number) =>
    count === size
      ? `${shape.map(formatCount).join(' × ')}, all ${formatCount(size)} numbers`
      : `${shape.map(formatCount).join(' × ')}, ${formatCount(count)} of ${formatCount(size)} numbers`,
  /** By what, and in which precision: "PyTorch 1.13.0 in float64". */
  computedBy: (by: string) => by,
  said: (verification: Verification) => {
    const computedBy = proof.computedBy(verification.computedBy);
    const { numbers, tensors, largest, share, off, texts, textsOff } = summaryOf(verification);
    if (verification.agrees) {
      const same = [verification.tokensAgree ? 'tokens' : '', texts > 0 ? 'texts' : '']
        .filter((each) => each !== '')
        .join(' and ');
      if (numbers === 0) return `The ${same} are the same as with ${computedBy}.`;
      return `${formatCount(numbers)} numbers of ${tensors} tensors agree with ${computedBy}: they differ by ${formatPower(largest, 'measured')} at most, and no difference takes more than ${formatPercent(share)} of what is allowed for its number${same && `; ${same} are the same`}.`;
    }
    const found = [
      off > 0 ? `${off} of ${tensors} tensors further off than is allowed` : '',
      verification.tokensAgree === false ? 'the text has other tokens' : '',
      textsOff > 0 ? `${textsOff} of ${texts} texts different` : '',
    ];
    return `Not the same as ${computedBy}: ${found.filter((each) => each !== '').join('; ')}.`;
  },
  tokens: (text: string, agrees: boolean | null) =>
    agrees === null
      ? `tokens of “${text}”`
      : `“${text}” has ${agrees ? 'the same' : 'other'} tokens`,
  expected: (text: string) => `expected: ${text}`,
  otherTokens: (found: string, expected: string) =>
    `the same text, but of other tokens: ${found}; expected: ${expected}`,
  notCompared: 'not compared: the model has no tokenizer',
};
