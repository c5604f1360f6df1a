/** The sums behind a weight, scores and padding. */
import { formatFixed, formatPercent, formatShort } from '../../../view/number.ts';
import type { sums as words } from '../en/sums.ts';
import { inQuotes } from './quotation.ts';

export const sums: typeof words = {
  whoLooks: '谁在看？',
  key: '键',
  score: 'q · k',
  scaled: (width) => `÷ √${width}`,
  softmax: 'softmax：α',
  weightTimesValue: '权重 × 值',
  howMuch: (token) => `${inQuotes(token)}给各个词元的注意力权重`,
  whatItTakes: (token, shown, width) =>
    shown < width
      ? `${inQuotes(token)}带走了什么：${width} 个数中的前 ${shown} 个`
      : `${inQuotes(token)}带走了什么`,
  sum: '合计',
  others: (count) => `其余 ${count} 个合计`,
  contextOf: (token) => `${inQuotes(token)}的上下文向量`,
  openedSums: '展开的算式',
  contextNumber: (column) => `上下文向量的第 ${column} 个数`,
  shiftNote: (shift) => `先从每个分数中减去 ${formatShort(shift)}，权重不变。`,
  more: (count) => `+ 另外 ${count} 项`,

  byHandFigure: '手算自注意力',
  byHand: {
    x: '输入 x',
    weightsOf: { query: '查询的权重', key: '键的权重', value: '值的权重' },
    query: '查询 q',
    key: '键 k',
    value: '值 v',
    scores: '分数 q·kᵀ',
    weights: 'softmax 权重 α',
    output: '输出 α·v',
    articleCode: 'αᵀ·v',
  },

  variance: {
    width: '宽度 d',
    again: '重新抽取',
    raw: 'q · k',
    scaled: (width) => `q · k ÷ √${width}`,
    measured: (variance, theory) => `方差 ${formatFixed(variance, 2)}（理论值：${theory}）`,
    histogram: (name, variance) => `${name} 的直方图，方差 ${formatShort(variance, 2)}`,
    heights: '每个直方图的高度以各自最高的一格为准。',
    beyond: (share) => `有 ${formatPercent(share)} 超出坐标范围`,
    softmax: (keys) => `对 ${keys} 个键做 softmax`,
    largest: (here, mean, rows) =>
      `最大权重 ${formatFixed(here, 3)}；${rows} 个查询平均 ${formatFixed(mean, 3)}`,
    ofModel: ({ heads, width, raw, scaled, flatter }) =>
      `再看这个模型读这段文字时的分数：softmax 只在同一行的分数之间比较。在一行之内，${heads} 个头（每个宽 ${width}）平均下来，q · k 的方差是 ${formatShort(raw, 1)}，除以 √${width} 之后是 ${formatShort(scaled, 2)}，而随机向量是 1。${heads} 个头中有 ${flatter} 个小于 1。`,
  },

  padding: {
    first: '第一句',
    second: '第二句',
    batch: '一个批次：每行一样长',
    mask: '填充掩码',
    on: '开',
    off: '关',
    head: (layer, head) => `编码器，第 ${layer} 层，第 ${head} 个头`,
    matrix: (tokens, places) => `较短一句的 ${tokens} 个词元对 ${places} 个位置的注意力`,
    share: 'Σ 填充',
    toNothing: (share) => `${formatPercent(share)} 的注意力落在了填充上。`,
    moved: (distance, length) =>
      `与单独读这一句相比，编码器的输出最多变化 ${distance < 0.01 ? formatShort(distance, 6) : formatFixed(distance, 2)}（向量本身长 ${formatShort(length, 1)}）。`,
    equal: '两句的词元一样多，不需要填充。',
    empty: '需要两个句子。',
    readsFirst: (count, limit) => `这一句有 ${count} 个词元，只读前 ${limit} 个。`,
  },
};
