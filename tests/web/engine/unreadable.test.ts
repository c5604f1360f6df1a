/** Arguments that cannot be read, copied or written are refused in a sentence, and everything else lives on. */
import { createEngine, createTrainer, loadModel, type ModelFiles } from 'glassformer';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isCrash } from '../../../web/src/worker/crash.ts';
import { aabFiles, gpt2Files, refusal } from './helpers.ts';

const engine = createEngine();
let other: Awaited<ReturnType<typeof loadModel>>;
beforeAll(async () => void (other = await loadModel('aab', { engine })));
afterAll(() => engine.close());

const base = JSON.parse(aabFiles().config as string) as Record<string, unknown>;

/** Objects within one another, with as many levels. */
function nested(levels: number): object {
  let value = {};
  for (let i = 0; i < levels; ++i) value = { a: value };
  return value;
}

async function refused(config: object): Promise<string> {
  const files = { ...aabFiles(), config } as ModelFiles;
  const loading = await refusal(loadModel(files, { engine }));
  const training = await refusal(createTrainer({ config, texts: 'aab', engine }));
  for (const { code } of [loading, training]) expect(code).toBe('InvalidArgument');
  expect(training.message).toBe(loading.message.replace('loadModel', 'createTrainer'));
  expect((await other.forward('aab')).tokens).toHaveLength(3); // nothing was lost
  return loading.message.replace('loadModel: config must be what JSON can hold, found ', '');
}

describe('a config is refused', () => {
  test('that nests too deep, however deep', async () => {
    for (const levels of [64, 1500, 4500, 100_000])
      expect(await refused({ ...base, x: nested(levels) })).toBe('more than 64 levels in a');
  });
  test('that holds itself', async () => {
    const cyclic: Record<string, unknown> = { ...base };
    cyclic['self'] = cyclic;
    expect(await refused(cyclic)).toMatch(/^what cannot be read: Converting circular structure/);
  });
  test('that holds what JSON has no word for, which is named', async () => {
    const found: [unknown, string][] = [
      [1n, 'a bigint in x'],
      [() => 1, 'a function in x'],
      [Symbol.iterator, 'a symbol in x'],
      [NaN, 'NaN in x'],
      [-Infinity, '-Infinity in x'],
      [new Map(), 'a value of the kind Map in x'],
      [new Uint8Array(3), 'a value of the kind Uint8Array in x'],
    ];
    for (const [x, told] of found) expect(await refused({ ...base, x })).toBe(told);
  });
  test('that cannot be read', async () => {
    const getter = {
      ...base,
      get x(): never {
        throw new Error('not\nnow');
      },
    };
    expect(await refused({ y: getter })).toBe('what cannot be read: not\\u000anow');
    const { proxy, revoke } = Proxy.revocable({}, {});
    revoke();
    expect(await refused({ ...base, x: proxy })).toMatch(/^what cannot be read: /);
    expect(await refused({ toJSON: () => undefined })).toBe('nothing');
  });
  test('that is longer than 1 MiB', async () => {
    const told = 'more than the 1048576 bytes that a config.json may have';
    expect(await refused({ ...base, x: 'y'.repeat(2 ** 20) })).toBe(told);
    // Each level holds the one below it twice: few objects, and a text without an end.
    let twice: object = {};
    for (let i = 0; i < 40; ++i) twice = { a: twice, b: twice };
    expect(await refused({ ...base, x: twice })).toBe(told);
  });
});

test('a config may lack what is undefined, and may be of any class', async () => {
  class Config {
    constructor(fields: object) {
      Object.assign(this, fields, { unused: undefined });
    }
  }
  const model = await loadModel({ ...aabFiles(), config: new Config(base) }, { engine });
  expect(model.config).not.toHaveProperty('unused');
  await model.close();
});

test('bytes that were handed over to another thread are refused', async () => {
  const weights = Uint8Array.from(gpt2Files().weights as Uint8Array);
  structuredClone(weights, { transfer: [weights.buffer] });
  const { message } = await refusal(loadModel({ ...gpt2Files(), weights }, { engine }));
  expect(message).toBe(
    'loadModel: files: weights must be an ArrayBuffer, a Uint8Array or a Blob, found a detached Uint8Array',
  );
});

test('a view that reaches beyond a buffer which has shrunk is refused', async () => {
  const Resizable = ArrayBuffer as unknown as new (
    length: number,
    options: { maxByteLength: number },
  ) => ArrayBuffer & { resize(length: number): void };
  const buffer = new Resizable(16, { maxByteLength: 64 });
  const ids = new Float32Array(buffer, 8, 2);
  buffer.resize(4);
  for (const call of [
    other.tokenizer.decode(ids as never),
    other.forward(ids as never),
    other.generate(ids as never).result(),
  ]) {
    const { code, message } = await refusal(call);
    expect([code, message.replace(/^.*, found /, '')]).toEqual([
      'InvalidArgument',
      'a detached Float32Array',
    ]);
  }
});

test('what a getter throws may be anything', async () => {
  const thrown = new Proxy(new Error(), {
    getPrototypeOf: () => {
      throw new Error('asked');
    },
  });
  const options = {
    get temperature(): never {
      throw thrown as unknown as Error;
    },
  };
  const { code, message } = await refusal(other.generate('a', options).result());
  expect([code, message]).toEqual([
    'InvalidArgument',
    'generate cannot be read: an error that has no text',
  ]);
  const y = {
    toJSON: () => {
      throw thrown as unknown as Error;
    },
  };
  expect(await refused({ ...base, y })).toBe('what cannot be read: an error that has no text');
});

test('numbers of a class of the caller’s own are taken as they are', async () => {
  class Floats extends Float32Array {
    override get length(): never {
      throw new Error('asked');
    }
  }
  const add = new Floats(Float32Array.of(0, 1000).buffer);
  const { activations } = await other.forward('a', {
    capture: ['logits'],
    edits: [{ hook: 'logits', set: add }],
  });
  expect(Array.from(activations['logits']!.data)).toEqual([0, 1000]);
});

test('a stack that is exhausted outside of the module is no crash of it', () => {
  const endless = (): number => endless() + 1;
  let thrown: unknown;
  try {
    endless();
  } catch (error) {
    thrown = error;
  }
  expect(thrown).toBeInstanceOf(RangeError);
  expect(isCrash(thrown)).toBe(false);
  expect(isCrash(Object.assign(thrown as Error, { stack: '' }))).toBe(true); // nobody knows
});

test('numbers that JSON has no word for are named as they are', async () => {
  const edits = [{ hook: 'logits', add: Float32Array.of(NaN, 1) }];
  const told = [
    await refusal(other.forward([NaN, 0])),
    await refusal(other.forward([0], { edits })),
    await refusal(other.forward([1n, Symbol('a'), () => 1] as never)),
  ].map(({ message }) => message.replace(/^.*, found /, ''));
  expect(told).toEqual(['[NaN,0]', 'Float32Array [NaN,1]', '[1n,a symbol,a function]']);
});

test('a dtype of null and a signal that is no AbortSignal are refused', async () => {
  const model = await loadModel('aab', { engine, dtype: null as unknown as 'fp32' });
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
