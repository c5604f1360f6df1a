/** What is said beside the tag of a figure, and where it cannot be kept as a page. */
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
  folder: (src) => `模型在你自己的文件里：请把它们放进文章旁边的文件夹 ${src}，标签会到那里去找。`,
  lacking: (canBePage) =>
    `单靠一个标签显示不了这幅图：图里的内容由本页的脚本给出。${canBePage ? '同一菜单里的“可交互网页”能连同这些内容一起保存。' : ''}`,
  notHeld: (character, canBePage) =>
    `标签显示不了这幅图：文字里有控制字符 ${character}，HTML 写不下它。${canBePage ? '同一菜单里的“可交互网页”能照原样保存。' : ''}`,
  notCome: '这幅图的模型还没有载入：载入以后就能存成网页。',
  unknownFiles: '这幅图存不成网页：模型由脚本给出，它的文件在哪里，这里并不知道。',
  filesGone: '这幅图的模型文件已经读不到了：请重新打开这个模型。',
};
