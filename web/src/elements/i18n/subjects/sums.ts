import { sums as en } from '../en/sums.ts';
import { Subject } from '../languages.ts';
import { sums as zh } from '../zh-CN/sums.ts';

export const sums = /* @__PURE__ */ new Subject({ en, zh });
export type Sums = typeof en;
