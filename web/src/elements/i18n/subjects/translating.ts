import { translating as en } from '../en/translating.ts';
import { Subject } from '../languages.ts';
import { translating as zh } from '../zh-CN/translating.ts';

export const translating = /* @__PURE__ */ new Subject({ en, zh });
export type Translating = typeof en;
