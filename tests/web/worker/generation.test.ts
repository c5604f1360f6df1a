import { expect, test } from 'vitest';
import type { GenerationConfig } from '../../../build/wasm/glassformer.js';
import { type Origin, RunningGeneration } from '../../../web/src/worker/generation.ts';
import { plainTexts } from '../../../web/src/worker/texts.ts';

/** A generation whose step i chooses token i, and that counts how often it is asked for what it recorded. */
function counting(
  length: number,
  config: Partial<GenerationConfig> = {},
  checkMemory: (what: string, bytes: number) => unknown = () => ({ value: true }),
) {
  const asked = { recorded: 0 };
  const startGeneration = () => {
    const ids: number[] = [];
    let forced: number | null = null;
    const take = () => {
      ids.push(forced ?? ids.length);
      forced = null;
      return ids.length === length;
    };
    return {
      advance: take,
      step: () => {
        const last = take();
        const token = ids.at(-1)!;
        return { token, last, candidate_ids: [token], beams: [], pruned: [], finished: [] };
      },
      force: (token: number) => void (forced = token),
      sequences: () => [{ ids: Int32Array.from(ids) }],
      delete() {},
    };
  };
  const hooks = { takeRecorded: () => (asked.recorded++, []), status() {}, delete() {} };
  const wasm = { startGeneration, checkMemory };
  const origin = {
    wasm,
    open: () => ({ delete() {} }),
    hooks,
    hookOptions: {},
  } as unknown as Origin;
  const texts = plainTexts(String, '-');
  const given = { num_beams: 1, ...config } as GenerationConfig;
  return { asked, running: new RunningGeneration({ ...origin, texts }, given) };
}

test('steps after a run go on with the text where the run left it', () => {
  const { running } = counting(5);
  expect(running.step(0)[0]!.text).toBe('0');
  expect(running.run(0)).toBe(false); // no time: one step
  expect(running.step(0)[0]!.text).toBe('-2');
  expect(running.step(0)[0]!.text).toBe('-3');
  expect(running.run(1000)).toBe(true);
});

test('a run ends with its generation, however much time it has', () => {
  const { running } = counting(3);
  expect(running.run(1e6)).toBe(true);
  expect(running.result().ids).toEqual([0, 1, 2]);
});

test('where nothing is captured, what was recorded is asked for once', () => {
  const { asked, running } = counting(9);
  running.run(0);
  running.step(0);
  running.run(1000);
  expect(asked.recorded).toBe(1);
});

test('steps that there is no room for are refused each time they are asked for', () => {
  const failure = { code: 'OutOfMemory', message: 'no room', bytes: 1 };
  const asked: number[] = [];
  const checkMemory = (_what: string, bytes: number) => {
    asked.push(bytes);
    return asked.length < 3 ? { value: true } : failure;
  };
  // So many beams that already two steps' ids are asked for.
  const config = { num_beams: 2 ** 14, max_new_tokens: 100, num_candidates: 1 };
  const { running } = counting(100, config, checkMemory);
  for (let step = 0; step < 6; step++) running.step(0); // room for 2, then for 6
  const [first, second] = asked as [number, number];
  expect(second).toBe(3 * first);
  for (let i = 0; i < 3; i++) expect(() => running.step(0)).toThrow('no room');
  for (let i = 0; i < 3; i++) expect(() => running.run(0)).toThrow('no room');
  expect(asked.slice(2)).toEqual(Array(6).fill(7 * first));
});

test('steps are taken ahead for as long as is asked for, but not behind the first and not behind the last', () => {
  const { running } = counting(6);
  const tokens = (some: readonly { readonly token: number }[]) => some.map(({ token }) => token);
  expect(tokens(running.step(1000))).toEqual([0]);
  expect(tokens(running.step(0))).toEqual([1]);
  expect(tokens(running.step(1000))).toEqual([2, 3, 4, 5]);
});

test('what was taken back has not happened; what was forced before has', () => {
  const { running } = counting(9);
  running.step(0);
  running.force(70);
  const ahead = running.step(1000);
  expect(ahead.map(({ text }) => text)).toEqual(['-70', '-2', '-3', '-4', '-5', '-6', '-7', '-8']);
  running.takeBack(6);
  expect(running.result().ids).toEqual([0, 70, 2]);
  running.force(80);
  expect(running.step(0)[0]!.text).toBe('-80');
  running.takeBack(1);
  expect(running.step(0)[0]!.text).toBe('-3');
});

test('steps before one that is refused are given, and it is refused when it is asked for', () => {
  const failure = { code: 'OutOfMemory', message: 'no room', bytes: 1 };
  let count = 0;
  const checkMemory = () => (++count < 3 ? { value: true } : failure);
  const config = { num_beams: 2 ** 14, max_new_tokens: 100, num_candidates: 1 };
  const { running } = counting(100, config, checkMemory);
  running.step(0);
  expect(running.step(1000)).toHaveLength(5);
  for (let i = 0; i < 2; i++) expect(() => running.step(1000)).toThrow('no room');
  expect(() => running.run(1000)).toThrow('no room');
  running.takeBack(2);
  expect(running.result().ids).toEqual([0, 1, 2, 3]);
});
