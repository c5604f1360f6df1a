/** The languages that the elements come with: a file each, and a line here, by its language tag. */
export { en } from './en.ts';
export { zhCN as zh } from './zh-CN.ts';
