// Weights of 8 bits, by the option of loadModel.
import { createEngine, loadModel } from 'glassformer';
import { expect, test } from 'vitest';
import { refusal } from './helpers.ts';

const engine = createEngine();

test.each([
  ['stories', 'One day, Tom found a red ball.'],
  ['tang', '春眠不觉晓，'],
  ['en-zh', 'I am a student.'],
])('%s takes a quarter of the memory and begins alike', async (name, input) => {
  const floats = await loadModel(name, { engine });
  const bytes = await loadModel(name, { engine, dtype: 'int8' });
  expect([floats.dtype, bytes.dtype]).toEqual(['fp32', 'int8']);
  expect(bytes.parameters).toBe(floats.parameters);
  expect(bytes.bytes).toBeLessThan(0.3 * floats.bytes);
  const options = { max_new_tokens: 8, do_sample: false, repetition_penalty: 1 };
  const [one, other] = await Promise.all(
    [floats, bytes].map((model) => model.generate(input, options).result()),
  );
  expect(other!.ids.slice(0, 4)).toEqual(one!.ids.slice(0, 4));
  await floats.close();
  await bytes.close();
});

test('its activations and weights are floats', async () => {
  const model = await loadModel('stories', { engine, dtype: 'int8' });
  const { activations } = await model.forward('A cat', { capture: ['blocks.0.attn.pattern'] });
  const pattern = activations['blocks.0.attn.pattern']!;
  const row = pattern.data.slice(-pattern.shape.at(-1)!);
  expect(row.reduce((sum, weight) => sum + weight, 0)).toBeCloseTo(1, 5);
  const name = 'h.0.mlp.c_fc.weight';
  const { shape, data } = await model.weight(name);
  await model.setWeight(
    name,
    data.map((value) => 2 * value),
  );
  const twice = await model.weight(name);
  expect(twice.shape).toEqual(shape);
  expect(twice.data[7]).toBeCloseTo(2 * data[7]!, 6);
  await model.close();
});

test('it is not compared with what floats compute', async () => {
  const model = await loadModel('aab', { engine, dtype: 'int8' });
  const error = await refusal(model.verify());
  expect([error.code, error.message]).toEqual([
    'InvalidArgument',
    "verify: golden.json holds what floats compute, but this model's dtype is int8; load it with 'fp32'",
  ]);
  await model.close();
});

test('another name is refused', async () => {
  const error = await refusal(loadModel('aab', { engine, dtype: 'q8' as never }));
  expect([error.code, error.message]).toEqual([
    'InvalidArgument',
    'loadModel: dtype must be "fp32" or "int8", found "q8"',
  ]);
});
