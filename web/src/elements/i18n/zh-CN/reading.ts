/** Sentence, tokens, embeddings and positions. */
import { formatFixed, formatPercent, formatShort, formatSum } from '../../../view/number.ts';
import type { reading as words } from '../en/reading.ts';

export const reading: typeof words = {
  sentence: '句子',
  lineIsFull: (limit: number) => `这一行已满：最多 ${limit} 个字符，多出的略去。`,
  examples: '试试',
  tokens: '词元',
  readsLast: (count, limit) => `这段文字有 ${count} 个词元，图中只显示最后 ${limit} 个。`,
  noTokens: '还没有词元，请先输入一句话。',
  otherCopy:
    '此图与外层的 <glass-model> 来自 glassformer 包的两个副本，无法共享模型。请只加载一个副本。',
  id: '编号',
  blank: '空格，',
  moreTokens: (count) => `另有 ${count} 个`,

  cell: (row, column, value) => `${row}，${column}：${formatShort(value)}`,
  hiddenCell: (row, column) => `${row}，${column}：被掩码遮住`,
  hidden: '被掩码遮住',
  notNumber: (kept) => `这不是数，或者太大：仍按 ${kept} 计算。`,
  embeddings: '每个词元的嵌入',

  map: {
    name: '文中的词元在图上的位置',
    shadow: (dimensions, first, second) =>
      `这是 ${dimensions} 维空间的一个投影：横向占方差的 ${formatPercent(first)}，纵向占 ${formatPercent(second)}，其余 ${formatPercent(Math.max(0, 1 - first - second))} 在这里看不见。`,
    nearest: (token, dimensions) =>
      `与“${token}”最相近的词元（按全部 ${dimensions} 维的余弦相似度）`,
    cosine: '余弦',
    whole: '整张图',
    aroundText: '这段文本附近',
    hint: '每个点是一个词元。点一下它或它的近邻，就能看到它的近邻。',
    farOut: (count) => `▸ 有 ${count} 个在图的边界之外。`,
  },

  positions: {
    added: '嵌入 + 位置 = 进入第一层的向量',
    wouldBe: '嵌入 + 正弦与余弦 = 假如模型用这种位置，进入第一层的向量',
    source: '位置编码',
    learned: '这个模型学到的',
    sinusoidal: '正弦与余弦',
    table: (rows, columns) => `前 ${rows} 个位置，每行 ${columns} 个数`,
    embedding: '嵌入',
    position: '位置',
    sum: '和',
    length: (value) => `长度 ${formatFixed(value, 2)}`,
    columnName: (column, columns) => `第 ${column} 列，共 ${columns} 列`,
    digits: (embedding, position, sum) => formatSum(embedding, position, sum, 4),
    strips: (token) => `“${token}”的三个向量，用方向键逐列移动`,
    none: '这个模型不加位置编码。',
  },
};
