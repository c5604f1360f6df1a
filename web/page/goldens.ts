/** Where PyTorch's numbers for each model lie: the addresses of its golden.json as the build gives them. */
import enZh from 'glassformer/models/en-zh/golden.json?url';
import stories from 'glassformer/models/stories/golden.json?url';
import storiesLarge from 'glassformer/models/stories-large/golden.json?url';
import tang from 'glassformer/models/tang/golden.json?url';
import zh from 'glassformer/models/zh/golden.json?url';
import zhEn from 'glassformer/models/zh-en/golden.json?url';
import type { TranslatorName } from './source.ts';
import type { Writer } from './writers.ts';

export const goldens: Readonly<Record<Writer | TranslatorName, string>> = {
  stories,
  'stories-large': storiesLarge,
  zh,
  tang,
  'en-zh': enZh,
  'zh-en': zhEn,
};
