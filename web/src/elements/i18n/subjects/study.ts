import { study as en } from '../en/study.ts';
import { Subject } from '../languages.ts';
import { study as zh } from '../zh-CN/study.ts';

export const study = /* @__PURE__ */ new Subject({ en: { study: en }, zh: { study: zh } });
export type Study = { readonly study: typeof en };
