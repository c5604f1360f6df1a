import { recipe as en } from '../en/recipe.ts';
import { Subject } from '../languages.ts';
import { recipe as zh } from '../zh-CN/recipe.ts';

export const recipes = /* @__PURE__ */ new Subject({ en: { recipe: en }, zh: { recipe: zh } });
export type Recipes = { readonly recipe: typeof en };
