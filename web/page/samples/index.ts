/** What the shipped models made of inputs that they had never seen: ten of each, as `tools/models/samples.mjs` has them. */
import type { TranslatorName } from '../source.ts';
import type { Writer } from '../writers.ts';
import enZh from './en-zh.json';
import storiesLarge from './stories-large.json';
import stories from './stories.json';
import tang from './tang.json';
import zhEn from './zh-en.json';
import zh from './zh.json';

/** Texts sampled behind given ones, the seeds counted from 0. */
export interface Written {
  readonly settings: {
    readonly temperature: number;
    readonly top_p: number;
    readonly max_new_tokens: number;
  };
  readonly samples: readonly {
    readonly given: string;
    readonly text: string;
    /** It ended by itself. */
    readonly ended: boolean;
  }[];
}

export interface Translated {
  readonly settings: { readonly num_beams: number; readonly max_new_tokens: number };
  readonly samples: readonly {
    readonly given: string;
    readonly reference: string;
    readonly greedy: string;
    readonly beam: string;
  }[];
}

export const kWritten: Readonly<Record<Writer, Written>> = {
  stories,
  'stories-large': storiesLarge,
  zh,
  tang,
};

export const kTranslated: Readonly<Record<TranslatorName, Translated>> = {
  'en-zh': enZh,
  'zh-en': zhEn,
};
