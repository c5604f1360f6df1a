/**
 * Public calls with sizes up to those that are too much, in an engine that may have little memory: a call is answered or
 * refused in a sentence, and everything else lives on. Here is what the tables of this folder share.
 */
import { GlassformerError, loadModel, type Model, sharedEngine, type Tensor } from 'glassformer';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { boundlessFiles } from '../helpers.ts';

const kMaxBytes = 48 * 2 ** 20;

export const zeros = (...shape: number[]): Tensor => ({
  shape,
  data: new Float32Array(shape.reduce((product, n) => product * n, 1)),
});
export const ids = (n: number) => new Int32Array(n) as unknown as number[];
export const letters = (n: number) => 'a'.repeat(n);

/** The answers of a model of its own. */
export async function withModel(
  files: Parameters<typeof loadModel>[0],
  use: (own: Model) => Promise<unknown>,
  options?: Parameters<typeof loadModel>[1],
) {
  const own = await loadModel(files, options);
  try {
    await use(own);
  } finally {
    await own.close();
  }
}

/** In the test that runs: a model without a longest context. */
export let model: Model;

const { grow } = WebAssembly.Memory.prototype;

/** For the tests of the file that calls it. */
export function limitMemory(): void {
  beforeAll(async () => {
    WebAssembly.Memory.prototype.grow = function (pages) {
      if (this.buffer.byteLength + Number(pages) * 2 ** 16 > kMaxBytes)
        throw new RangeError('no more memory');
      return grow.call(this, pages);
    };
  });
  beforeEach(async () => {
    model = await loadModel(boundlessFiles());
  });
  afterEach(() => model.close());
  afterAll(() => {
    WebAssembly.Memory.prototype.grow = grow;
  });
}

/** The largest size that is tried, as a power of two, and where it is not 2^10 the smallest. */
export type Call = readonly [power: number, call: (n: number) => Promise<unknown>, first?: number];

/** 'done', or the code of the refusal, which is a sentence and not the engine's end. */
export async function answerOf(call: (n: number) => Promise<unknown>, n: number): Promise<string> {
  const answer = await call(n).then(
    () => 'done',
    (error: unknown) => {
      expect(error).toBeInstanceOf(GlassformerError);
      const { code, details } = error as GlassformerError;
      if (code === 'OutOfMemory') expect(details).toHaveProperty('bytes', expect.any(Number));
      return `${(error as GlassformerError).code}: ${(error as GlassformerError).message}`;
    },
  );
  expect(answer, String(n)).toMatch(/^(done$|(OutOfMemory|Invalid\w+): [^\n]+$)/);
  expect(answer, String(n)).not.toContain('there is not enough memory for this'); // the engine's end
  return answer.replace(/:.*/, '');
}

const kStepsOfAnOctave = 8;
/** The longest take 40 s on two processors with nothing beside. One that is cut off leaves its model open, and fails all after it. */
const kLongMs = 180_000;

/** What of a table is an exception. */
interface Exceptions {
  /** Of what is too large for other reasons before it takes too much memory. */
  readonly otherLimits?: readonly string[];
  /** What is no file of its kind, however small. */
  readonly neverDone?: readonly string[];
}

/** A test for each call, by what is large in it. */
export function testCalls(
  calls: Readonly<Record<string, Call>>,
  { otherLimits = [], neverDone = [] }: Exceptions = {},
): void {
  limitMemory();
  test.each(Object.entries(calls))(
    '%s',
    { timeout: kLongMs },
    async (name, [power, call, first = 10]) => {
      const answers: string[] = [];
      const ask = async (n: number) => {
        const answer = await answerOf(call, n);
        answers.push(answer);
        return answer === 'done';
      };
      /** Twice as much as before until it is refused, the sizes between these two, and the largest. */
      let i = first;
      while ((await ask(2 ** i)) && i < power) i += 1;
      if (answers.at(-1) !== 'done') {
        for (let part = 1; part < kStepsOfAnOctave; part++)
          await ask(Math.round(2 ** (i - 1 + part / kStepsOfAnOctave)));
        await ask(2 ** power);
      }
      if (!neverDone.includes(name)) expect(answers).toContain('done');
      if (!otherLimits.includes(name)) expect(answers).toContain('OutOfMemory');
      expect((await model.forward('a')).tokens).toHaveLength(1);
      expect((await sharedEngine().info()).openHandles).toBe(1);
    },
  );
}
