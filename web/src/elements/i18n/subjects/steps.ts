import { steps as en } from '../en/steps.ts';
import { Subject } from '../languages.ts';
import { steps as zh } from '../zh-CN/steps.ts';

export const steps = /* @__PURE__ */ new Subject({ en: { steps: en }, zh: { steps: zh } });
