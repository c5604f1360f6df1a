/** What every element may say: its states, what it calls tokens and heads, how a next token is chosen. */
import { attention } from '../en/attention.ts';
import { general } from '../en/general.ts';
import { reading } from '../en/reading.ts';
import { writing } from '../en/writing.ts';
import { Subject } from '../languages.ts';
import { attention as attentionZh } from '../zh-CN/attention.ts';
import { general as generalZh } from '../zh-CN/general.ts';
import { reading as readingZh } from '../zh-CN/reading.ts';
import { writing as writingZh } from '../zh-CN/writing.ts';

const en = { ...general, ...reading, ...attention, ...writing };
const zh: typeof en = { ...generalZh, ...readingZh, ...attentionZh, ...writingZh };

export const common = new Subject({ en, zh });
export type Common = typeof en;

/** The words that are not about one figure alone, for a language tag. */
export const wordsFor = (language: string): Common => common.in(language);
