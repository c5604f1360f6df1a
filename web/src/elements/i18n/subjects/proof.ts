import { proof as en } from '../en/proof.ts';
import { Subject } from '../languages.ts';
import { proof as zh } from '../zh-CN/proof.ts';

export const proof = /* @__PURE__ */ new Subject({ en: { proof: en }, zh: { proof: zh } });
