// What makes four or eight lines a Tang poem that can be checked by counting: the metre, and the
// rhyme as far as other poems tell it.

const oddMarks = '，？；！、';
const evenMarks = '。？！；';

/** The lines of Chinese characters in a text. */
export const linesOf = (text) => text.match(/\p{Script=Han}+/gu) ?? [];

/**
 * What is wrong with a poem's metre, in a word or two; null where nothing is: lines of five or
 * seven characters, all alike, four or eight of them, in couplets that a comma parts and a full
 * stop ends.
 */
export function metreFault(text) {
  const lines = linesOf(text);
  const lengths = lines.map((line) => [...line].length);
  if (![5, 7].includes(lengths[0])) return `a first line of ${lengths[0] ?? 0}`;
  if (lengths.some((length) => length !== lengths[0])) return 'unequal lines';
  const marks = text.match(/\P{Script=Han}+/gu) ?? [];
  const fits = (mark, i) =>
    (i % 2 === 0 ? oddMarks : evenMarks).includes(mark) && mark.length === 1;
  if (marks.length !== lines.length || !marks.every(fits)) return 'wrong marks';
  return lines.length === 4 || lines.length === 8 ? null : `${lines.length} lines`;
}

/** The characters that shall rhyme: the last ones of every second line. */
export const rhymeWords = (text) =>
  linesOf(text)
    .filter((_, i) => i % 2 === 1)
    .map((line) => [...line].at(-1));

const length = (profile) => Math.sqrt([...profile.values()].reduce((sum, n) => sum + n * n, 0));

/**
 * Which characters rhyme, learned from poems. No table of rhymes is needed, and today's
 * pronunciation, which often hides a rhyme of the time, has no say: two characters rhyme if they
 * keep the same company, that is, if the characters that share poems with them as rhyme words are
 * the same (cosine of the counts; characters of different rhymes have next to none in common).
 */
export class Rhymes {
  static #alike = 0.1;
  #profiles = new Map(); // character → (character → how often both end lines of one poem)

  constructor(poems) {
    for (const words of poems.map(rhymeWords)) {
      for (const a of words) for (const b of words) if (a !== b) this.#add(a, b);
    }
  }

  #add(a, b) {
    if (!this.#profiles.has(a)) this.#profiles.set(a, new Map());
    const profile = this.#profiles.get(a);
    profile.set(b, (profile.get(b) ?? 0) + 1);
  }

  /** Null where the poems don't tell. */
  rhyme(a, b) {
    if (a === b) return true;
    const [mine, yours] = [this.#profiles.get(a), this.#profiles.get(b)];
    if (!mine || !yours) return null;
    let common = 0;
    for (const [character, count] of mine) common += count * (yours.get(character) ?? 0);
    return common / (length(mine) * length(yours)) >= Rhymes.#alike;
  }

  /** Whether all rhyme words of a poem are known and rhyme with the first. */
  isRhymed(text) {
    const [first, ...others] = rhymeWords(text);
    return others.length > 0 && others.every((word) => word !== first && this.rhyme(first, word));
  }
}
