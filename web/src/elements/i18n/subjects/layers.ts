import { layers as en } from '../en/layers.ts';
import { Subject } from '../languages.ts';
import { layers as zh } from '../zh-CN/layers.ts';

export const layers = /* @__PURE__ */ new Subject({ en, zh });
export type Layers = typeof en;
