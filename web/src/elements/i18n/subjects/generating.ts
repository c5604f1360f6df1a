import { generating as en } from '../en/generating.ts';
import { Subject } from '../languages.ts';
import { generating as zh } from '../zh-CN/generating.ts';

export const generating = /* @__PURE__ */ new Subject({ en, zh });
export type Generating = typeof en;
