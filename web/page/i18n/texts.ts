import { en, type Texts } from './en.ts';
import { zhCN } from './zh-CN.ts';

export type { Texts } from './en.ts';

/** Languages of the page, as they are named in the address. */
export const languages = ['en', 'zh'] as const;
export type Language = (typeof languages)[number];

/** Each language in its own words. */
export const languageNames: Readonly<Record<Language, string>> = { en: 'English', zh: '中文' };

export const texts: Readonly<Record<Language, Texts>> = { en, zh: zhCN };
