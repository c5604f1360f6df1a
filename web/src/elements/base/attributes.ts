/** Checks of what an author writes into attributes. What is wrong is thrown, and the element says it in its place. */
import type { PropertyDeclaration } from 'lit';
import { GlassformerError } from '../../shared/error.ts';
import { printable } from '../../shared/printable.ts';
import type { HeadPlace } from '../../view/heads.ts';
import { attributeText } from './written-attribute.ts';

/** Decimal places: `Number.prototype.toFixed` takes no more. */
export const kMaxDigits = 100;

/** Characters of what was found: an attribute may have millions, a sentence may not. */
const kMaxShown = 100;

/** What most tags may have, of any name. */
export const kOfMostTags = /^(?:class|id|lang|slot|style|(?:aria|data)-.*)$/;

/** Throws where `value` must not stand in the attribute `name`. */
export type Rule = (name: string, value: unknown) => void;

/** The number that a text is in decimal digits; else NaN. `Number` reads "0x3" and "0b11", too, and "" as 0. */
const numberIn = (text: string) => (/^\s*$|[a-df-z]/i.test(text) ? NaN : Number(text));

/** What a property that is a number is declared with, too. */
export const asNumber = {
  converter: { fromAttribute: (text: string | null) => (text === null ? null : numberIn(text)) },
};

/** The converter of a property that is a model's name or an address: blanks around it are no part of it. */
export const asAddress = { fromAttribute: (text: string | null) => text?.trim() ?? null };

/** The converter of a property that is an object: its attribute is JSON. A text that is not JSON, or is a JSON string, stays a text, which the property's rule refuses. */
export const asJson = {
  fromAttribute(text: string | null): unknown {
    try {
      const value: unknown = JSON.parse(text ?? 'null');
      return typeof value === 'string' ? text : value;
    } catch {
      return text;
    }
  },
};

/** A converter of JSON: `read` makes the property's value of the parsed one. A value that a script gives goes through `read`, too. */
export const asJsonOf = (read: (value: unknown) => unknown) => ({
  fromAttribute: (text: string | null) => read(asJson.fromAttribute(text)),
  fromValue: read,
});

/** As `asJson`; what the object does not say is as in `defaults`. */
export const asJsonOver = (defaults: object) =>
  asJsonOf((value) => {
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    // An object with all names is kept as it is, so that an element that is given it again sees no change.
    const isWhole = !isObject || Object.keys(defaults).every((name) => Object.hasOwn(value, name));
    return isWhole ? value : { ...defaults, ...value };
  });

/** The value that a property takes of `value`, given by a script: a text is converted as the attribute would be. */
export function asGiven(value: unknown, { type, converter }: PropertyDeclaration): unknown {
  const { fromAttribute, fromValue } = (converter ?? {}) as Partial<ReturnType<typeof asJsonOf>>;
  if (typeof value !== 'string') return fromValue === undefined ? value : fromValue(value);
  // Preact gives an empty text for null.
  if (type === Boolean && value === '') return false;
  // A text that is not a number stays a text, so that the rule's sentence quotes it.
  if (type === Number) {
    const number = numberIn(value);
    return Number.isNaN(number) ? value : number;
  }
  if (fromAttribute !== undefined) return fromAttribute(value);
  return type === Boolean ? true : value;
}

/** The only text that is JSON and that a converter of JSON leaves a text. */
const kQuotedText = /^\s*"(?:[^"\\]|\\.)*"\s*$/s;

/** The end of the sentence that refuses `value`, where the property's converter reads JSON and the text is not JSON; else empty. */
export function whyNone(value: unknown, { converter }: PropertyDeclaration): string {
  // Lit's default converter has no `fromValue`; ours for JSON have.
  const isJson = converter === asJson || Object.hasOwn(converter ?? {}, 'fromValue');
  return isJson && typeof value === 'string' && !kQuotedText.test(value)
    ? ', which is no JSON'
    : '';
}

/** A whole number from `min` to `max`. */
export function whole(min: number, max = Infinity): Rule {
  return (name, value) => checkWhole(name, value, min, max);
}

/** A finite number from `min` to `max`. */
export function amount(min: number, max = Infinity): Rule {
  return (name, value) => {
    if (Number.isFinite(value) && (value as number) >= min && (value as number) <= max) return;
    refuse(name, `a number ${rangeOf(min, max)}`, quoted(value));
  };
}

/** One of these words. */
export function oneOf(...words: readonly string[]): Rule {
  return (name, value) => {
    if (!words.includes(value as string)) refuse(name, choiceOf(words), `"${String(value)}"`);
  };
}

/** Nothing: the element has its numbers from elsewhere, or its model by another attribute (`calledThere`). */
export function leftOut(tag: string, calledThere?: string): Rule {
  const instead = calledThere === undefined ? '' : `, where it is called ${calledThere}`;
  return (name, value) => {
    if (value !== '') refuse(name, `left out of <${tag}>${instead}`, `"${String(value)}"`);
  };
}

/** The name of one hook, or nothing. */
export const hookName: Rule = (name, value) => {
  if (/[*\s]/.test(String(value))) refuse(name, 'the name of one activation', `"${String(value)}"`);
};

/** The words of a text with blanks between them, each once. */
export function wordsIn(text: string): readonly string[] {
  return [...new Set(text.split(' ').filter((word) => word !== ''))];
}

/** Some of these words, each once, separated by blanks. */
export function someOf(...words: readonly string[]): Rule {
  return (name, value) => {
    const left = new Set(words);
    for (const word of String(value).split(' ')) {
      if (word === '' || left.delete(word)) continue;
      const isTwice = words.includes(word);
      refuse(
        name,
        `made of ${choiceOf(words)}${isTwice ? ', each once' : ''}`,
        `"${isTwice ? String(value) : word}"`,
      );
    }
  };
}

/** Of a property that is true where its attribute has no value. */
export const asSwitchOrText = {
  fromAttribute: (text: string | null) => (text === '' ? true : text),
  toAttribute: attributeText,
};

export interface ControlsRule<Names extends readonly string[] = readonly string[]> extends Rule {
  /** What `fixed` calls them. */
  readonly names: Names;
}

/** Of `fixed`: on or off, or some of these controls. */
export function controls<const Names extends readonly string[]>(
  ...names: Names
): ControlsRule<Names> {
  const expected =
    names.length > 0
      ? `without a value, or made of ${choiceOf(names)}`
      : 'without a value (this element has no controls of its own)';
  const rule: Rule = (name, value) => {
    if (typeof value === 'boolean') return;
    const words = typeof value === 'string' ? wordsIn(value) : [];
    const wrong = words.find((word) => !names.includes(word));
    if (words.length === 0 || wrong !== undefined) refuse(name, expected, quoted(wrong ?? value));
  };
  return Object.assign(rule, { names });
}

/** A text as it is told apart from a number. */
export const quoted = (value: unknown): unknown =>
  typeof value === 'string' ? `"${value}"` : value;

/** An object with whole numbers of at least 0 under these names. */
function placeWith<Name extends string>(...names: readonly Name[]): Rule {
  return (name, value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      refuse(name, `an object with ${names.join(' and ')}`, quoted(value));
    const place = value as Readonly<Record<Name, unknown>>;
    for (const each of names) checkWhole(`${name}.${each}`, place[each], 0);
  };
}

/** A layer and a head of it, counted from 0. */
export const headPlace: Rule = placeWith('layer', 'head');

/** A layer, and the place of a token in the line, counted from 0. */
export const cellPlace: Rule = placeWith('layer', 'place');

/** An object with a value, which the rule is for, under some of these names. */
export function under(names: readonly string[], rule: Rule): Rule {
  const areKnown = someOf(...names);
  return (name, value) => {
    // A text has entries, too: its characters.
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      refuse(name, 'an object', quoted(value));
    const entries = Object.entries(value);
    for (const [key, entry] of entries) {
      areKnown(name, key);
      if (entry !== undefined) rule(`${name}.${key}`, entry);
    }
  };
}

/** A list of whole numbers of at least 0. */
export const wholes: Rule = (name, value) => {
  if (!Array.isArray(value)) refuse(name, 'a list of whole numbers', quoted(value));
  value.forEach((each, i) => checkWhole(`${name}[${i}]`, each, 0));
};

/** An object whose values are finite numbers. */
export const numbers: Rule = (name, value) => {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    refuse(name, 'an object with numbers', quoted(value));
  for (const [key, entry] of Object.entries(value))
    if (!Number.isFinite(entry)) refuse(`${name}.${key}`, 'a number', quoted(entry));
};

export function checkWhole(name: string, value: unknown, min: number, max = Infinity): void {
  if (Number.isInteger(value) && (value as number) >= min && (value as number) <= max) return;
  refuse(name, `a whole number ${rangeOf(min, max)}`, quoted(value));
}

/** Throws where a model of so many layers, and heads in each, has no such head. */
export function checkHead(
  name: string,
  { layer, head }: HeadPlace,
  layers: number,
  heads: number,
): void {
  checkWhole(`${name}.layer`, layer, 0, layers - 1);
  checkWhole(`${name}.head`, head, 0, heads - 1);
}

function rangeOf(min: number, max: number): string {
  return max === Infinity ? `of at least ${min}` : `from ${min} to ${max}`;
}

/** `"a", "b" or "c"` */
export function choiceOf(words: readonly string[]): string {
  const quoted = words.map((word) => `"${word}"`);
  const last = quoted.pop() ?? '';
  return quoted.length === 0 ? last : `${quoted.join(', ')} or ${last}`;
}

/** Objects of JSON may have a `toString` that is none, or be nested too deep for it. */
const shown = (found: unknown): string =>
  typeof found !== 'object' || found === null
    ? String(found)
    : Array.isArray(found)
      ? 'a list'
      : 'an object';

export function refuse(name: string, expected: string, found: unknown): never {
  throw new GlassformerError(
    'InvalidArgument',
    `${name} must be ${expected}, found ${printable(shown(found), kMaxShown)}`,
    { details: { kind: 'invalidOption', option: name } },
  );
}
