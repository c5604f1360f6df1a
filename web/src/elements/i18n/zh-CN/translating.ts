/** Translations and the attention of an encoder–decoder. */
import { formatFixed } from '../../../view/number.ts';
import type { translating as words } from '../en/translating.ts';
import { inQuotes } from './quotation.ts';

export const translating: typeof words = {
  translations: '译文',
  translationsOf: (text) => `${inQuotes(text)}的译文`,
  beamOf: (width) => `集束搜索，束宽 ${width}`,
  beamWidth: '束宽',
  likelier: '平均得分更高',
  logPPerToken: (sum, count) =>
    `log P ${formatFixed(sum, 2)} ÷ ${count} = ${formatFixed(sum / Math.max(1, count), 3)}`,
  nothingSaid: '（空）',
  before: (text) => `改动之前：${text}`,
  glossIs:
    '译文下面逐词写出：在模型学过的句对里，这个词多半对应什么（最常用的词由人写定；·：没有把握）。只是逐词的猜测，不是翻译。',
  noSource: '请输入要翻译的句子。',
  needsPair: '这幅图需要带编码器和解码器的模型。',
  tooManyTokens: (count, limit) => `这一行有 ${count} 个词元，模型最多读 ${limit} 个。`,
  showsBefore: '图中仍是上一句。',
  attentionOf: {
    encoder: {
      title: '编码器',
      what: '原文看原文，前后都看得见。',
      heads: '编码器的头',
    },
    decoder: {
      title: '解码器（带掩码）',
      what: '写出每个词元（左，或一行）之前，先看已经写下的（右，或一列）。',
      heads: '解码器带掩码自注意力的头',
    },
    cross: {
      title: '交叉注意力',
      what: '写出每个词元（左，或一行）之前，先看原文（右，或一列）。',
      heads: '交叉注意力的头',
    },
  },
};
