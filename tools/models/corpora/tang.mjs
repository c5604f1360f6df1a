// Chinese poems of the Tang: every document is a poem of four or eight lines, five or seven
// characters each, as in 春眠不觉晓，处处闻啼鸟。夜来风雨声，花落知多少。
import { creditsOfPoems } from './credits.mjs';
import { holdOut, joined } from './split.mjs';

export const sources = ['tang-poems.txt'];

// A model that shall never write <unk> must not read it either: poems with a character that occurs
// less often in all poems are left out.
const rareBelow = 10;

/** [{ line, mark }, …], or null where a text is no poem of equal lines in couplets. */
function linesOf(poem) {
  const text = poem.replace(/。+/g, '。'); // the collection ends many poems with two
  if (!/^(\p{Script=Han}+[，？；！、]\p{Script=Han}+[。？！；])+$/u.test(text)) return null;
  const lines = [...text.matchAll(/(\p{Script=Han}+)(\P{Script=Han})/gu)].map((match) => ({
    line: match[1],
    mark: match[2],
  }));
  const lengths = new Set(lines.map(({ line }) => [...line].length));
  return lengths.size === 1 && (lengths.has(5) || lengths.has(7)) ? lines : null;
}

/**
 * A quatrain or an eight-line poem stays whole. Longer ones keep one rhyme, or change it from
 * stanza to stanza, and are cut into stretches of eight lines, with a last one of four; what is
 * left (two or six lines) is dropped. So whatever begins as a poem ends as one, after four lines
 * or after eight.
 */
function stretchesOf(lines) {
  const stretches = [];
  let at = 0;
  while (lines.length - at >= 8) stretches.push(lines.slice(at, (at += 8)));
  if (lines.length - at === 4) stretches.push(lines.slice(at));
  return stretches;
}

const textOf = (lines) => lines.map(({ line, mark }) => line + mark).join('');

// Poets quote each other, and collections repeat themselves with a character changed.
const keysOf = (poem) => poem.lines.map(({ line }) => line);

/** train.txt, valid.txt and credits.md, from lines `title TAB author TAB poem`. */
export function prepare(text) {
  const texts = text
    .split('\n')
    .filter(Boolean)
    .map((row) => row.slice(row.lastIndexOf('\t') + 1));
  const counts = new Map();
  for (const character of texts.join('')) counts.set(character, (counts.get(character) ?? 0) + 1);
  const isCommon = (lines) => [...textOf(lines)].every((c) => counts.get(c) >= rareBelow);

  const poems = [...new Set(texts)]
    .map(linesOf)
    .filter(Boolean)
    .map((lines) => ({ lines, documents: stretchesOf(lines).filter(isCommon).map(textOf) }))
    .filter(({ documents }) => documents.length > 0);
  const { train, held } = holdOut(poems, keysOf);
  const documents = (some) => joined([...new Set(some.flatMap((poem) => poem.documents))]);
  return {
    'train.txt': documents(train),
    'valid.txt': documents(held),
    'credits.md': creditsOfPoems,
  };
}
