import { post as en } from '../en/post.ts';
import { Subject } from '../languages.ts';
import { post as zh } from '../zh-CN/post.ts';

export const post = /* @__PURE__ */ new Subject({ en: { post: en }, zh: { post: zh } });
