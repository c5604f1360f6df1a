/** Attention: weights and heads, the sums behind a weight, scores and padding. */
import { formatFixed, formatPercent, formatShort } from '../../../view/number.ts';
import type { SpokenToken } from '../spoken.ts';
import type { attention as words } from '../en/attention.ts';

/** “第 2 个 a” */
function nthOf({ text, ordinal }: SpokenToken): string {
  return ordinal === 0 ? text : `第 ${ordinal} 个 ${text}`;
}

function quoted({ text, ordinal }: SpokenToken): string {
  return ordinal === 0 ? `“${text}”` : `第 ${ordinal} 个“${text}”`;
}

export const attention: typeof words = {
  attentionCaption: (queries, keys) => `注意力权重：${queries} 个词元看向 ${keys} 个词元`,
  asMatrix: '矩阵',
  asLines: '连线',
  view: '视图',
  nthOf,
  quoted,
  looksAt: (query, key, weight) =>
    `${quoted(query)}看${quoted(key)}，权重 ${formatFixed(weight, 4)}`,
  looksMost: (query, key, weight) =>
    `${quoted(query)}最关注${quoted(key)}，权重 ${formatFixed(weight, 4)}`,
  isLookedAtMost: (key, query, weight) =>
    `最关注${quoted(key)}的是${quoted(query)}，权重 ${formatFixed(weight, 4)}`,
  looks: '“看”的词元',
  lookedAt: '“被看”的词元',
  strongestFrom: (query, weights) =>
    `${quoted(query)}看${weights.map(({ token, weight }) => `${quoted(token)}（${formatFixed(weight, 2)}）`).join('、')}`,
  strongestTo: (key, weights) =>
    `看${quoted(key)}的有${weights.map(({ token, weight }) => `${quoted(token)}（${formatFixed(weight, 2)}）`).join('、')}`,
  pickToRead: '点一下（或指向）词元或格子，就能读出数值。',
  pickLine: '点一下（或指向）词元，就能读出数值。',
  strongest: (count) => `只画出最强的 ${count} 条线。`,

  allHeads: '每一层的每一个注意力头',
  layerName: (layer) => `第 ${layer} 层`,
  headName: (layer, head) => `第 ${layer} 层，第 ${head} 个头`,
  habits: ({ self, previous, first, even }) =>
    `看自己 ${formatPercent(self, 0)}，看前一个 ${formatPercent(previous, 0)}，看第一个 ${formatPercent(first, 0)}（平均分配：${formatPercent(even, 0)}）`,
  finder: {
    label: '找出这样的注意力头：看',
    nothing: '（请选择）',
    habits: {
      previous: '前一个词元',
      self: '自己',
      first: '第一个词元',
      same: '前面相同的词元',
      punctuation: '标点',
    },
    none: '这段文字里没有可看的这类词元。',
    even: (share) => `竖线是平均分配时的位置：${formatPercent(share, 0)}。`,
  },
  sweeper: {
    label: '逐个关掉试试',
    busy: '每个头各算一遍……',
    before: (token, probability) =>
      `现在最可能的下一个词元是“${token}”，${formatPercent(probability)}。每次只关掉一个头，变化最大的是：`,
    instead: (token) => `“${token}”排到了第一`,
    changed: (count, heads) =>
      count === 0
        ? `这 ${heads} 个头，关掉哪一个，第一名都不变。`
        : `这 ${heads} 个头里，有 ${count} 个一关掉就换了第一名。`,
  },
  strength: '强度',
  strengthOf: (factor) => (factor === 0 ? '关' : formatPercent(factor, 0)),
  switchOff: '关掉',
  putBack: '恢复',
  headChanged: (head, factor) =>
    factor === 0 ? `第 ${head} 个头已关` : `第 ${head} 个头 ${formatPercent(factor, 0)}`,
  headsChanged: (count) => `有 ${count} 个注意力头被改动过。`,
  undo: '撤销',
  undoAll: '全部撤销',

  whoLooks: '谁在看？',
  key: '键',
  score: 'q · k',
  scaled: (width) => `÷ √${width}`,
  softmax: 'softmax：α',
  weightTimesValue: '权重 × 值',
  howMuch: (token) => `“${token}”对各个词元的关注度`,
  whatItTakes: (token, shown, width) =>
    shown < width
      ? `“${token}”带走了什么：${width} 个数中的前 ${shown} 个`
      : `“${token}”带走了什么`,
  sum: '合计',
  others: (count) => `其余 ${count} 个合计`,
  contextOf: (token) => `“${token}”的上下文向量`,
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
    heights: '每个直方图的高度以各自最满的一格为准。',
    beyond: (share) => `有 ${formatPercent(share)} 超出坐标范围`,
    softmax: (keys) => `对 ${keys} 个键做 softmax`,
    largest: (here, mean, rows) =>
      `最大权重 ${formatFixed(here, 3)}；${rows} 个查询平均 ${formatFixed(mean, 3)}`,
    ofModel: ({ heads, width, raw, scaled, flatter }) =>
      `再看这个模型读这段文本时的分数：softmax 只在同一行的分数之间比较。在一行之内，${heads} 个宽 ${width} 的头平均，q · k 的方差是 ${formatShort(raw, 1)}，除以 √${width} 之后是 ${formatShort(scaled, 2)}，而随机向量是 1。${heads} 个头中有 ${flatter} 个小于 1。`,
  },

  padding: {
    first: '第一句',
    second: '第二句',
    batch: '一个批次：每行一样长',
    pad: '填充',
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
    readsFirst: (count, limit) => `这一句有 ${count} 个词元，图中只读前 ${limit} 个。`,
  },
};
