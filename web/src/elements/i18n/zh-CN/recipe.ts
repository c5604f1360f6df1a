/** The JavaScript under a figure. */
import type { recipe as words } from '../en/recipe.ts';

const kComments: Readonly<Record<string, string>> = {
  '(tokens, numbers of a vector)': '（词元数，向量的维数）',
  '(tokens, neurons), after the activation function': '（词元数，神经元数），激活函数之后',
  '(tokens, vocabulary)': '（词元数，词表大小）',
  'row, id of the token': '行，词元编号',
  'W_Q, W_K and W_V of all heads': '所有头的 W_Q、W_K 和 W_V',
  'in each head, if it has heads': '如果分头，就在每个头里',
  'in one head': '在一个头里',
};

export const recipe: typeof words = {
  comment: (english) => kComments[english] ?? english,
  summary: 'JavaScript 代码',
  copy: '复制',
  copied: '已复制。',
  failed: '无法复制，请选中文字自行复制。',
};
