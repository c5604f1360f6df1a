import {
  attention,
  createEngine,
  GlassformerError,
  loadModel,
  softmax,
  type NamedArray,
} from 'glassformer';
import { describe, expect, test } from 'vitest';
import packageJson from '../../../package.json' with { type: 'json' };
import { refusal, syntheticFiles } from './helpers.ts';

/** Attention whose scores cannot fit into 4 GiB. */
const tooLarge = () => {
  const long = (width: number): NamedArray => ({
    shape: [50_000, width],
    data: new Float32Array(50_000 * width),
  });
  return { query: long(1), key: long(1), value: long(1) };
};

test('the engine tells its version, its module and its memory', async () => {
  const engine = createEngine();
  const info = await engine.info();
  expect(info.version).toBe(packageJson.version);
  expect(info.simd).toBe(
    process.execArgv.includes('--experimental-wasm-relaxed-simd') ? 'relaxed' : 'simd128',
  );
  expect(info.usedBytes).toBeLessThan(info.memoryBytes);
  expect(info.openHandles).toBe(0);
  engine.close();
  expect((await refusal(engine.info())).message).toBe('this engine was closed');
});

test('what is closed gives its memory back, a hundred times over', async () => {
  const engine = createEngine();
  const files = syntheticFiles(64, 500);
  const round = async () => {
    const model = await loadModel(files, { engine });
    await model.forward([1, 2, 3], {
      capture: ['blocks.*', 'logits'],
      ablate: [{ layer: 0, head: 1 }],
    });
    await model.generate([1, 2], { max_new_tokens: 3, num_beams: 3, capture: ['logits'] }).result();
    for await (const { last } of model.generate([1], { do_sample: true, seed: 1 }))
      if (!last) break;
    await model.generate([1]).step(); // left open: closed with its model
    await refusal(model.forward([1], { capture: ['nothing'] }));
    await refusal(model.generate([1], { num_return_sequences: 5 }).result());
    await refusal(loadModel({ ...files, weights: new Uint8Array(100) }, { engine }));
    expect((await engine.info()).openHandles).toBe(2);
    await model.close();
    return engine.info();
  };
  const first = await round();
  let last = first;
  for (let i = 1; i < 100; i++) last = await round();
  expect(last.openHandles).toBe(0);
  expect(last.memoryBytes).toBe(first.memoryBytes);
  expect(last.usedBytes - first.usedBytes).toBeLessThan(1000);
  engine.close();
});

test('an array in an answer is the caller’s own', async () => {
  const x = { shape: [2], data: Float32Array.of(1, 1) };
  const [first, second] = [await softmax(x), await softmax(x)];
  first.data[0] = 9;
  expect([...second.data]).toEqual([0.5, 0.5]);
  expect([...x.data]).toEqual([1, 1]);
  expect(first.data.buffer.byteLength).toBe(8);
});

describe('an engine that ran out of memory', () => {
  test('says so, refuses what leans on it, and starts anew', async () => {
    const model = await loadModel('aab');
    const generation = model.generate('a');
    await generation.step();
    const error = await refusal(attention(tooLarge()));
    expect([error.code, error.message]).toEqual([
      'OutOfMemory',
      'there is not enough memory for this',
    ]);

    const late = await refusal(model.forward('a'));
    expect(late.code).toBe('Closed');
    expect(late.message).toBe(
      'the engine has stopped (there is not enough memory for this); load the model again',
    );
    expect((await refusal(generation.step())).code).toBe('Closed');
    await model.close();

    const again = await loadModel('aab');
    expect((await again.forward('aa')).tokens).toHaveLength(2);
    await again.close();
  });
});

test('a model whose weights cannot fit says how much it wants', async () => {
  const config = {
    model_type: 'gpt2',
    n_layer: 1,
    n_head: 1,
    n_embd: 65_536,
    vocab_size: 10_000_000,
    n_positions: 4,
  };
  const header = JSON.stringify({
    'wte.weight': {
      dtype: 'F32',
      shape: [10_000_000, 65_536],
      data_offsets: [0, 10_000_000 * 65_536 * 4],
    },
  });
  const bytes = new Uint8Array(8 + header.length);
  new DataView(bytes.buffer).setUint32(0, header.length, true);
  bytes.set(new TextEncoder().encode(header), 8);
  const error = await refusal(loadModel({ config, weights: bytes }));
  expect(error.code).toMatch(/^(InvalidFile|OutOfMemory)$/);
});

test('errors are GlassformerErrors with a name, a code and a stack', async () => {
  const error = await refusal(softmax(1 as never));
  expect(error).toBeInstanceOf(GlassformerError);
  expect([error.name, error.code]).toEqual(['GlassformerError', 'InvalidArgument']);
  expect(error.stack).toContain('softmax');
});
