import {
  attention,
  createEngine,
  GlassformerError,
  loadModel,
  multiHeadAttention,
  type Model,
  rand,
  selfAttention,
  sharedEngine,
  softmax,
  type Tensor,
} from 'glassformer';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import packageJson from '../../../package.json' with { type: 'json' };
import { failingCall, refusal, serveAab, syntheticFiles } from './helpers.ts';

const zeros = (...shape: number[]): Tensor => ({
  shape,
  data: new Float32Array(shape.reduce((product, n) => product * n, 1)),
});

/** From now on the machine has no more memory to give; the function that ends this again. */
function exhaustMemory(): () => void {
  const grow = vi.spyOn(WebAssembly.Memory.prototype, 'grow').mockImplementation(() => {
    throw new RangeError('no more memory');
  });
  onTestFinished(() => grow.mockRestore());
  return () => grow.mockRestore();
}

test('an exhausted stack ends the engine in the words of every browser', async () => {
  const firefox = () => Object.assign(new Error('too much recursion'), { name: 'InternalError' });
  const chromium = () => new RangeError('Maximum call stack size exceeded');
  for (const thrown of [firefox, chromium]) {
    const model = await loadModel('aab');
    const error = await refusal(failingCall(thrown));
    expect([error.code, error.message]).toEqual([
      'Internal',
      `the engine crashed: ${thrown().message}`,
    ]);
    expect((await model.forward('a')).tokens).toHaveLength(1); // opened again
    await model.close();
  }
});

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

test('memory does not grow over a hundred models that are loaded and closed', async () => {
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

describe('memory', () => {
  test('beyond the limit is refused before it is taken, and the model can still be used', async () => {
    const model = await loadModel('aab');
    const long = zeros(50_000, 1);
    const one = zeros(1, 1);
    const errors = [
      await refusal(attention({ query: long, key: long, value: long })),
      await refusal(selfAttention({ x: long, w_query: one, w_key: one, w_value: one })),
      await refusal(
        multiHeadAttention({
          query: zeros(50_000, 1, 1),
          key: zeros(50_000, 1, 1),
          value: zeros(50_000, 1, 1),
          num_heads: 1,
          in_proj_weight: zeros(3, 1),
          out_proj_weight: one,
        }),
      ),
    ];
    expect(errors.map(({ code }) => code)).toEqual(Array(3).fill('OutOfMemory'));
    expect(errors[0]!.message).toBe(
      'attention of 50000 queries to 50000 keys in 1 head needs about 66758 MiB, but at most 1024 MiB are given to one call',
    );
    expect(errors[2]!.message).toMatch(/^multi-head attention of 50000 queries.* 5722\d MiB/);
    expect((await model.forward('a')).tokens).toHaveLength(1);
    await model.close();
  });

  test('that a call would need and that is not left is told, and nothing is lost', async () => {
    const model = await loadModel('aab');
    const restore = exhaustMemory();
    const long = zeros(4000, 1);
    const error = await refusal(attention({ query: long, key: long, value: long }));
    expect([error.code, error.message]).toEqual([
      'OutOfMemory',
      'attention of 4000 queries to 4000 keys in 1 head needs about 428 MiB, more than is left',
    ]);
    restore();
    expect((await model.forward('a')).tokens).toHaveLength(1);
    await model.close();
  });

  test('by logits for very many rows is refused with its size, and every model lives on', async () => {
    const engine = createEngine();
    const small = await loadModel('aab', { engine });
    const large = await loadModel(syntheticFiles(4, 65_536), { engine });
    // 2^32 logits, and a little more than 2^32 bytes of them: either is little in 32 bits.
    for (const rows of [65_536, 16_385]) {
      const error = await refusal(large.logitLens(zeros(rows, 4)));
      expect([error.code, error.message]).toEqual([
        'OutOfMemory',
        `a logit lens of these rows needs about ${Math.floor((rows * (65_536 + 4) * 4) / 2 ** 20) + 1} MiB, but at most 1024 MiB are given to one call`,
      ]);
    }
    expect((await large.logitLens(zeros(2, 4))).shape).toEqual([2, 65_536]);
    expect((await small.forward('a')).tokens).toHaveLength(1);
    engine.close();
  });

  test('of the arguments is asked for before they are copied, and nothing is lost', async () => {
    const model = await loadModel('aab');
    const restore = exhaustMemory();
    const error = await refusal(softmax(zeros(2 ** 25)));
    expect([error.code, error.message]).toEqual([
      'OutOfMemory',
      'this call needs about 513 MiB, more than is left',
    ]);
    expect((await refusal(rand([2 ** 25], 1))).message).toBe(
      'rand of shape [33554432] needs about 385 MiB, more than is left',
    );
    restore();
    expect((await refusal(softmax(zeros(2 ** 27)))).message).toBe(
      'this call needs about 2049 MiB, but at most 1024 MiB are given to one call',
    );
    expect((await model.forward('a')).tokens).toHaveLength(1);
    await model.close();
  });

  test('is asked for without a change in the order of calls', async () => {
    const engine = createEngine();
    const model = await loadModel(syntheticFiles(16, 8192), { engine });
    const { data } = await model.weight('wte.weight');
    const before = await model.forward([1], { capture: ['logits'] });
    const [, after] = await Promise.all([
      model.setWeight(
        'wte.weight',
        data.map((value) => 2 * value),
      ), // is counted first
      model.forward([1], { capture: ['logits'] }),
    ]);
    expect(after.activations['logits']).not.toEqual(before.activations['logits']);
    engine.close();
  });

  /** Takes so much memory that the engine stops; each call takes too little to be asked for. */
  async function stop(model: Model): Promise<GlassformerError> {
    const restore = exhaustMemory();
    const error = await refusal(async () => {
      for (;;) await model.generate('a').step();
    });
    restore();
    return error;
  }
  const kStopped =
    'the engine has stopped (there is not enough memory for this); load the model again';

  test('that runs out stops the engine with an error, and the next call opens the model again', async () => {
    const model = await loadModel('aab', { dtype: 'int8' });
    const generation = model.generate('a');
    await generation.step();
    const before = await model.forward('aa', { capture: ['logits'] });
    const error = await stop(model);
    expect([error.code, error.message]).toEqual([
      'OutOfMemory',
      'there is not enough memory for this',
    ]);
    expect(model.closed).toBe(true);
    expect((await refusal(generation.step())).message).toBe(kStopped);

    // Once, however many ask; a new load may come between.
    const [late, text, tokens, other] = await Promise.all([
      model.forward('aa', { capture: ['logits'] }),
      model.generate('aab', { max_new_tokens: 3 }).result(),
      model.tokenizer.encode('aab'),
      loadModel('aab'),
    ]);
    expect(late.activations['logits']).toEqual(before.activations['logits']);
    expect([text.text, tokens.length]).toEqual(['aab', 3]);
    expect(model.closed).toBe(false);
    expect((await sharedEngine().info()).openHandles).toBe(2);
    await other.close();
    await model.close();
    expect((await sharedEngine().info()).openHandles).toBe(0);
    expect((await refusal(model.forward('a'))).code).toBe('Closed');
  });

  test('that runs out ends a model that cannot come back as it was', async () => {
    const ofFiles = await loadModel(syntheticFiles(16, 256));
    const changed = await loadModel('aab');
    const same = await loadModel('aab');
    const { name } = changed.weights[0]!;
    const { data } = await changed.weight(name);
    await changed.setWeight(
      name,
      data.map((value) => value + 1),
    );
    const restore = await same.setWeight(
      name,
      data.map((value) => value + 1),
    );
    await restore();
    await stop(same);
    for (const model of [changed, ofFiles])
      expect((await refusal(model.forward([1]))).message).toBe(kStopped);
    expect((await same.weight(name)).data).toEqual(data);
    const closing = createEngine();
    const closed = await loadModel('aab', { engine: closing });
    closing.close();
    await refusal(closing.info());
    expect((await refusal(closed.forward('a'))).message).toBe('this engine was closed');
    await Promise.all([ofFiles, changed, same, closed].map((each) => each.close()));
  });

  test('ends a model of which a weight is not the file’s, in whatever order changes were undone', async () => {
    const [early, twice] = [await loadModel('aab'), await loadModel('aab')];
    const { name } = early.weights[0]!;
    const { data } = await early.weight(name);
    const plus = (more: number) => data.map((value) => value + more);
    const undo = await early.setWeight(name, plus(1));
    const undoOther = await early.setWeight(name, plus(2));
    await undo();
    await undoOther(); // back to what the first had set
    const again = await twice.setWeight(name, plus(1));
    await again();
    await again();
    await twice.setWeight(name, plus(1));
    expect((await early.weight(name)).data).toEqual(plus(1));
    await stop(early);
    for (const model of [early, twice]) {
      expect((await refusal(model.forward([1]))).message).toBe(kStopped);
      await model.close();
    }
  });

  test('a model that is closed while it is opened again leaves nothing behind', async () => {
    const model = await loadModel('aab');
    await stop(model);
    const late = model.forward('a').then(
      () => 'done',
      ({ code }: GlassformerError) => code,
    );
    await model.close();
    expect(['done', 'Closed']).toContain(await late);
    expect((await sharedEngine().info()).openHandles).toBe(0);
  });
});

describe('a model too large', () => {
  test('for the memory that is left is refused with its size, and nothing is lost', async () => {
    const engine = createEngine();
    const model = await loadModel('aab', { engine });
    const large = syntheticFiles(256, 20_000);
    const restore = exhaustMemory();
    const error = await refusal(loadModel(large, { engine }));
    expect([error.code, error.message]).toEqual([
      'OutOfMemory',
      "model.safetensors: the model's weights, 22 MiB in their file, do not fit into memory",
    ]);
    restore();
    await (await loadModel(large, { engine })).close();
    expect((await model.forward('a')).tokens).toHaveLength(1);
    engine.close();
  });

  test('for WebAssembly is refused with its size before it is fetched', async () => {
    const address = await serveAab({
      'model.safetensors': (_path, response) => {
        response.writeHead(200, { 'content-length': 5 * 2 ** 30 }).flushHeaders();
      },
    });
    const error = await refusal(loadModel(address));
    expect([error.code, error.message]).toEqual([
      'OutOfMemory',
      `${address}model.safetensors has 5120 MiB, expected a file of less than the 4096 MiB that WebAssembly can address`,
    ]);
  });
});

test('errors are GlassformerErrors with a name, a code and a stack', async () => {
  const error = await refusal(softmax(1 as never));
  expect(error).toBeInstanceOf(GlassformerError);
  expect([error.name, error.code]).toEqual(['GlassformerError', 'InvalidArgument']);
  expect(error.stack).toContain('softmax');
});
