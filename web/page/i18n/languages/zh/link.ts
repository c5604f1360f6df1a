/** What a link names and the page does not have: fetched when a link does. */
import type { LinkTexts } from '../../link-texts.ts';

export const link: LinkTexts = {
  lost: (choices, more) =>
    `链接里的内容未能全部采用：${choices.join('、')}${more > 0 ? ` 等 ${choices.length + more} 项` : ''}。其余照常显示。`,
  close: '关闭',
};
