// Chinese words in place of stretches that were counted, which may begin or end inside of a word: “箱” where the sentences
// have 箱子. Words are those of ICU's dictionary, by `Intl.Segmenter`.
import { englishWordsIn } from './glossary.mjs';

const segmenter = new Intl.Segmenter('zh', { granularity: 'word' });
// What stands before a word and after it: measures, pronouns, particles and the like.
const before = new Set(
  '个 只 条 张 本 位 座 把 件 辆 间 颗 棵 匹 头 份 双 名 架 部 首 杯 块 瓶 支 枚 台 节 家 场 些 群 一个 一只 一条 一张 一本 一位 一座 一把 一件 一辆 一间 一颗 一棵 一匹 一头 一份 一双 一名 一架 一种 一些 一 这 那 这个 那个 的 了 很 太 我 你 他 她 它 我们 你们 他们 她们 是 在 和 都 也 就 被 向 对 有 会 想 要 是个 这是 那是 都是'.split(
    ' ',
  ),
);
const after = new Set('的 了 着 过 地 得 我 你 他 她 是 在 都'.split(' '));
const negations = new Set('不 没 没有 不会'.split(' '));
const isNegative = /^(un|im|in|ir|dis|no)|less$|n't$/;
const longest = 5; // characters
// Of the places in which a stretch stands for a word, so many have the same words in it.
const least = 0.2;

/** The words that a stretch reaches into, from `at` on, without what stands around them. */
function wordsAround(segments, at, length, isBefore) {
  const touched = segments
    .filter(({ index, segment }) => index < at + length && index + segment.length > at)
    .map(({ segment }) => segment);
  const first = touched.findIndex((segment) => !isBefore(segment));
  const last = touched.findLastIndex((segment) => !after.has(segment));
  return (first < 0 || last < first ? touched : touched.slice(first, last + 1)).join('');
}

/**
 * @param english Map of English words, in small letters, to stretches of Chinese
 * @param pairs [{ english, chinese }, …] in which they were counted
 * @returns the same with whole words, without the stretches that are in none
 */
export function wholeWords(english, pairs) {
  const counts = new Map([...english.keys()].map((word) => [word, new Map()]));
  for (const pair of pairs) {
    let segments = null;
    for (const word of new Set(englishWordsIn(pair.english).map((each) => each.toLowerCase()))) {
      const stretch = english.get(word);
      const at = stretch === undefined ? -1 : pair.chinese.indexOf(stretch);
      if (at < 0) continue;
      segments ??= [...segmenter.segment(pair.chinese)];
      const isBefore = (segment) =>
        before.has(segment) || (negations.has(segment) && !isNegative.test(word));
      const found = wordsAround(segments, at, stretch.length, isBefore);
      const all = counts.get(word);
      all.set(found, (all.get(found) ?? 0) + 1);
    }
  }
  const whole = new Map();
  for (const [word, all] of counts) {
    const total = [...all.values()].reduce((sum, count) => sum + count, 0);
    const [best] = [...all].sort((a, b) => b[1] - a[1]);
    if (best && best[1] >= least * total && [...best[0]].length <= longest)
      whole.set(word, best[0]);
  }
  return whole;
}
