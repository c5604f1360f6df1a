// Weights of 16 and of 8 bits, by the option of loadModel.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createEngine, loadModel, type Model } from 'glassformer';
import { describe, expect, test } from 'vitest';
import { refusal } from './helpers.ts';

const engine = createEngine();
const modelsFolder = fileURLToPath(new URL('../../../models', import.meta.url));

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

test('fp16 takes half of the memory and gives the numbers of rounded weights', async () => {
  const halves = await loadModel('stories', { engine, dtype: 'fp16' });
  const floats = await loadModel('stories', { engine });
  expect(halves.dtype).toBe('fp16');
  expect(halves.bytes).toBeLessThan(0.55 * floats.bytes);
  // What halves hold is set in the model of floats.
  for (const { name } of floats.weights)
    await floats.setWeight(name, (await halves.weight(name)).data);
  const of = async (model: Model) => {
    const { activations } = await model.forward('A cat', { capture: ['logits'] });
    const next = await model.generate('A cat', { max_new_tokens: 5, do_sample: false }).result();
    return [activations['logits']!.data, next.ids];
  };
  expect(await of(halves)).toEqual(await of(floats));
  await halves.close();
  await floats.close();
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

describe('files()', () => {
  const tokenizerJson = readFileSync(join(modelsFolder, 'stories/tokenizer.json'), 'utf8');
  const input = 'Once upon a time';
  const logitsOf = async (model: Model) =>
    (await model.forward(input, { capture: ['logits'] })).activations['logits']!.data;

  test.each(['int8', 'fp16', 'fp32'] as const)('%s: opens as what it was', async (dtype) => {
    const model = await loadModel('stories', { engine, dtype });
    const name = 'h.1.attn.c_proj.weight';
    const { data } = await model.weight(name);
    await model.setWeight(name, data.fill(0.25, 0, 3)); // as it is now
    const files = await model.files();
    const again = await loadModel({ ...files, tokenizerJson }, { engine, dtype });
    expect(await logitsOf(again)).toEqual(await logitsOf(model));
    expect(await again.weight(name)).toEqual(await model.weight(name));
    const onceMore = await again.files();
    expect(onceMore.config).toEqual(files.config);
    expect(Buffer.from(onceMore.weights).equals(files.weights)).toBe(true);
    const quantization = { quant_method: 'int8', weight_scale: '_scale' };
    const stored = dtype === 'int8' ? { quantization_config: quantization } : {};
    const { quantization_config: _, resolved: __, ...others } = model.config;
    expect(files.config).toEqual({ ...others, ...stored });
    await model.close();
    await again.close();
  });

  test('integers are the same weights in a model of floats', async () => {
    const model = await loadModel('tang', { engine, dtype: 'int8' });
    const floats = await loadModel('tang', { engine });
    for (const { name } of model.weights) {
      const [one, other] = [await floats.weight(name), await model.weight(name)];
      expect(Buffer.from(one.data.buffer).equals(Buffer.from(other.data.buffer)), name).toBe(true);
    }
    const [bytes, wide] = [await model.files(), await floats.files()];
    expect(bytes.weights.length).toBeLessThan(0.3 * wide.weights.length);
    await model.close();
    await floats.close();
  });

  test('a scale that is missing is named', async () => {
    const model = await loadModel('stories', { engine, dtype: 'int8' });
    const { config, weights } = await model.files();
    const { quantization_config: _, ...others } = config as { quantization_config: object };
    const error = await refusal(
      loadModel(
        {
          config: { ...others, quantization_config: { quant_method: 'int8', weight_scale: '.s' } },
          weights,
          tokenizerJson,
        },
        { engine },
      ),
    );
    expect(error.message).toContain("lack 'wte.weight.s' [2048]");
    await model.close();
  });
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
    'loadModel: dtype must be "fp32" or "fp16" or "int8", found "q8"',
  ]);
});
