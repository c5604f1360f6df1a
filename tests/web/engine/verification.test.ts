import { createEngine, GlassformerError, loadModel, type Model } from 'glassformer';
import { afterEach, describe, expect, test } from 'vitest';
import { aabFile, aabFiles, encoderDecoderFiles, refusal } from './helpers.ts';

const engine = createEngine();
const text = aabFile('golden.json').toString();

afterEach(async () => {
  expect((await engine.info()).openHandles).toBe(0);
});

async function withAab<T>(goldenJson: string, act: (model: Model) => Promise<T>): Promise<T> {
  const model = await loadModel(aabFiles({ goldenJson }), { engine });
  try {
    return await act(model);
  } finally {
    await model.close();
  }
}

type Golden = {
  input: Record<string, unknown>;
  tolerance: Record<string, unknown>;
  activations: Record<string, { shape: number[]; data: unknown[]; places?: number[] }>;
  generated: { text: string; options: object; continuation: string }[];
};

/** golden.json with a change. */
function changed(change: (golden: Golden) => void): string {
  const golden = JSON.parse(text) as Golden;
  change(golden);
  return JSON.stringify(golden);
}

describe('every shipped model', () => {
  test.each(['aab', 'stories', 'tang', 'en-zh'])(
    'agrees with its golden.json: %s',
    async (name) => {
      const model = await loadModel(name, { engine });
      const { agrees, tokensAgree, activations, generated, computedBy } = await model.verify();
      await model.close();
      expect({ agrees, tokensAgree }).toEqual({ agrees: true, tokensAgree: true });
      expect(computedBy).toMatch(/^(PyTorch|NumPy) .*float64$/);
      expect(activations.length).toBeGreaterThan(8);
      expect(generated.length).toBeGreaterThan(0);
      for (const { share, largest } of activations) {
        expect(share).toBeLessThanOrEqual(1);
        expect(largest).toBeLessThan(1e-3);
      }
    },
  );
});

describe('what differs is told', () => {
  test('a number: how far off it is, and what share of the allowed', async () => {
    const golden = changed(({ activations }) => {
      const { data } = activations['blocks.0.attn.pattern']!;
      data[0] = (data[0] as number) + 0.25;
    });
    const found = await withAab(golden, (model) => model.verify());
    expect(found.agrees).toBe(false);
    const off = found.activations.filter(({ agrees }) => !agrees);
    expect(off.map(({ name }) => name)).toEqual(['blocks.0.attn.pattern']);
    expect(off[0]!.largest).toBeCloseTo(0.25, 6);
    expect(off[0]!.share).toBeCloseTo(0.25 / (1e-5 + 1e-5 * 1.25), 0);
  });

  test('a number at its place in a tensor that is not there in full', async () => {
    const sparse = (value: number) =>
      changed(({ activations }) => {
        activations['logits'] = { shape: [5, 2], places: [1, 6], data: [1024, value] };
      });
    expect(await withAab(sparse(1025), (model) => model.verify())).toMatchObject({ agrees: true });
    const { activations } = await withAab(sparse(1024), (model) => model.verify());
    expect(activations.find(({ name }) => name === 'logits')).toMatchObject({
      count: 2,
      largest: 1,
      agrees: false,
    });
  });

  test('a text that goes on differently, and other tokens', async () => {
    const golden = changed(({ generated, input }) => {
      generated[0]!.continuation = 'bbb';
      input['text'] = 'aabab';
    });
    const found = await withAab(golden, (model) => model.verify());
    expect(found).toMatchObject({ agrees: false, tokensAgree: false });
    expect(found.generated[0]).toMatchObject({ expected: 'bbb', agrees: false });
    expect(found.generated.slice(1).every(({ agrees }) => agrees)).toBe(true);
  });

  test('a weight that was changed', async () => {
    await withAab(text, async (model) => {
      const undo = await model.setWeight('wpe.weight', new Float32Array(40));
      expect(await model.verify()).toMatchObject({ agrees: false });
      await undo();
      expect(await model.verify()).toMatchObject({ agrees: true });
    });
  });
});

describe('a file that is none', () => {
  test.each<[what: string, file: string, message: RegExp]>([
    ['absent', '', /^verify: the model has no golden\.json$/],
    ['broken', '{', /^golden\.json is not JSON: /],
    ['a list', 'null', /^golden\.json: all of it must be an object$/],
    [
      'without a part',
      changed((golden) => Object.assign(golden, { tolerance: null })),
      /^golden\.json: tolerance must be an object$/,
    ],
    [
      'without a tolerance',
      changed(({ tolerance }) => (tolerance['absolute'] = 0)),
      /tolerance\.absolute must be a number above 0/,
    ],
    [
      'with odd ids',
      changed(({ input }) => (input['ids'] = [-1])),
      /input\.ids must be a list, each a token id/,
    ],
    [
      'with too few values',
      changed(({ activations }) => activations['logits']!.data.pop()),
      /^golden\.json: logits has 9 values, expected 10$/,
    ],
    [
      'with a value that is none',
      changed(({ activations }) => (activations['logits']!.data[0] = 'x')),
      /logits\.data must be a list, each a finite number/,
    ],
    [
      'with a place beyond the end',
      changed(({ activations }) =>
        Object.assign(activations['logits']!, { places: [10], data: [0] }),
      ),
      /^golden\.json: logits has the place 10, but only 10 values$/,
    ],
    [
      'of another model',
      changed(({ activations }) => Object.assign(activations['logits']!, { shape: [2, 5] })),
      /^golden\.json: logits has the shape \(2, 5\), the model's has \(5, 2\)/,
    ],
  ])('%s', async (_, file, message) => {
    const error = await withAab(file, (model) => refusal(model.verify()));
    expect(error).toMatchObject({ code: 'InvalidFile' });
    expect(error.message).toMatch(message);
  });

  test('an unknown hook is refused by its name', async () => {
    const golden = changed(({ activations }) => {
      activations['blocks.7.attn.pattern'] = activations['blocks.0.attn.pattern']!;
    });
    const error = await withAab(golden, (model) => refusal(model.verify()));
    expect(error).toBeInstanceOf(GlassformerError);
    expect(error.message).toContain('blocks.7.attn.pattern');
  });
});

test('an option that is none, and a signal that was aborted', async () => {
  await withAab(text, async (model) => {
    const wrong = model.verify({ sginal: 1 } as never);
    expect((await refusal(wrong)).message).toMatch(/^verify: unknown option sginal/);
    await expect(model.verify({ signal: AbortSignal.abort(new Error('enough')) })).rejects.toThrow(
      'enough',
    );
  });
});

test('a model without a tokenizer takes no text: it says so', async () => {
  const goldenJson = changed(() => {});
  const model = await loadModel({ ...encoderDecoderFiles(), goldenJson }, { engine });
  const error = await refusal(model.verify());
  await model.close();
  expect(error).toBeInstanceOf(GlassformerError);
});
