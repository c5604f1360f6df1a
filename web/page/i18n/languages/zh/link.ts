/** What a link names and the page does not have: fetched when a link does. */
import type { LinkTexts } from '../../link-texts.ts';

export const link: LinkTexts = {
  lost: (choices) => `链接要求的内容，有些本页没有：${choices.join('、')}。其余照常显示。`,
  close: '关闭',
};
