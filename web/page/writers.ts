/** The shipped models that write on: which of them reads a text, and what each begins with. */
import type { HeadPlace } from 'glassformer/elements';
import { isModern } from './modern-chinese.ts';

export const writers = ['stories', 'stories-large', 'zh', 'tang'] as const;
export type Writer = (typeof writers)[number];

/**
 * Where the reader has chosen none: the model of Tang poems for verses and for classical Chinese, that of modern sentences
 * for other Chinese, English stories for anything else. Where both scripts are, what there is more of; where there is as much of
 * both, or none of either, the page's language decides. A modern word
 * outweighs the length of a verse, because most sentences of five or seven characters have one and hardly any verse has;
 * and what is neither goes to the modern model, which has read all lengths, where the poems' has read two.
 */
export function writerOf(text: string, language = 'en'): Writer {
  if (!isChinese(text, language === 'zh')) return 'stories';
  return !isModern(text) && (isOfVerses(text) || kClassical.test(text)) ? 'tang' : 'zh';
}

/** More of it is in Chinese characters than in words of Latin letters; `otherwise` if there is as much of both. */
export function isChinese(text: string, otherwise = false): boolean {
  const count = (pattern: RegExp) => text.match(pattern)?.length ?? 0;
  const more = count(/\p{Script=Han}/gu) - count(/\p{Script=Latin}+/gu);
  return more === 0 ? otherwise : more > 0;
}

/** Words that are seldom in a modern sentence. */
const kClassical = /[兮矣焉哉吾曰汝岂]|之(?![后前一间外内中类所])/u;

const kVerse = /^\p{Script=Han}{5}(?:\p{Script=Han}{2})?$/u;
const kBeginningOfVerse = /^\p{Script=Han}{1,7}$/u;

/** What is typed over a verse: of its first characters nobody can say what they will be. No verse has letters or digits. */
export function mayBecomeVerse(text: string): boolean {
  return !isModern(text) && !/[\p{Script=Latin}\p{N}]/u.test(text) && isOfVerses(text, 1);
}

/**
 * Verses have five characters or seven; the last of several may not be finished yet. A blank parts a title from them.
 * @param verses how many stand before the text
 */
function isOfVerses(text: string, verses = 0): boolean {
  const pieces = text.replace(/《[^》]*》/g, '').matchAll(/([^，。！？；、,.!?;\s]+)(.?)/gsu);
  for (const [, piece = '', end = ''] of pieces) {
    if (kVerse.test(piece)) ++verses;
    else if (end === '' && verses > 0 && kBeginningOfVerse.test(piece)) return true;
    else if (!/\s/.test(end)) return false;
  }
  return verses > 0;
}

/** Which of them a reader of that language meets first. */
export function firstWriter(language: string): Writer {
  return language === 'zh' ? 'tang' : 'stories';
}

const kStory = 'Once upon a time, there was a little girl named';

export const kInitialText: Readonly<Record<Writer, string>> = {
  stories: kStory,
  'stories-large': kStory,
  zh: '今天很冷，我想喝一杯热',
  tang: '空山新雨后，天气晚来',
};

/** What chapter 9 says of single heads is about this line, too. */
export const kDogLine = 'The dog was sad because he lost his';

/** What chapters 3 and 9 say of the heads that look for the rhyme is about this line. */
export const kRhymeLine = '白日依山尽，黄河入海流。欲穷千里目，更上一层';

const kStories = [kStory, kDogLine, 'Tom had a red ball. He liked to play with his'];

export const kExamples: Readonly<Record<Writer, readonly string[]>> = {
  stories: kStories,
  'stories-large': kStories,
  zh: [kInitialText.zh, '今天天气很好，我们一起去', '我最喜欢的颜色是'],
  tang: [kInitialText.tang, kRhymeLine, '床前明月光，'],
};

const kBoyOrGirl = [
  'Once upon a time, there was a little boy named',
  'Once upon a time, there was a little girl named',
] as const;

/** Two lines that differ in one token, and so do their answers: what chapter 10 says of single vectors is about these. */
export const kPatched: Readonly<Record<Writer, readonly [clean: string, corrupted: string]>> = {
  stories: kBoyOrGirl,
  'stories-large': kBoyOrGirl,
  zh: ['这是一本有趣的', '这是一件有趣的'],
  tang: ['床前明月光，疑是地上', '床前明月夜，疑是地上'],
};

/** Heads whose circuits are shown at first: what chapter 10 says of circuits is about these. */
export const kCircuits: Readonly<Record<Writer, Readonly<Record<'qk' | 'ov', HeadPlace>>>> = {
  stories: { qk: { layer: 4, head: 4 }, ov: { layer: 4, head: 3 } },
  'stories-large': { qk: { layer: 2, head: 0 }, ov: { layer: 6, head: 3 } },
  zh: { qk: { layer: 4, head: 3 }, ov: { layer: 6, head: 5 } },
  tang: { qk: { layer: 5, head: 0 }, ov: { layer: 6, head: 4 } },
};

/** A head that is worth looking at first: over many texts it prefers the token before to any other place. */
export const kFirstHead: Readonly<Record<Writer, HeadPlace>> = {
  stories: { layer: 3, head: 4 },
  'stories-large': { layer: 4, head: 5 },
  zh: { layer: 0, head: 4 },
  tang: { layer: 2, head: 3 },
};

/** Lines in which tokens come twice: some head looks at the same token earlier. */
export const kRepeating: Readonly<Record<Writer, string>> = {
  stories: 'The cat saw the dog. The dog saw the',
  'stories-large': 'Lily had a red ball and Tom had a red',
  zh: '我喜欢吃苹果，我也喜欢吃',
  tang: '人闲桂花落，夜静春山空。月出惊山',
};

/** Chapter 9 offers it where one of the last layer is picked: without it the last layer's head in its column looks elsewhere. */
export const kEarlyHead: Readonly<Record<Writer, HeadPlace>> = {
  ...kFirstHead,
  stories: { layer: 1, head: 3 },
};

/**
 * Of a longer text the figures read this much of its end, so that the context has room for what is written on. Eight
 * verses of seven characters, with their marks, are 64 tokens of the poems' 72.
 */
export const kMaxTokens: Readonly<Record<Writer, number>> = {
  stories: 200,
  'stories-large': 200,
  zh: 200,
  tang: 64,
};
