import { defaultConverter } from 'lit';
import { expect, it } from 'vitest';
import {
  amount,
  asGiven,
  asJson,
  asJsonOver,
  asNumber,
  asSwitchOrText,
  cellPlace,
  controls,
  headPlace,
  oneOf,
  type Rule,
  someOf,
  under,
  whole,
  whyNone,
} from '../../../web/src/elements/base/attributes.ts';

function expectRefused(rule: Rule, value: unknown, sentence: string): void {
  expect(() => rule('x', value)).toThrow(
    expect.objectContaining({
      code: 'InvalidArgument',
      message: sentence,
      details: { kind: 'invalidOption', option: 'x' },
    }),
  );
}

it('a whole number is one, within its range', () => {
  for (const value of [0, 7]) whole(0)('x', value);
  whole(1, 3)('x', 3);
  for (const value of [-1, 0.5, Number.NaN, Infinity])
    expectRefused(whole(0), value, `x must be a whole number of at least 0, found ${value}`);
  expectRefused(whole(0), '1', 'x must be a whole number of at least 0, found "1"');
  expectRefused(whole(1, 3), 4, 'x must be a whole number from 1 to 3, found 4');
});

it('an amount is a finite number', () => {
  for (const value of [0, 0.5]) amount(0)('x', value);
  for (const value of [-0.5, Number.NaN, Infinity])
    expectRefused(amount(0), value, `x must be a number of at least 0, found ${value}`);
  expectRefused(amount(0), '1', 'x must be a number of at least 0, found "1"');
});

it('words are those of a list', () => {
  oneOf('a', 'b')('x', 'b');
  expectRefused(oneOf('a', 'b'), 'c', 'x must be "a" or "b", found "c"');
  for (const value of ['a', 'b  a', '']) someOf('a', 'b', 'c')('x', value);
  expectRefused(someOf('a', 'b', 'c'), 'a d', 'x must be made of "a", "b" or "c", found "d"');
  expectRefused(
    someOf('a', 'b'),
    'a b a',
    'x must be made of "a" or "b", each once, found "a b a"',
  );
});

it('controls are all, none, or some of those that there are', () => {
  const two = controls('a', 'b');
  expect(two.names).toEqual(['a', 'b']);
  for (const value of [true, false, 'b', 'b  a', 'a a']) two('x', value);
  const expected = 'x must be without a value, or made of "a" or "b"';
  for (const [value, found] of [
    ['a c', '"c"'],
    ['true', '"true"'],
    ['', '""'],
    ['  ', '"  "'],
    [1, '1'],
    [['a'], 'a list'],
  ] as const)
    expectRefused(two, value, `${expected}, found ${found}`);
  controls()('x', true);
  expectRefused(
    controls(),
    'a',
    'x must be without a value (this element has no controls of its own), found "a"',
  );
});

it('a head is one of a layer, both counted from 0', () => {
  headPlace('x', { layer: 0, head: 3 });
  const refused = (value: unknown, name: string, found: unknown) =>
    expect(() => headPlace('x', value)).toThrow(
      `x.${name} must be a whole number of at least 0, found ${found}`,
    );
  refused({ layer: -1, head: 0 }, 'layer', -1);
  refused({ layer: 0, head: 0.5 }, 'head', 0.5);
  refused({ layer: 0 }, 'head', undefined);

  const rule = under(['a', 'b'], headPlace);
  rule('x', {});
  rule('x', { b: { layer: 1, head: 1 }, a: undefined });
  expect(() => rule('x', { b: { layer: 1, head: -2 } })).toThrow(
    'x.b.head must be a whole number of at least 0, found -2',
  );
  expect(() => rule('x', { c: { layer: 1, head: 1 } })).toThrow(
    'x must be made of "a" or "b", found "c"',
  );
});

it('a cell that an attribute gives is named, and a prototype in its JSON gives none', () => {
  const refused = (text: string, sentence: RegExp) =>
    expect(() => cellPlace('cell', asJson.fromAttribute(text))).toThrow(sentence);
  cellPlace('cell', asJson.fromAttribute('{"layer":0,"place":1}'));
  for (const text of ['{"__proto__":{"layer":0,"place":1}}', '{"place":1}', '{}'])
    refused(text, /^cell\.layer must be a whole number of at least 0, found undefined$/);
  refused('{"layer":0}', /^cell\.place must be a whole number of at least 0, found undefined$/);
});

it('the sentence shows the beginning of a text that is long or has several lines', () => {
  const found = `"${'y'.repeat(99)}…`;
  expectRefused(oneOf('a'), 'y'.repeat(1e6), `x must be "a", found ${found}`);
  expectRefused(oneOf('a'), 'b\n', 'x must be "a", found "b\\u000a"');
  expectRefused(oneOf('a'), Symbol('s'), 'x must be "a", found "Symbol(s)"');
});

it('a property takes the text that its attribute has', () => {
  for (const [text, value] of [
    ['1', 1],
    [' -0.5', -0.5],
    ['', ''],
    [' ', ' '],
    ['one', 'one'],
  ] as const)
    expect(asGiven(text, { type: Number }), text).toBe(value);
  for (const value of [1, Number.NaN, null, undefined, [1]])
    expect(asGiven(value, { type: Number })).toBe(value);
  expect(asGiven('', { type: Boolean })).toBe(false);
  const either = { type: Boolean, converter: asSwitchOrText };
  expect(['', 'a', true, null].map((value) => asGiven(value, either))).toEqual([
    ...[false, 'a', true, null],
  ]);
  expect(asGiven('1', {})).toBe('1');
  expect(asGiven('[1]', { attribute: false })).toBe('[1]');
  expect(asGiven('[1]', { converter: asJson })).toEqual([1]);
  expect(asGiven('[1', { converter: asJson })).toBe('[1');
});

it('the text of a number is decimal digits, as in an attribute', () => {
  for (const [text, value] of [
    ['3', 3],
    [' -0.5 ', -0.5],
    ['.5', 0.5],
    ['1e-3', 0.001],
    ['007', 7],
  ] as const)
    expect(asNumber.converter.fromAttribute(text), text).toBe(value);
  for (const text of ['', ' ', '0x3', '0b11', '0o7', '3px', '1_000', 'Infinity', '１'])
    expect(asNumber.converter.fromAttribute(text), text).toBeNaN();
  expect(asNumber.converter.fromAttribute(null)).toBeNull();
  expect(asGiven('0x3', { type: Number })).toBe('0x3');
});

it('an object that does not say all is as one in an attribute; one that does stays the same', () => {
  const declared = { converter: asJsonOver({ a: 1, b: 2 }) };
  expect(asGiven('{"a": 3}', declared)).toEqual({ a: 3, b: 2 });
  expect(asGiven({ a: 3 }, declared)).toEqual({ a: 3, b: 2 });
  for (const value of [{ a: 3, b: 4 }, [1], 5, null]) expect(asGiven(value, declared)).toBe(value);
});

it('a text that is no JSON is told from one that is JSON of another kind', () => {
  const why = (text: string | null) => whyNone(asJson.fromAttribute(text), { converter: asJson });
  for (const text of ['', 'a', '["a"b"]', "['a']", '{a: 1}', '"a", "b"', '"a', 'a"'])
    expect(why(text), text).not.toBe('');
  for (const text of ['5', '"a"', ' "a\\"b" ', '""', '[]', 'null', null])
    expect(why(text), String(text)).toBe('');
  expect(whyNone('a', {})).toBe('');
  // What a property has that names no converter.
  expect(whyNone('a', { converter: defaultConverter })).toBe('');
});
