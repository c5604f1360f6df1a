/** Sentences of the engine's, known by their shapes: what they name stands where the shape has {}. */

type Say = (...found: readonly string[]) => string;

export type Shapes = readonly (readonly [english: string, say: Say])[];

/** What stands for a phrase that is not known: a sentence with it is not told. */
export const kUnknown = '\0';

/** Tells phrases of these shapes. Names, numbers and quoted texts stay as they are. */
export function phrasesOf(shapes: Shapes): (text: string) => string {
  return (text) => {
    const known = found(shapes, text);
    if (known !== null) return known;
    const quoted = /^'(.*)'$/s.exec(text);
    if (quoted && !/', '/.test(text)) return `“${quoted[1]}”`;
    if (/^(?:"[^"]*"|true|false)(?:(?:, | or )(?:"[^"]*"|true|false))*$/.test(text))
      return listed(text);
    return /[ ]/.test(text) ? kUnknown : text;
  };
}

/** With a blank between Chinese and what is written in Latin letters or digits. */
export const withBlank = (said: string): string => (/^[\w"[-]/.test(said) ? ` ${said}` : said);

/** `"a", "b" or "c"` */
export const listed = (names: string): string =>
  names.replaceAll(', ', '、').replaceAll(' or ', ' 或 ');

/** What the engine quotes, in the marks of Chinese; what is written in brackets is JSON, and keeps its own. */
export const inChineseMarks = (sentence: string): string =>
  sentence
    .replace(
      /(\[[^\]]*\]|\{[^}]*\}|“[^”]*”)|(?:(?<=\p{Script=Han}) )?(?:"((?:[^"\\]|\\.)*)"|'([^']*)')(?: (?=\p{Script=Han}))?/gsu,
      (all, kept, text, other) => (kept === undefined ? `“${text ?? other}”` : all),
    )
    .replaceAll('”、“', '”“');

/** A number of the engine's with its thousands apart; it may be too long for a float. */
export const counted = (digits: string): string => digits.replace(/\B(?=(?:\d{3})+$)/g, ',');

const patterns = new Map<string, RegExp>();

/** What a sentence of one of these shapes says; null where it has another. */
export function found(table: Shapes, text: string): string | null {
  for (const [english, say] of table) {
    const pattern = patterns.get(english) ?? patternOf(english);
    patterns.set(english, pattern);
    const parts = pattern.exec(text);
    if (parts) return say(...parts.slice(1));
  }
  return null;
}

function patternOf(english: string): RegExp {
  const [first = '', ...others] = english
    .split('{}')
    .map((each) => each.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'));
  // A file's name at the beginning: what stands before that is no part of it.
  const begin = first === '' ? '((?:(?!: ).)*?)' : `${first}(.*?)`;
  return new RegExp(others.length === 0 ? `^${first}$` : `^${begin}${others.join('(.*?)')}$`, 's');
}
