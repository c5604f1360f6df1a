/** The shipped models that write on, and what each begins with. */
import type { Language } from './i18n/texts.ts';

export const writers = ['stories', 'tang'] as const;
export type Writer = (typeof writers)[number];

/** Which of them a reader of that language meets first. */
export const kFirstWriter: Readonly<Record<Language, Writer>> = { en: 'stories', zh: 'tang' };

export const kInitialPrompts: Readonly<Record<Writer, string>> = {
  stories: 'Once upon a time, there was a little girl named',
  tang: '空山新雨后，',
};

export const kExamples: Readonly<Record<Writer, readonly string[]>> = {
  stories: [
    kInitialPrompts.stories,
    'The dog was sad because he lost his',
    'Tom had a red ball. He liked to play with his',
  ],
  tang: [kInitialPrompts.tang, '床前明月光，', '白日依山尽，黄河入海流。'],
};
