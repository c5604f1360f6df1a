/** What holds of any options, found by trying many: each is taken as it is, or refused in a sentence. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readGolden } from '../../../web/src/client/golden.ts';
import {
  checkBatch,
  checkForward,
  checkGenerate,
  checkTable,
} from '../../../web/src/client/options.ts';
import { checkCreate, checkTrain } from '../../../web/src/client/trainer-options.ts';
import { GlassformerError } from '../../../web/src/shared/error.ts';
import type { GenerationOptions } from '../../../web/src/shared/generation-types.ts';
import { generationRules, trainingRules } from '../../../web/src/shared/options.ts';

const hookNames = ['source', 'capture', 'ablate', 'edits'];
const generationNames = [...Object.keys(generationRules), ...hookNames];
const trainingNames = [...Object.keys(trainingRules), 'config', 'texts', 'sequences', 'sources'];

const numbers = fc.oneof(
  fc.constantFrom(0, -0, 1, -1, 0.5, 2 ** 31, 2 ** 32, 2 ** 53, NaN, Infinity, -Infinity),
  fc.double(),
  fc.integer(),
);
/** Tens of thousands of characters or entries, and what a sentence must not repeat. */
const long = fc
  .tuple(
    fc.constantFrom(
      'a',
      '*',
      '0',
      ' ',
      '\n',
      '[',
      '{"a":',
      'blocks.',
      '\u0301\u0323',
      '\ud800',
      '人',
    ),
    fc.integer({ min: 10_000, max: 50_000 }),
    fc.constantFrom('text', 'texts', 'numbers'),
  )
  .map(([part, times, kind]): unknown =>
    kind === 'text' ? part.repeat(times) : Array(times).fill(kind === 'texts' ? part : times),
  );

const hookFields = ['layer', 'head', 'factor', 'stack', 'hook', 'scale', 'add', 'set'];
const part = fc.dictionary(
  fc.constantFrom(...hookFields),
  fc.oneof(numbers, fc.constantFrom('blocks.*', 'encoder', new Float32Array(2), null)),
);
const anyShort = fc.oneof(
  numbers,
  fc.array(numbers, { maxLength: 3 }),
  fc.array(fc.string({ maxLength: 4 }), { maxLength: 3 }),
  fc.array(part, { maxLength: 2 }),
  fc.constantFrom(true, false, null, undefined, '', 'never', 'gnmt', new Float32Array(3)),
  fc.anything({ withBigInt: true, withNullPrototype: true, withTypedArray: true, withDate: true }),
);

const anyValue = fc.oneof({ weight: 19, arbitrary: anyShort }, { weight: 1, arbitrary: long });

const objectOf = (names: readonly string[]) =>
  fc.dictionary(
    fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...names) }, fc.string({ unit: 'binary' })),
    anyValue,
    { maxKeys: 4 },
  );

const kMaxMs = 5000;

/** Whether it was taken; what it was refused with must be one sentence of ours. */
function taken(check: () => unknown): boolean {
  const begun = performance.now();
  try {
    check();
    return true;
  } catch (error) {
    expect(error).toBeInstanceOf(GlassformerError);
    const { message } = error as GlassformerError;
    expect(message).toMatch(/^[^\p{Cc}\u2028\u2029]+$/u);
    expect(message.length).toBeLessThan(1000);
    return false;
  } finally {
    expect(performance.now() - begun).toBeLessThan(kMaxMs);
  }
}

it('any options of a generation are taken as they are, or refused in a sentence', () => {
  let count = 0;
  fc.assert(
    fc.property(objectOf(generationNames), (options) => {
      let checked: GenerationOptions = {};
      if (!taken(() => (checked = checkGenerate(options as GenerationOptions)))) return;
      ++count;
      for (const [name, value] of Object.entries(checked)) {
        expect(generationNames).toContain(name);
        expect(value).toEqual(options[name]);
      }
      expect(checkGenerate(checked)).toEqual(checked);
    }),
    { numRuns: 1500 },
  );
  expect(count).toBeGreaterThan(100); // that not all are refused
});

it.each([
  ['temperature', 1e-300],
  ['temperature', 1e300],
  ['top_p', 1e-320],
])('%s %d is refused as it was written: a 32-bit float would be 0 or infinite', (name, value) => {
  expect(() => checkGenerate({ [name]: value })).toThrow(
    `found ${value}, which as a 32-bit float is ${Math.fround(value)}`,
  );
});

it('any options of a run, of a batch and of a table are taken or refused in a sentence', () => {
  const forward = objectOf(hookNames);
  const table = fc.oneof(objectOf(['vocab', 'rows', 'prefix', 'probabilities']), anyValue);
  fc.assert(
    fc.property(forward, table, (options, rows) => {
      taken(() => checkForward(options));
      taken(() => checkBatch(options as never));
      taken(() => checkTable(rows as never));
    }),
    { numRuns: 2000 },
  );
});

it('any options of training are taken or refused in a sentence', () => {
  fc.assert(
    fc.property(objectOf(trainingNames), objectOf([...hookNames, 'steps', 'every']), (a, b) => {
      taken(() => checkCreate(a as never));
      taken(() => checkTrain(b as never));
    }),
    { numRuns: 2000 },
  );
});

it('any golden.json is read or refused in a sentence', () => {
  const fields = ['computed_by', 'tolerance', 'input', 'activations', 'generated', 'shape'];
  const file = fc.oneof(fc.json(), fc.string(), long.map(String), objectOf(fields).map(asJson));
  fc.assert(
    fc.property(file, (text) => void taken(() => readGolden(text))),
    { numRuns: 2000 },
  );
});

/** What has no JSON is left out. */
function asJson(value: unknown): string {
  try {
    return JSON.stringify(value);
  } catch {
    return '{}';
  }
}
