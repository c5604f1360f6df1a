/** The map of tokens, and positions. */
import { formatFixed, formatPercent, formatSum } from '../../../view/number.ts';
import type { vectors as words } from '../en/vectors.ts';
import { inQuotes } from './quotation.ts';

export const vectors: typeof words = {
  map: {
    name: '文中的词元在图上的位置',
    shadow: (dimensions, first, second) =>
      `这是 ${dimensions} 维空间的一个投影：横向占方差的 ${formatPercent(first)}，纵向占 ${formatPercent(second)}，其余 ${formatPercent(Math.max(0, 1 - first - second))} 在这里看不见。`,
    nearest: (token, dimensions) =>
      `与${inQuotes(token)}最相近的词元（按全部 ${dimensions} 维的余弦相似度）`,
    cosine: '余弦',
    whole: '整幅图',
    aroundText: '这段文字附近',
    hint: '每个点是一个词元。点一个点，或列表里的一个近邻，就能看到那个词元的近邻。',
    farOut: (count) => `▸ 有 ${count} 个在图的边界之外。`,
  },

  positions: {
    added: '嵌入 + 位置 = 进入第一层的向量',
    wouldBe: '嵌入 + 正弦与余弦 = 假如模型用这种位置，进入第一层的向量',
    source: '位置编码',
    learned: '这个模型学到的',
    sinusoidal: '正弦与余弦',
    table: (rows, columns) => `位置编码：前 ${rows} 个位置，每行 ${columns} 个数`,
    embedding: '嵌入',
    position: '位置',
    sum: '和',
    length: (value) => `长度 ${formatFixed(value, 2)}`,
    columnName: (column, columns) => `第 ${column} 列，共 ${columns} 列`,
    digits: (embedding, position, sum) => formatSum(embedding, position, sum, 4),
    strips: (token) => `${inQuotes(token)}的三个向量，用方向键逐列移动`,
    none: '这个模型不加位置编码。',
  },
};
