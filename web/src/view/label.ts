/** What stands beside a row, a column or a bar: a token's text made visible, short and of known width. */
import type { ResolvedConfig } from '../shared/model-types.ts';
import type { Token } from '../shared/run-types.ts';

export interface Label {
  readonly text: string;
  /** Position of the token in its text, which gives it its colour; absent for labels that are not tokens. */
  readonly position?: number;
}

/** The same list for the same tokens, so that elements which are given it see no change. */
export function tokenLabels(tokens: readonly Token[]): readonly Label[] {
  const known = labelsOf.get(tokens);
  if (known !== undefined) return known;
  const labels = tokens.map((token, position) => ({ text: visibleText(token.text), position }));
  labelsOf.set(tokens, labels);
  return labels;
}

const labelsOf = new WeakMap<readonly Token[], readonly Label[]>();

/** Exactly `count` labels: the same list where it has so many; else without those too many, or with empty ones behind. */
export function fitLabels(labels: readonly Label[], count: number): readonly Label[] {
  if (labels.length === count) return labels;
  return Array.from({ length: count }, (_, i) => labels[i] ?? { text: '' });
}

/** Numbers from 1 on, for what has no texts: the same list for the same count. */
export function numberLabels(count: number): readonly Label[] {
  const known = numbered.get(count);
  if (known !== undefined) return known;
  const labels = Array.from({ length: count }, (_, i) => ({ text: String(i + 1) }));
  numbered.set(count, labels);
  return labels;
}

const numbered = new Map<number, readonly Label[]>();

/** The arrows on the keys that write them: unlike the pictures of control characters, they are in every typeface. */
const kArrows: Readonly<Record<string, string>> = { '\n': '↵', '\t': '⇥' };

/**
 * A token as it is shown: blanks that would vanish get a sign, line breaks and tabs an arrow, control characters a picture; a sign that
 * only turns or joins what stands beside it is told by its number.
 */
export function visibleText(text: string): string {
  const trimmed = text.trim();
  const core = trimmed === '' ? text.replace(/ /g, '␣') : trimmed;
  if (/^\p{Cf}$/u.test(core)) return `U+${core.codePointAt(0)!.toString(16).toUpperCase()}`;
  return core.replace(
    /[\u0000-\u001f]/g,
    (control) => kArrows[control] ?? String.fromCharCode(0x2400 + control.charCodeAt(0)),
  );
}

/** Whether it begins with the blank that stands before a word. Of nothing but blanks each is shown anyway. */
export function beginsWithBlank(text: string): boolean {
  return /^ +\S/.test(text);
}

/** A token's text where none stands before it: made visible, with the sign of the blank that it begins with. */
export function alone(text: string): string {
  return (beginsWithBlank(text) ? '␣' : '') + visibleText(text);
}

/** What a vocabulary of characters or words calls everything that it lacks. */
const kUnknown = '<unk>';

/** Whether the token stands for text that the model's list of tokens lacks. */
export function isUnknown({ text }: Pick<Token, 'text'>): boolean {
  return text === kUnknown;
}

/**
 * Whether the token can be written behind a text, to be read again: what the list lacks, a part of a character, and blanks
 * alone, which are not read at the end of a line, cannot.
 */
export function isWritable({ text }: Pick<Token, 'text'>): boolean {
  return /\S$|\n$/.test(text) && text !== kUnknown && !/<0x[0-9A-F]{2}>/.test(text);
}

/** The language of a text, where that of the page is seen to be another: a screen reader's voice goes by it. */
export function languageOfText(text: string, page: string): 'en' | 'zh' | null {
  const isChinese = page.startsWith('zh');
  if (/\p{Script=Han}/u.test(text)) return isChinese ? null : 'zh';
  return isChinese && /\p{Script=Latin}/u.test(text) ? 'en' : null;
}

/** What stands in the text where its tokens are unknown: each once, in the order of the text. */
export function unknownIn(text: string, tokens: readonly Token[]): string[] {
  const found = tokens.filter(isUnknown).map(({ start, end }) => text.slice(start, end));
  return [...new Set(found)];
}

/** The same of what a model reads byte by byte instead: each of a character's bytes has the place of all of it. */
export function inBytesIn(text: string, tokens: readonly Token[]): string[] {
  const found = tokens.filter((token) => /^<0x[0-9A-F]{2}>$/.test(token.text));
  return [...new Set(found.map(({ start, end }) => text.slice(start, end)))];
}

/** What a token that is no text marks. */
export type Mark = 'end' | 'start' | 'pad';

type MarkIds = Pick<
  ResolvedConfig,
  'eos_token_ids' | 'bos_token_id' | 'decoder_start_token_id' | 'pad_token_id'
>;

/**
 * What the token marks under this config; null for text. A config may name an ordinary token too (a full stop that ends
 * a text): only what is written as a sign, "<…>" or "[…]", or not at all, is a mark.
 */
export function markOf(id: number, text: string, ids: MarkIds): Mark | null {
  if (text !== '' && !/^(<[^<>]+>|\[[^[\]]+\])$/.test(text)) return null;
  if (ids.eos_token_ids.includes(id)) return 'end';
  if (id === ids.bos_token_id) return 'start';
  if (id === ids.pad_token_id) return 'pad';
  return id === ids.decoder_start_token_id ? 'start' : null;
}

/** Decoded text without the bytes at its end that are no whole character yet. */
export function wholeText(text: string): string {
  return text.replace(/\uFFFD+$/, '');
}

/** At most `limit` characters as readers count them, with an ellipsis for what is left out. */
export function shorten(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const characters = splitCharacters(text, limit + 1);
  return characters.length <= limit ? text : `${characters.slice(0, limit - 1).join('')}…`;
}

/**
 * For the element of a label: only a long one is cut where it has no room. A browser takes time for everything that it cuts
 * in every frame, and 200 tokens stand in several figures.
 */
export function longOrNot(text: string): 'long' | '' {
  // The narrowest places have room for six letters, or ideographs.
  return text.length > 6 ? 'long' : '';
}

/** The number of each label among the labels with the same text, from 1; 0 where no other label has its text. */
export function ordinalsOf(labels: readonly Label[]): readonly number[] {
  const known = ordinals.get(labels);
  if (known !== undefined) return known;
  const counts = new Map<string, number>();
  const places = labels.map(({ text }) => {
    const place = (counts.get(text) ?? 0) + 1;
    counts.set(text, place);
    return place;
  });
  const found = places.map((place, i) => (counts.get(labels[i]?.text ?? '') === 1 ? 0 : place));
  ordinals.set(labels, found);
  return found;
}

/** A sentence of 200 tokens asks for each of them again and again. */
const ordinals = new WeakMap<readonly Label[], readonly number[]>();

/** How wide a text is in units of the font size: ideographs are 1, Latin letters a little over half. */
export function textWidth(text: string): number {
  let width = 0;
  for (const character of text) width += isWide(character) ? 1 : 0.58;
  return width;
}

function isWide(character: string): boolean {
  return /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|\p{Extended_Pictographic}/u.test(
    character,
  );
}

function splitCharacters(text: string, limit: number): string[] {
  const characters: string[] = [];
  for (const { segment } of new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(
    text,
  )) {
    characters.push(segment);
    if (characters.length >= limit) break;
  }
  return characters;
}
