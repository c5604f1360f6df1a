import { expect, test } from 'vitest';
import { type Origin, RunningGeneration } from '../../../web/src/worker/generation.ts';
import { plainTexts } from '../../../web/src/worker/texts.ts';

/** A generation whose step i chooses token i, and that counts how often it is asked for what it recorded. */
function counting(length: number) {
  const ids: number[] = [];
  const asked = { recorded: 0 };
  const take = () => ids.push(ids.length) === length;
  const generation = {
    advance: take,
    step: () => {
      const last = take();
      const token = ids.length - 1;
      return { token, last, candidate_ids: [token], beams: [], pruned: [], finished: [] };
    },
    sequences: () => [{ ids: Int32Array.from(ids) }],
    delete() {},
  };
  const hooks = { takeRecorded: () => (asked.recorded++, []), status() {}, delete() {} };
  const wasm = { startGeneration: () => generation };
  const origin = { wasm, model: { delete() {} }, hooks, hookOptions: {} } as unknown as Origin;
  const texts = plainTexts(String, '-');
  return { asked, running: new RunningGeneration({ ...origin, texts }, {} as never) };
}

test('steps after a run go on with the text where the run left it', () => {
  const { running } = counting(5);
  expect(running.step().text).toBe('0');
  expect(running.run(0)).toBe(false); // no time: one step
  expect(running.step().text).toBe('-2');
  expect(running.step().text).toBe('-3');
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
  running.step();
  running.run(1000);
  expect(asked.recorded).toBe(1);
});
