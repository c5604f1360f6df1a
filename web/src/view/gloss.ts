/** A text word by word, with what each word mostly stands for in another language. */

/**
 * A Chinese word or character has its reading in pinyin and a word of the other language ('' for none); an English word, in small
 * letters, has a Chinese one.
 */
export type GlossTable = Readonly<
  Record<string, string | readonly [reading: string, word: string]>
>;

export interface GlossedPiece {
  readonly text: string;
  /** '' where the table has none. */
  readonly reading: string;
  readonly word: string;
}

/** Characters of the longest Chinese words in a table. */
const kLongest = 4;
const kPiece = /(\p{Script=Han}+)|([\p{L}\p{N}]+(?:['’]\p{L}+)*)|\s+|./gsu;

/** Chinese is divided into the longest words that the table has, from left to right. Blanks are left out. */
export function glossed(text: string, table: GlossTable): readonly GlossedPiece[] {
  const pieces: GlossedPiece[] = [];
  for (const [piece, chinese, word] of text.matchAll(kPiece)) {
    if (chinese !== undefined) pieces.push(...wordsIn([...chinese], table));
    else if (word !== undefined)
      pieces.push(pieceOf(word, table, word.toLowerCase().replaceAll('’', "'")));
    else if (piece.trim() !== '') pieces.push({ text: piece, reading: '', word: '' });
  }
  return pieces;
}

function wordsIn(characters: readonly string[], table: GlossTable): GlossedPiece[] {
  const words: GlossedPiece[] = [];
  for (let from = 0; from < characters.length;) {
    let count = Math.min(kLongest, characters.length - from);
    const word = () => characters.slice(from, from + count).join('');
    while (count > 1 && !Object.hasOwn(table, word())) --count;
    words.push(pieceOf(word(), table));
    from += count;
  }
  return words;
}

function pieceOf(text: string, table: GlossTable, key = text): GlossedPiece {
  const entry = Object.hasOwn(table, key) ? table[key] : undefined;
  if (entry === undefined) return { text, reading: '', word: '' };
  if (typeof entry === 'string') return { text, reading: '', word: entry };
  return { text, reading: entry[0], word: entry[1] };
}
