/** The JavaScript under a figure. */
import type { recipe as words } from '../en/recipe.ts';

export const recipe: typeof words = {
  summary: 'JavaScript 代码',
  copy: '复制',
  copied: '已复制。',
  failed: '无法复制，请选中文字自行复制。',
};
