/** What is said beside the tag of a figure. */
import type { post as words } from '../en/post.ts';

export const post: typeof words = {
  title: '放进你的文章',
  text: '这个标签显示的就是此刻屏幕上的图：模型、文字、注意力头、视图，以及你选定的东西。生成和训练会从头开始。',
  tag: '标签',
  script:
    '网页里写一次，放在第一幅图之前（文件夹就是 npm 包 glassformer 里的 dist，改成这个名字）：',
  scriptTag: '定义标签、预留位置的两行',
  copy: '复制',
  copyOf: (what) => `复制：${what}`,
  copied: '已复制。',
  copyFailed: '浏览器不允许复制：请手动复制选中的文字。',
  preview: '标签显示的图',
  close: '关闭',
  lacking: (names) =>
    `单靠一个标签显示不了这幅图：它的数由本页的脚本给出（${names.join('、')}）。同一菜单里的“可交互网页”能连同这些数一起保存。`,
  notHeld: (character) =>
    `标签显示不了这幅图：文字里有控制字符 ${character}，HTML 写不下它。同一菜单里的“可交互网页”能照原样保存。`,
};
