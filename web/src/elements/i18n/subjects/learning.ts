import { train as en } from '../en/learning.ts';
import { Subject } from '../languages.ts';
import { train as zh } from '../zh-CN/learning.ts';

export const learning = /* @__PURE__ */ new Subject({ en: { train: en }, zh: { train: zh } });
