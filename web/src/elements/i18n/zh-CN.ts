import { formatFixed, formatPercent, formatShort } from '../../view/number.ts';
import type { Words } from './en.ts';

export const zhCN: Words = {
  empty: '还没有可显示的内容。',
  loading: '正在加载……',
  loadingPart: (part) => `正在加载…… ${formatPercent(part, 0)}`,

  sentence: '句子',
  examples: '试试',
  tokens: '词元',
  noTokens: '还没有词元，请先输入一句话。',
  id: '编号',
  moreTokens: (count) => `另有 ${count} 个`,

  cell: (row, column, value) => `${row}，${column}：${formatShort(value)}`,
  hiddenCell: (row, column) => `${row}，${column}：被掩码遮住`,
  hidden: '被掩码遮住',
  embeddings: '每个词元的嵌入',

  attentionCaption: (queries, keys) => `注意力权重：${queries} 个词元看向 ${keys} 个词元`,
  asMatrix: '矩阵',
  asLines: '连线',
  view: '视图',
  looksAt: (query, key, weight) => `“${query}”看“${key}”，权重 ${formatFixed(weight, 4)}`,
  looksMost: (query, key, weight) => `“${query}”最关注“${key}”，权重 ${formatFixed(weight, 4)}`,
  isLookedAtMost: (key, query, weight) =>
    `最关注“${key}”的是“${query}”，权重 ${formatFixed(weight, 4)}`,
  looks: '在看的词元',
  lookedAt: '被看的词元',
  strongestFrom: (query, weights) =>
    `“${query}”看${weights.map(({ token, weight }) => `“${token}”（${formatFixed(weight, 2)}）`).join('、')}`,
  strongestTo: (key, weights) =>
    `看“${key}”的有${weights.map(({ token, weight }) => `“${token}”（${formatFixed(weight, 2)}）`).join('、')}`,
  pickToRead: '指向一个词或一个格子，就能读出它的数值。',
  strongest: (count) => `只画出最强的 ${count} 条线。`,

  allHeads: '每一层的每一个头',
  layerName: (layer) => `第 ${layer} 层`,
  headName: (layer, head) => `第 ${layer} 层第 ${head} 个头`,
  habits: ({ self, previous, first }) =>
    `看自己 ${formatPercent(self, 0)}，看前一个 ${formatPercent(previous, 0)}，看第一个 ${formatPercent(first, 0)}`,
  strength: '强度',
  strengthOf: (factor) => (factor === 0 ? '关' : formatPercent(factor, 0)),
  switchOff: '关掉',
  putBack: '恢复',
  headsChanged: (count) => `有 ${count} 个头被改动过。`,
  undo: '撤销',
  undoAll: '全部撤销',

  translations: '译文',
  beamOf: (width) => `集束搜索，束宽 ${width}`,
  beamWidth: '束宽',
  likelier: '更可能',
  logPPerToken: (sum, count) =>
    `log P ${formatFixed(sum, 2)} ÷ ${count} = ${formatFixed(sum / Math.max(1, count), 2)}`,
  nothingSaid: '（空）',
  before: (text) => `改动之前：${text}`,
  noSource: '请输入要翻译的句子。',
  tooManyTokens: (count, limit) =>
    `这一行有 ${count} 个词元，模型最多读 ${limit} 个。图中仍是上一句。`,
  startOfText: '开头',
  endOfText: '结束',
  attentionOf: {
    encoder: {
      title: '编码器',
      what: '原文看原文，前后都看得见。',
      heads: '编码器的头',
    },
    decoder: {
      title: '解码器（带掩码）',
      what: '写下一个词元（左）之前，先看已经写下的（右）。',
      heads: '解码器带掩码自注意力的头',
    },
    cross: {
      title: '交叉注意力',
      what: '写下一个词元（左）之前，先看原文（右）。',
      heads: '交叉注意力的头',
    },
  },

  lens: '每一层之后，模型会说什么',
  layer: '层',
  beforeLayers: '第 1 层之前',
  afterLayer: (layer) => `第 ${layer} 层之后`,
  wouldSay: (where, token, guesses) =>
    `${where}，接在“${token}”后面，它会说${guesses.map(({ text, probability }) => `“${text}”（${formatPercent(probability)}）`).join('、')}。`,
  lengths: (stream, attention, feedForward) =>
    attention === null || feedForward === null
      ? `向量长 ${formatShort(stream, 1)}。`
      : `向量长 ${formatShort(stream, 1)}；其中注意力加上了长 ${formatShort(attention, 1)} 的一段，前馈加上了长 ${formatShort(feedForward, 1)} 的一段。`,
  back: '退一步',

  save: '保存',

  whoLooks: '谁在看？',
  key: '键',
  score: 'q · k',
  scaled: (width) => `÷ √${width}`,
  softmax: 'softmax',
  weightTimesValue: '权重 × 值',
  howMuch: (token) => `“${token}”对每个词元看多少`,
  whatItTakes: (token) => `“${token}”带走了什么`,
  sum: '合计',
  others: (count) => `其余 ${count} 个合计`,
  contextOf: (token) => `“${token}”的上下文向量`,
  openedSums: '展开的算式',
  contextNumber: (column) => `上下文第 ${column} 维`,
  shiftNote: (shift) => `先从每个分数中减去 ${formatShort(shift)}，权重不变。`,
  more: (count) => `+ 另外 ${count} 项`,

  nextToken: '下一个词元',
  noCandidates: '还没有候选词元。',
  cut: '在此截断',
  cutAt: (topP) => `top-p ${topP}`,
  filteredOut: '已被过滤',

  mode: '选择方式',
  greedy: '贪心',
  sample: '采样',
  beam: '集束搜索',
  run: '运行',
  pause: '暂停',
  step: '单步',
  reset: '重来',
  maxNewTokens: '长度',
  temperature: '温度',
  topP: 'top-p',
  topK: 'top-k',
  off: '关',
  seed: '随机种子',
  beams: '束宽',
  lengthPenalty: '长度惩罚',
  generated: '生成的文本',
  stepOf: (index, total) => `第 ${index} / ${total} 个`,
  result: '最佳',
  needsPrompt: '请先输入开头。',

  beamTree: '集束搜索树',
  beamStart: '开始',
  beamFate: {
    root: '开始',
    alive: '保留',
    ended: '保留过，后被淘汰',
    finished: '已结束',
    pruned: '剪去',
  },
  beamNode: (text, fate, logProbability, score) =>
    `${text}：${fate}；这一步 log P ${formatFixed(logProbability, 3)}，累计 ${formatFixed(score, 3)}`,
  logP: 'log P',
  sumLogP: 'Σ log P',
  sumLogPKey: '数字：Σ log P',
  probability: 'P',
  rank: '排序分',
  noSteps: '每走一步，树就长一层。',

  byHandFigure: '手算自注意力',
  byHand: {
    x: '输入 x',
    query: '查询 q',
    key: '键 k',
    value: '值 v',
    scores: '分数 q·kᵀ',
    weights: 'softmax 权重 α',
    output: '输出 α·v',
    articleCode: 'αᵀ·v',
  },
};
