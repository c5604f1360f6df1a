import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { loadModel, type ModelFiles, type Tensor } from 'glassformer';
import { afterEach, describe, expect, test } from 'vitest';
import { aabGolden, changed, engine, type Golden, withAab, withModel } from './goldens.ts';
import {
  aabFile,
  aabFiles,
  encoderDecoderFiles,
  goldenJson,
  gpt2Files,
  refusal,
  serveAab,
} from './helpers.ts';

afterEach(async () => {
  expect((await engine.info()).openHandles).toBe(0);
});

describe('a difference is reported', () => {
  test('a number: its absolute error, and the error as a share of the tolerance', async () => {
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

  test('the same text, of other tokens', async () => {
    const withIds = (ids: number[]) =>
      changed(({ generated }) => Object.assign(generated[0]!, { ids }));
    const ids = [1];
    expect(await withAab(withIds(ids), (model) => model.verify())).toMatchObject({ agrees: true });
    const ended = [...ids, 7]; // a token that ends the text is no part of it, but of its ids
    const found = await withAab(withIds(ended), (model) => model.verify());
    expect(found.agrees).toBe(false);
    const { continuation } = (JSON.parse(aabGolden) as Golden).generated[0]!;
    expect(found.generated[0]).toMatchObject({
      agrees: false,
      found: continuation,
      expected: continuation,
      foundIds: ids,
      expectedIds: ended,
    });
  });

  test('a weight that was changed', async () => {
    await withAab(aabGolden, async (model) => {
      const undo = await model.setWeight('wpe.weight', new Float32Array(40));
      expect(await model.verify()).toMatchObject({ agrees: false });
      await undo();
      expect(await model.verify()).toMatchObject({ agrees: true });
    });
  });
});

describe('a model without a tokenizer', () => {
  /** What the model itself makes of ids, in the form of a golden.json. */
  async function goldenOf(
    files: ModelFiles,
    input: { ids: number[]; source_ids?: number[] },
    { count, ids }: { count: number; ids: number[] },
  ): Promise<Golden> {
    const source = input.source_ids;
    const { activations } = await withModel(files, (model) =>
      model.forward(input.ids, { capture: ['*logits'], ...(source && { source }) }),
    );
    const [[name, { shape, data }]] = Object.entries(activations) as [[string, Tensor]];
    return {
      computed_by: 'this very engine',
      tolerance: { absolute: 1e-5, relative: 1e-5 },
      input: { text: 'What it reads', ...input, ...(source && { source: 'What it translates' }) },
      activations: { [name]: { shape: [...shape], data: [...data] } },
      generated: [
        {
          text: source ? 'What it translates' : 'What it reads',
          options: { max_new_tokens: count },
          continuation: 'What it writes',
          ids,
        },
        { text: 'Another text', options: { max_new_tokens: count }, continuation: '', ids },
      ],
    };
  }

  const verified = (files: ModelFiles, golden: Golden) =>
    withModel({ ...files, goldenJson: JSON.stringify(golden) }, (model) => model.verify());

  test('its numbers are compared, and what it writes after ids; texts and tokens are not', async () => {
    const ids = [3, 14, 15, 92, 65];
    const written = await withModel(gpt2Files(), (model) =>
      model.generate(ids, { max_new_tokens: 6 }).result(),
    );
    const golden = await goldenOf(gpt2Files(), { ids }, { count: 6, ids: [...written.ids] });
    const found = await verified(gpt2Files(), golden);
    expect(found).toMatchObject({ agrees: true, tokensAgree: null });
    expect(found.activations).toMatchObject([{ name: 'logits', count: 5 * 97, agrees: true }]);
    expect(found.generated).toMatchObject([
      { found: written.ids.join(' '), expected: written.ids.join(' '), agrees: true },
      { found: null, foundIds: null, agrees: null },
    ]);

    golden.generated[0]!.ids![5] = (written.ids[5]! + 1) % 97;
    expect(await verified(gpt2Files(), golden)).toMatchObject({
      agrees: false,
      generated: [{ agrees: false }, { agrees: null }],
    });
    delete golden.generated[0]!.ids;
    expect(await verified(gpt2Files(), golden)).toMatchObject({
      agrees: true,
      generated: [{ agrees: null }, { agrees: null }],
    });
  });

  interface Case {
    source: number[];
    greedy: { ids: number[] };
  }
  const [first, second] = goldenJson('seed004_encdec.json').decoding.cases as [Case, Case];
  const begun = { ids: [1, 8, 41], source_ids: first.source };
  const translated = { count: 10, ids: first.greedy.ids };

  test('an encoder–decoder goes by the ids of its source', async () => {
    const golden = await goldenOf(encoderDecoderFiles(), begun, translated);
    const found = await verified(encoderDecoderFiles(), golden);
    expect(found).toMatchObject({ agrees: true, tokensAgree: null, text: 'What it translates' });
    expect(found.generated).toMatchObject([
      { agrees: true, foundIds: first.greedy.ids },
      { agrees: null },
    ]);
  });

  test('an encoder–decoder with one for its source alone translates any text into ids', async () => {
    const letter = (id: number) => String.fromCodePoint(0x4e00 + id);
    const letters = Array.from({ length: 50 }, (_, id) => [letter(id), id]);
    const vocabJson = JSON.stringify(Object.fromEntries(letters));
    const files = { ...encoderDecoderFiles(), source: { vocabJson } };
    await withModel(files, async ({ hasTokenizer, hasSourceTokenizer }) => {
      expect([hasTokenizer, hasSourceTokenizer]).toEqual([false, true]);
    });
    const golden = await goldenOf(files, begun, translated);
    const { ids } = second.greedy;
    golden.generated = [
      { ...golden.generated[0]!, text: second.source.map(letter).join(''), ids: [...ids] },
    ];
    const found = await verified(files, golden);
    expect(found).toMatchObject({ agrees: true, tokensAgree: null });
    expect(found.generated).toMatchObject([{ agrees: true, found: ids.join(' ') }]);
  });

  test('a file of nothing but texts is refused', async () => {
    const goldenJson = changed((golden) => {
      golden.activations = {};
      for (const text of golden.generated) delete text.ids;
    });
    const files = aabFiles({ goldenJson, vocabJson: '' });
    const error = await withModel(files, (model) => refusal(model.verify()));
    expect(error).toMatchObject({ code: 'InvalidFile' });
    expect(error.message).toMatch(
      /^golden\.json: it has no numbers, and its texts need a tokenizer/,
    );
  });
});

test('an option that is none is named', async () => {
  await withAab(aabGolden, async (model) => {
    const wrong = await refusal(model.verify({ sginal: 1 } as never));
    expect(wrong).toMatchObject({ code: 'InvalidArgument' });
    expect(wrong.message).toMatch(/^verify: unknown option sginal/);
  });
});

describe('aborting rejects with the signal’s reason', () => {
  const enough = new Error('enough');

  test('before it began', async () => {
    await withAab(aabGolden, (model) =>
      expect(model.verify({ signal: AbortSignal.abort(enough) })).rejects.toBe(enough),
    );
  });

  test('while golden.json is on its way, which another check still gets', async () => {
    let [answer, isAsked] = [() => {}, () => {}];
    const asked = new Promise<void>((resolve) => (isAsked = resolve));
    let times = 0;
    const url = await serveAab({
      'golden.json': (_path, response) => {
        answer = () => response.end(aabGolden);
        if (++times > 1) answer();
        isAsked();
      },
    });
    await withModel(url, async (model) => {
      const controller = new AbortController();
      const checking = model.verify({ signal: controller.signal });
      await asked;
      controller.abort(enough);
      await expect(checking).rejects.toBe(enough);
      expect(await model.verify()).toMatchObject({ agrees: true });
      answer();
    });
  });

  test('at any moment after that, whatever was under way', async () => {
    // One engine's calls are answered one by one: after each of them once.
    const url = await serveAab();
    await withModel(url, async (model) => {
      let [turns, isOver] = [0, false];
      while (!isOver) {
        const controller = new AbortController();
        const checking = model.verify({ signal: controller.signal }).then(
          ({ agrees }) => agrees,
          (reason: unknown) => reason,
        );
        let outcome: unknown;
        void checking.then((value) => (outcome = value));
        for (let i = 0; i < turns && outcome === undefined; ++i)
          await new Promise((resolve) => setTimeout(resolve));
        isOver = outcome !== undefined;
        controller.abort(enough);
        expect(await checking).toBe(isOver ? true : enough);
        turns += 1;
      }
      expect(turns).toBeGreaterThan(2);
    });
    // What was under way is not left open.
    await expect.poll(async () => (await engine.info()).openHandles).toBe(0);
  });
});

test('the bytes that a model was loaded from are not kept', async () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const load = async () => {
    const files = { ...aabFiles({ goldenJson: aabGolden }), weights: aabFile('model.safetensors') };
    const bytes = new Uint8Array(files.weights);
    const model = await loadModel({ ...files, weights: bytes }, { engine });
    return { model, bytes: new WeakRef(bytes) };
  };
  const { model, bytes } = await load();
  await expect
    .poll(() => {
      collect();
      return bytes.deref() === undefined;
    })
    .toBe(true);
  expect(await model.verify()).toMatchObject({ agrees: true });
  await model.close();
});
