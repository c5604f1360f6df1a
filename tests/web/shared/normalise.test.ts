import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  changesOf,
  checkNormalizer,
  normalise,
  type Normalizer,
} from '../../../web/src/shared/normalise.ts';

function shipped(model: string, field = 'normalizer'): Normalizer {
  const path = new URL(`../../../models/${model}/config.json`, import.meta.url);
  const config = JSON.parse(readFileSync(path, 'utf8')) as Record<string, unknown>;
  return checkNormalizer(config[field], `${model}/config.json`);
}

const read = (normalizer: Normalizer, text: string) => normalise(normalizer, text)?.text ?? text;
const changed = (normalizer: Normalizer, text: string) =>
  changesOf(text, normalise(normalizer, text)).map(({ from, to }) => [from, to]);

describe('the poems’ model', () => {
  const tang = shipped('tang');

  it.each([
    ['床前明月光，', '床前明月光，'],
    ['床前明月光,', '床前明月光，'],
    ['床前明月光.', '床前明月光。'],
    ['何處是歸程?', '何处是归程？'],
    ['床前 明月光', '床前明月光'],
    ['牀前明月光', '床前明月光'],
    ['空山新雨後，天氣晚來秋', '空山新雨后，天气晚来秋'],
    ['國破山河在', '国破山河在'],
    ['「空山新雨后」', '空山新雨后'],
    ['（床前·明月光）', '床前明月光'],
    ['床前明月光﹐疑是地上霜﹒', '床前明月光，疑是地上霜。'],
    ['馀氷', '余冰'],
  ])('reads %s as %s', (text, wanted) => {
    expect(read(tang, text)).toBe(wanted);
  });

  it('marks verses that are parted by line breaks, as couplets are', () => {
    expect(read(tang, '床前明月光\n疑是地上霜\n举头望明月\n低头思故乡')).toBe(
      '床前明月光，疑是地上霜。举头望明月，低头思故乡',
    );
    expect(read(tang, '床前明月光，\r\n疑是地上霜。\r\n举头望明月')).toBe(
      '床前明月光，疑是地上霜。举头望明月',
    );
    expect(read(tang, '床前明月光，\n疑是地上霜\n举头望明月\n')).toBe(
      '床前明月光，疑是地上霜。举头望明月',
    );
    expect(read(tang, '床前明月光 疑是地上霜　举头望明月')).toBe(
      '床前明月光，疑是地上霜。举头望明月',
    );
  });

  it('marks no words of letters as verses', () => {
    expect(read(tang, 'Hello 世界')).toBe('Hello世界');
    expect(read(tang, '我用Python写 世界')).toBe('我用Python写世界');
    expect(read(tang, 'Hello，床前明月光 疑是地上霜')).toBe('Hello，床前明月光。疑是地上霜');
  });

  it('leaves alone what the model has no way to write', () => {
    expect(read(tang, '今天天气很好')).toBe('今天天气很好');
    expect(normalise(tang, '空山新雨后，')).toBeNull();
  });

  it('changes no character that the model knows', () => {
    const path = new URL('../../../models/tang/vocab.json', import.meta.url);
    const vocabulary = JSON.parse(readFileSync(path, 'utf8')) as Record<string, number>;
    const characters = Object.keys(vocabulary).filter((token) => [...token].length === 1);
    expect(normalise(tang, characters.join(''))).toBeNull();
    // … and what it changes a character into, the model knows.
    const steps = tang.type === 'Sequence' ? tang.normalizers : [tang];
    const made = steps.flatMap((step) => (step.type === 'Characters' ? [...step.to] : []));
    expect(made.filter((each) => !(each in vocabulary))).toEqual([]);
    expect(made.length).toBeGreaterThan(2000);
  });
});

describe.each([
  ['stories', 'normalizer'],
  ['en-zh', 'source_normalizer'],
])('the English of %s', (model, field) => {
  const normalizer = shipped(model, field);

  it('has straight quotes and apostrophes', () => {
    expect(read(normalizer, '“It isn’t,” she said… ‘No.’')).toBe("\"It isn't,\" she said... 'No.'");
  });

  it('has no full-width forms', () => {
    expect(read(normalizer, 'Ｔｈｅ　ｄｏｇ！')).toBe('The dog!');
  });

  it('is left alone where it is plain', () => {
    expect(normalise(normalizer, 'The café, "isn\'t" it? 中国')).toBeNull();
  });

  it('has no Chinese marks, and keeps its places', () => {
    const text = 'The dog、the cat。Ｉ｡';
    expect(read(normalizer, text)).toBe('The dog,the cat.I.');
    expect(changesOf(text, normalise(normalizer, text)).map(({ start }) => start)).toEqual([
      7, 15, 16, 17,
    ]);
  });

  // Stories have paragraphs; a translator has read single sentences.
  it(`has line breaks ${model === 'stories' ? 'of one kind' : 'no more'}`, () => {
    const wanted = model === 'stories' ? 'One.\nTwo.\nThree.' : 'One. Two. Three.';
    expect(read(normalizer, 'One.\nTwo.\u2029Three.')).toBe(wanted);
    if (model === 'stories') expect(read(normalizer, 'One.\r\nTwo.')).toBe('One.\nTwo.');
  });
});

/** A letter and so many pairs of marks, each in the order that NFKC turns round. */
const marked = (pairs: number) => `a${'\u0301\u0323'.repeat(pairs)}`;

describe('NFKC', () => {
  it('is as it is written up to 30 marks in a row', () => {
    for (let pairs = 0; pairs <= 15; ++pairs) {
      const text = `ｘ${marked(pairs)}é${marked(15)}…\u0301`;
      expect(read({ type: 'NFKC' }, text), String(pairs)).toBe(text.normalize('NFKC'));
    }
  });

  it('loses no mark of more', () => {
    const sorted = (text: string) => [...text.normalize('NFD')].sort();
    for (const pairs of [16, 31, 100]) {
      const text = `${marked(pairs)}b${marked(pairs)}`;
      expect(sorted(read({ type: 'NFKC' }, text))).toEqual(sorted(text));
    }
  });

  it.each([
    ['after a letter', marked(2 ** 17)],
    ['after none', '\u0301\u0323'.repeat(2 ** 17)],
  ])('takes a time linear in the marks, %s', (_, text) => {
    const begun = performance.now();
    const normalised = normalise({ type: 'NFKC' }, text);
    expect(changesOf(text, normalised).length).toBeGreaterThan(1000);
    expect(performance.now() - begun).toBeLessThan(5000);
  });
});

describe('offsets', () => {
  it('lead back to what was written, through several steps', () => {
    const normalizer: Normalizer = {
      type: 'Sequence',
      normalizers: [
        { type: 'NFKC' },
        { type: 'Characters', from: '.𠀋', to: '。丈' },
        { type: 'Remove', characters: '"' },
      ],
    };
    const text = '"a…𠀋"b';
    const normalised = normalise(normalizer, text);
    expect(normalised?.text).toBe('a。。。丈b');
    const spans = [...(normalised?.text ?? '')].map((_, i) =>
      text.slice(normalised?.starts[i], normalised?.ends[i]),
    );
    expect(spans).toEqual(['a', '…', '…', '…', '𠀋', 'b']);
    expect(changesOf(text, normalised)).toEqual([
      { start: 0, end: 1, from: '"', to: '' },
      { start: 2, end: 3, from: '…', to: '。。。' },
      { start: 3, end: 5, from: '𠀋', to: '丈' },
      { start: 5, end: 6, from: '"', to: '' },
    ]);
  });

  it('of many marks in a row are those of the mark’s piece of the text', () => {
    const text = `${marked(40)}…`;
    const normalised = normalise({ type: 'NFKC' }, text);
    // The run is ordered up to its 30th mark, and from there on.
    const wanted = `\u1ea1${'\u0323'.repeat(14)}${'\u0301'.repeat(15)}`;
    expect(normalised?.text.slice(0, 30)).toBe(wanted);
    expect([normalised?.starts[29], normalised?.ends[29]]).toEqual([0, 31]);
    expect([normalised?.starts[30], normalised?.ends[30]]).toEqual([31, 62]);
    const [first, second, ...others] = changesOf(text, normalised);
    expect([first?.start, first?.end, second?.start, second?.end]).toEqual([0, 31, 31, 62]);
    expect(others.at(-1)).toEqual({ start: 81, end: 82, from: '…', to: '...' });
  });

  it('of a text that is emptied are none', () => {
    const normalised = normalise({ type: 'Remove', characters: 'ab' }, 'abba');
    expect(normalised?.text).toBe('');
    expect(changed({ type: 'Remove', characters: 'ab' }, 'abba')).toEqual([['abba', '']]);
  });

  it('are quick to find in a long text', () => {
    const text = '後来 '.repeat(100_000);
    expect(read(shipped('tang'), text)).toBe('后来'.repeat(100_000));
  });
});

it.each([
  [undefined, 'x: type is absent; known are Sequence, NFKC, Characters, Remove, Verses'],
  [{ type: 'Lowercase' }, /^x: type is "Lowercase"; known are/],
  [{ type: 'Characters', from: 'ab', to: 'a' }, 'x: "from" has 2 characters, "to" has 1'],
  [{ type: 'Characters', from: 'ab' }, 'x: Characters needs "to", a text that is not empty'],
  [{ type: 'Sequence', normalizers: [{ type: 'Remove' }] }, /Remove needs "characters"/],
  [
    { type: 'Sequence', normalizers: Array<object>(33).fill({ type: 'NFKC' }) },
    'x: it has 33 steps, expected at most 32',
  ],
  [{ type: 'Sequence' }, 'x: Sequence needs "normalizers", a list'],
  ...['5', 0, -1, 1.5, 1e308].map((length): [object, string] => [
    { type: 'Verses', between: ',', after: '.', lengths: [7, length] },
    `x: "lengths" is ${JSON.stringify([7, length])}, expected up to 32 whole numbers from 1 on`,
  ]),
  [
    { type: 'Verses', between: ',', after: '.', lengths: Array<number>(33).fill(5) },
    /^x: "lengths" is \[5,5,.*…, expected up to 32 whole numbers from 1 on$/,
  ],
])('%j is refused in a sentence', (normalizer, message) => {
  expect(() => checkNormalizer(normalizer, 'x')).toThrow(message);
});

it('a text that is too long, or becomes so, is refused before it grows', () => {
  const bomb = { type: 'Verses', between: 'a'.repeat(1e5), after: 'a'.repeat(1e5), lengths: [1] };
  const verses = checkNormalizer(bomb, 'x');
  expect(() => normalise(verses, `${'a\n'.repeat(9000)}a`)).toThrow(
    'the text has 900009001 characters; at most 1048576 are split into tokens at once',
  );
  const doubling = { type: 'Verses', between: 'a\na\na', after: 'a\na\na', lengths: [1] };
  const often = { type: 'Sequence', normalizers: Array<object>(32).fill(doubling) };
  expect(() => normalise(checkNormalizer(often, 'x'), 'a\na\na')).toThrow(/at most 1048576/);
  expect(() => normalise({ type: 'NFKC' }, 'a'.repeat(2 ** 20 + 1))).toThrow(/at most 1048576/);
});
