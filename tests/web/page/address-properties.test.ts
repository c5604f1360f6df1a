/** What holds of any address, found by trying many: fast-check shrinks what breaks it. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readAddress, writeAddress } from '../../../web/page/address.ts';
import { createStory } from '../../../web/page/story.ts';
import './all-languages.ts';

const { fields } = createStory('en');
const keys = fields.map(({ key }) => key);

/** The address as the page writes it after it has read one. */
function again(address: string): string {
  const begun = performance.now();
  readAddress(fields, address);
  const written = writeAddress(fields);
  expect(performance.now() - begun).toBeLessThan(kMaxMs);
  return written;
}

const kMaxMs = 5000;

/** Of the signs and words that the fields are made of. */
const likely = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        ...['encoder.', 'decoder.', 'cross.', '*', '*0', '.', ' ', '+', ':', ',', '-', 'e', '%'],
        ...['temperature:', 'top_k:', 'seed:', 'num_beams:', 'zh', 'matrix', 'life', '__proto__:'],
        ...['NaN', 'Infinity', '人', '\u{1F600}', '\uD800', '\0', '1e3', '0x1'],
      ),
      fc.integer({ min: -1, max: 2 ** 33 }).map(String),
      fc.double().map(String),
    ),
    { maxLength: 12 },
  )
  .map((parts) => parts.join(''));

/** Of tens of thousands of characters, as a link may have them. */
const parts = ['a\n', 'a ', '1', '*.', 'a,', '\u0301\u0323', '１', '{"a":', '人', '\ud800', '%'];
const long = fc
  .tuple(
    fc.oneof(likely, fc.constantFrom(...parts)),
    fc.integer({ min: 20_000, max: 80_000 }),
    likely,
  )
  .map(([part, length, end]) => part.repeat(Math.ceil(length / (part.length || 1))) + end);

const short = fc.oneof(likely, fc.string({ unit: 'binary', maxLength: 40 }));
const value = fc.oneof({ weight: 9, arbitrary: short }, { weight: 1, arbitrary: long });
const given = fc
  .array(fc.tuple(fc.constantFrom(...keys), value), { maxLength: 8 })
  .map((pairs) => `#${new URLSearchParams(pairs)}`);
const address = fc.oneof(given, fc.string({ unit: 'binary', maxLength: 200 }), value);

it('any address is read, and what is written of it says the same', () => {
  fc.assert(
    fc.property(address, (text) => {
      const once = again(text);
      expect(again(once)).toBe(once);
    }),
    { numRuns: 2000 },
  );
});

it('no address leaves anything behind for the next one', () => {
  fc.assert(
    fc.property(address, address, (before, text) => {
      const alone = again(text);
      again(before);
      expect(again(text)).toBe(alone);
    }),
    { numRuns: 500 },
  );
});

it('an address has the fields of the story only, each once', () => {
  fc.assert(
    fc.property(address, (text) => {
      const written = [...new URLSearchParams(again(text).slice(1)).keys()];
      expect(written).toEqual(keys.filter((key) => written.includes(key)));
    }),
    { numRuns: 500 },
  );
});

it.each(keys)('%s of tens of thousands of characters is read at once', (key) => {
  for (const part of parts) {
    const once = again(`#${new URLSearchParams([[key, part.repeat(80_000 / part.length)]])}`);
    expect(again(once)).toBe(once);
  }
});
