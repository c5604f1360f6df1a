/** A text word by word, with what each word mostly stands for in another language. */

/**
 * A Chinese word or character has a list of its reading in pinyin and a word of the other language ('' for none); an English word,
 * in small letters, has a Chinese one.
 */
export type GlossTable = Readonly<Record<string, string | readonly string[]>>;

export interface GlossedPiece {
  readonly text: string;
  /** '' where the table has none. */
  readonly reading: string;
  readonly word: string;
}

/** What a piece without a word costs, beside 1 for one with a word. */
const kCostOfNone = 2.5;
const kPiece =
  /(\p{Script=Han}+)|((?:(?!\p{Script=Han})[\p{L}\p{N}])+(?:['’](?:(?!\p{Script=Han})\p{L})+)*)|\s+|./gsu;

/**
 * Chinese is divided into as few of the table's words as it can be, where a piece for which the table has no word of the other
 * language counts more than two that have one. Blanks are left out.
 */
export function glossed(text: string, table: GlossTable): readonly GlossedPiece[] {
  const pieces: GlossedPiece[] = [];
  const longest = longestIn(table);
  for (const [piece, chinese, word] of text.matchAll(kPiece)) {
    if (chinese !== undefined) pieces.push(...wordsIn([...chinese], table, longest));
    else if (word !== undefined)
      pieces.push(pieceOf(word, table, word.toLowerCase().replaceAll('’', "'")));
    else if (piece.trim() !== '') pieces.push({ text: piece, reading: '', word: '' });
  }
  return pieces;
}

/** Characters of the longest Chinese word. */
function longestIn(table: GlossTable): number {
  let longest = 1;
  for (const word of Object.keys(table))
    if (word.length > longest && /^\p{Script=Han}+$/u.test(word))
      longest = Math.max(longest, [...word].length);
  return longest;
}

function wordsIn(
  characters: readonly string[],
  table: GlossTable,
  longest: number,
): GlossedPiece[] {
  // Of what begins at each place: what its best division costs, and the first piece of that.
  const best: { readonly cost: number; readonly first: GlossedPiece }[] = [];
  for (let from = characters.length - 1; from >= 0; --from)
    for (let count = Math.min(longest, characters.length - from); count > 0; --count) {
      const text = characters.slice(from, from + count).join('');
      if (count > 1 && !Object.hasOwn(table, text)) continue;
      const first = pieceOf(text, table);
      const cost = (first.word === '' ? kCostOfNone : 1) + (best[from + count]?.cost ?? 0);
      // Of two that cost the same the one with the longer first piece.
      if (cost < (best[from]?.cost ?? Infinity)) best[from] = { cost, first };
    }
  const words: GlossedPiece[] = [];
  for (let from = 0; from < characters.length; from += [...(words.at(-1)?.text ?? '')].length)
    words.push((best[from] as (typeof best)[number]).first);
  return words;
}

function pieceOf(text: string, table: GlossTable, key = text): GlossedPiece {
  const entry = Object.hasOwn(table, key) ? table[key] : undefined;
  if (entry === undefined) return { text, reading: '', word: '' };
  if (typeof entry === 'string') return { text, reading: '', word: entry };
  const [reading = '', word = ''] = entry;
  return { text, reading, word };
}
