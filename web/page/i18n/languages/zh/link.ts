/** What a link names and the page does not have: fetched when a link does. */
import type { LinkTexts } from '../../link-texts.ts';

export const link: LinkTexts = {
  lost: (choices) => `链接里的内容未能全部采用：${choices.join('、')}。其余照常显示。`,
  close: '关闭',
};
