/** The comparison with PyTorch. */
import { formatCount, formatPercent, formatPower } from '../../../view/number.ts';
import { summaryOf } from '../../../view/verification.ts';
import type { proof as words } from '../en/proof.ts';
import { inQuotes } from './quotation.ts';

export const proof: typeof words = {
  check: '与 PyTorch 比对',
  checking: '正在比对……',
  tensors: '每个张量与 PyTorch 的结果（名称里的层从 0 数起）',
  tensor: '张量',
  largest: '最大差值',
  share: ({ absolute, relative }) =>
    `占容许误差的比例（${formatPower(absolute)} + ${formatPower(relative)} · |x|）`,
  compared: (shape, count, size) =>
    count === size
      ? `${shape.map(formatCount).join(' × ')}，全部 ${formatCount(size)} 个数`
      : `${shape.map(formatCount).join(' × ')}，${formatCount(size)} 个数中的 ${formatCount(count)} 个`,
  computedBy: (by) =>
    by
      .replace(/^(.+) in float64$/, '$1，双精度 float64')
      .replace(/^(.+) in (float\d+)$/, '$1，$2 精度'),
  said: (verification) => {
    const computedBy = proof.computedBy(verification.computedBy);
    const { numbers, tensors, largest, share, off, texts, textsOff } = summaryOf(verification);
    if (verification.agrees) {
      const same = [verification.tokensAgree ? '词元' : '', texts > 0 ? '写出的文字' : '']
        .filter((each) => each !== '')
        .join('和');
      if (numbers === 0) return `${same}与存档结果（${computedBy}）相同。`;
      return `${tensors} 个张量的 ${formatCount(numbers)} 个数与存档结果（${computedBy}）一致：差值最大为 ${formatPower(largest, 'measured')}；每个差值至多占其容许误差的 ${formatPercent(share)}${same && `；${same}也相同`}。`;
    }
    const found = [
      off > 0 ? `${tensors} 个张量中有 ${off} 个超出容许误差` : '',
      verification.tokensAgree === false ? '文字的词元不同' : '',
      textsOff > 0 ? `${texts} 段文字中有 ${textsOff} 段不同` : '',
    ];
    return `与存档结果（${computedBy}）不一致：${found.filter((each) => each !== '').join('；')}。`;
  },
  tokens: (text, agrees) =>
    `${inQuotes(text)}的词元${agrees === null ? '' : agrees ? '相同' : '不同'}`,
  expected: (text) => `应为：${text}`,
  otherTokens: (found, expected) => `文字相同，词元却不同：${found}；应为：${expected}`,
  notCompared: '未比对：模型没有分词器',
};
