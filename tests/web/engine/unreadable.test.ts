// Objects that cannot be copied or written: refused in a sentence, and everything else lives on.
import { createTrainer, loadModel, type Model } from 'glassformer';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { refusal, syntheticFiles } from './helpers.ts';

let other: Model;
beforeAll(async () => {
  other = await loadModel('aab');
});
afterAll(() => other.close());

function nested(depth: number): object {
  let inner: object = {};
  for (let i = 0; i < depth; i++) inner = { inner };
  return inner;
}
const cyclic: Record<string, unknown> = {};
cyclic['again'] = cyclic;
const throwing = Object.defineProperty({}, 'x', {
  enumerable: true,
  get() {
    throw new Error('not read');
  },
});

const plain = 'must be made of plain values';
const cases: readonly [string, unknown, string][] = [
  ['deep', nested(4500), 'is nested more than 64 deep, expected less'],
  ['deeper', nested(100_000), 'is nested more than 64 deep, expected less'],
  ['cyclic', cyclic, `${plain} that can be copied`],
  ['a getter that throws', throwing, `${plain} that can be copied`],
  ['a big integer', { x: 1n }, `${plain} that can be copied`],
  ['a function', { x: () => 1 }, `${plain}, found a function`],
  ['a symbol', [Symbol('x')], `${plain}, found a symbol`],
];

test.each(cases)('a config with something %s', async (_, x, sentence) => {
  const { config, weights } = syntheticFiles(16, 20);
  const loading = loadModel({ config: { ...(config as object), x }, weights });
  const error = await refusal(loading);
  expect([error.code, error.message]).toEqual(['InvalidArgument', `loadModel: config ${sentence}`]);
  const training = createTrainer({ config: { ...(config as object), x }, sequences: [[1, 2]] });
  expect((await refusal(training)).message).toBe(`createTrainer: config ${sentence}`);
  expect((await other.forward([0])).tokens).toHaveLength(1);
});

test('bytes that were given away', async () => {
  const { config, weights } = syntheticFiles(16, 20);
  const given = new Uint8Array(weights as Uint8Array);
  structuredClone(given.buffer, { transfer: [given.buffer] });
  const error = await refusal(loadModel({ config, weights: given }));
  expect([error.code, error.message]).toEqual([
    'InvalidArgument',
    'loadModel: files: weights must be an ArrayBuffer, a Uint8Array or a Blob, found {}',
  ]);
});

test('null is no dtype, and what is no signal is refused', async () => {
  const model = await loadModel('aab', { dtype: null as unknown as 'fp32' });
  expect(model.dtype).toBe('fp32');
  for (const signal of [0, NaN, false, '']) {
    const generation = model.generate('a', { signal: signal as unknown as AbortSignal });
    const error = await refusal(generation.result());
    expect([error.code, error.message]).toEqual([
      'InvalidArgument',
      `generate: signal must be an AbortSignal, found ${Number.isNaN(signal) ? 'NaN' : JSON.stringify(signal)}`,
    ]);
  }
  await model.close();
});
