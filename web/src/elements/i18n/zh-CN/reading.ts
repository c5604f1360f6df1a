/** Sentence and tokens. */
import { formatCount, formatShort } from '../../../view/number.ts';
import type { reading as words } from '../en/reading.ts';
import { inQuotes } from './quotation.ts';

/** Of many characters so many are named. */
const kNamed = 8;

function someOf(characters: readonly string[]): string {
  const rest = characters.length - kNamed;
  const named = characters.slice(0, kNamed).map((each) => inQuotes(each));
  return named.join('') + (rest > 0 ? `等 ${formatCount(characters.length)} 个字符` : '');
}

export const reading: typeof words = {
  sentence: '句子',
  lineIsFull: (limit: number) => `这一行已满：最多 ${formatCount(limit)} 个字符，多出的略去。`,
  examples: '试试',
  tokens: '词元',
  readsLast: ({ count, limit, room }) =>
    `这段文字有 ${formatCount(count)} 个词元，只读最后 ${formatCount(limit)} 个${room > 0 ? `，留出 ${room} 个位置续写` : ''}。`,
  unknown: (characters) => `${someOf(characters)}不在这个模型的词表里，读成 <unk>。`,
  inBytes: (characters) =>
    `${someOf(characters)}不在这个模型的词表里，按字节读入，每个字节一个词元。`,
  noTokens: '还没有词元，请先输入一句话。',
  otherCopy:
    '此图与外层的 <glass-model> 来自 glassformer 包的两个副本，无法共享模型。请只加载一个副本。',
  id: '编号',
  blank: '空格，',
  moreTokens: (count) => `另有 ${formatCount(count)} 个`,

  numbersIn: (rows, columns) => `${rows} 行 ${columns} 列的数`,
  cell: (row, column, value) => `${row}，${column}：${formatShort(value)}`,
  hiddenCell: (row, column) => `${row}，${column}：被掩码遮住`,
  hidden: '被掩码遮住',
  notNumber: (kept) => `这不是数，或者太大：仍按 ${kept} 计算。`,
  embeddings: '每个词元的嵌入',

  /** Tokens that only mark something. */
  startOfText: '开始',
  endOfText: '结束',
  pad: '填充',
};
