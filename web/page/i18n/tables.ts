/** The languages of the page: a file each, and a line here, by the name that stands in the address. */
export { en } from './en.ts';
export { zhCN as zh } from './zh-CN.ts';
