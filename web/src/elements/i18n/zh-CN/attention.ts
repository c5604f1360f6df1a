/** Attention: weights and heads. */
import { formatFixed, formatPercent } from '../../../view/number.ts';
import type { SpokenToken } from '../spoken.ts';
import type { attention as words } from '../en/attention.ts';
import { inQuotes } from './quotation.ts';

/** “a（第 2 个）” */
function nthOf({ text, ordinal }: SpokenToken): string {
  return ordinal === 0 ? text : `${text}（第 ${ordinal} 个）`;
}

export function quoted({ text, ordinal }: SpokenToken): string {
  return ordinal === 0 ? inQuotes(text) : `第 ${ordinal} 个${inQuotes(text)}`;
}

export const attention: typeof words = {
  attentionCaption: (queries, keys) => `注意力权重（${queries} 个词元看向 ${keys} 个词元）`,
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
  habitsAhead: ({ self, first, even }) =>
    `看刚写下的词元 ${formatPercent(self, 0)}，看起始词元 ${formatPercent(first, 0)}（平均分配：${formatPercent(even, 0)}）`,
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
    even: (share, isAbove) =>
      isAbove
        ? `竖线是平均分配时的位置：${formatPercent(share, 0)}。`
        : `没有一个头给得比平均分配（${formatPercent(share, 0)}，竖线处）更多。`,
  },
  sweeper: {
    label: '逐个关掉试试',
    busy: '每个头各算一遍……',
    before: (token, probability) =>
      `现在最可能的下一个词元是${inQuotes(token)}，${formatPercent(probability)}。每次再关掉一个头，变化最大的是：`,
    instead: (token) => `${inQuotes(token)}排到了第一`,
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
  headsChanged: (count, areOff) => `有 ${count} 个注意力头${areOff ? '关着' : '被改动过'}。`,
  undo: '撤销',
  undoAll: '全部恢复',
};
