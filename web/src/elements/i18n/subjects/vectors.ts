import { vectors as en } from '../en/vectors.ts';
import { Subject } from '../languages.ts';
import { vectors as zh } from '../zh-CN/vectors.ts';

export const vectors = /* @__PURE__ */ new Subject({ en, zh });
export type Vectors = typeof en;
