import { loadModel, softmax, type Model, type Tensor } from 'glassformer';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  aabFiles,
  encoderDecoderFiles,
  expectClose,
  goldenTensors,
  gpt2Files,
  ideographs,
  refusal,
  rowOf,
} from './helpers.ts';

let model: Model;
let translator: Model;
beforeAll(async () => {
  model = await loadModel(gpt2Files());
  translator = await loadModel(encoderDecoderFiles());
});
afterAll(async () => {
  await model.close();
  await translator.close();
});

const forwards = goldenTensors('gpt2_small_forward.safetensors');
const idsOf = (name: string, row = 0) => [...rowOf(forwards[name]!, row).data];
const prompt = [31, 5, 8, 2];

describe('forward', () => {
  test('agrees with PyTorch for a whole context', async () => {
    const { tokens, activations } = await model.forward(idsOf('full.input_ids'), {
      capture: ['blocks.*.attn.pattern', 'blocks.1.resid_post', 'logits'],
    });
    expect(tokens).toHaveLength(32);
    expect(Object.keys(activations)).toEqual([
      'blocks.0.attn.pattern',
      'blocks.1.attn.pattern',
      'blocks.1.resid_post',
      'logits',
    ]);
    expectClose(activations['logits']!, rowOf(forwards['full.logits']!, 0));
    expectClose(activations['blocks.1.resid_post']!, rowOf(forwards['full.hidden.2']!, 0));
    expectClose(
      activations['blocks.1.attn.pattern']!,
      rowOf(forwards['full.attn_probs.1']!, 0),
      2e-6,
      0,
    );
  });

  test('of an encoder–decoder takes the source beside the target', async () => {
    const golden = goldenTensors('seed004_encdec_forward.safetensors');
    const source = [...golden['single.0.src']!.data];
    const { tokens, sourceTokens, activations } = await translator.forward([1], {
      source,
      capture: ['encoder.blocks.1.ln2', 'decoder.blocks.*.cross_attn.pattern', 'decoder.logits'],
    });
    expect([tokens.length, sourceTokens!.length]).toEqual([1, source.length]);
    expectClose(activations['encoder.blocks.1.ln2']!, golden['single.0.memory']!);
    expect(activations['decoder.blocks.0.cross_attn.pattern']!.shape).toEqual([
      4,
      1,
      source.length,
    ]);
    const { data } = await softmax(activations['decoder.logits']!);
    const first = golden['single.0.first_log_probs']!;
    expectClose({ shape: [50], data }, { shape: [50], data: first.data.map(Math.exp) }, 2e-6, 0);
  });

  test('of an encoder–decoder puts the start token before a target’s text', async () => {
    const model = await loadModel({ ...encoderDecoderFiles(), vocabJson: ideographs(50) });
    const text = '\u4e07';
    const { tokens, sourceTokens } = await model.forward(text, { source: '\u4e03\u4e04' });
    expect(tokens.map(({ id, start, end }) => [id, start, end])).toEqual([
      [1, 0, 0],
      [7, 0, 1],
    ]);
    expect(sourceTokens!.map(({ id }) => id)).toEqual([3, 4]);
    const whole = await model.generate('\u4e03\u4e04', { max_new_tokens: 4 }).result();
    const begun = await model
      .generate(whole.text.slice(0, 1), { source: [3, 4], max_new_tokens: 3 })
      .result();
    expect([whole.ids[0], ...begun.ids]).toEqual(whole.ids);
    await model.close();
  });

  test('copies nothing that was not asked for', async () => {
    expect((await model.forward(prompt)).activations).toEqual({});
  });

  test('takes tokens as encode gave them, and gives them back', async () => {
    const hand = await loadModel('aab');
    const tokens = await hand.tokenizer.encode('aab');
    expect((await hand.forward(tokens)).tokens).toEqual(tokens);
    await hand.close();
  });

  test('shows ids that come without a text one after the other', async () => {
    const hand = await loadModel(aabFiles());
    expect((await hand.forward([0, 1])).tokens).toEqual([
      { id: 0, text: 'a', start: 0, end: 1 },
      { id: 1, text: 'b', start: 1, end: 2 },
    ]);
    await hand.close();
  });

  test('takes the options that a class or a prototype gives', async () => {
    class Options {
      get capture() {
        return ['logits'];
      }
      unused() {}
    }
    for (const options of [new Options(), Object.create({ capture: ['logits'] }) as object])
      expect(Object.keys((await model.forward(prompt, options)).activations)).toEqual(['logits']);
  });

  test('is refused for ids, lengths, types and options that are wrong', async () => {
    const message = async (...args: unknown[]) =>
      (await refusal(() => model.forward(...(args as [never])))).message;
    expect(await message([97])).toMatch(/97.*0 to 96/);
    expect(await message([])).toMatch(/at least one token/);
    expect(await message(Array(33).fill(0))).toMatch(/33 tokens.*32/);
    expect(await message([1.5])).toMatch(/^forward: input must be a text, or a list/);
    expect(await message('text')).toMatch(/no tokenizer/);
    expect(await message(prompt, { captures: ['logits'] })).toBe(
      'forward: unknown option captures; known are source, capture, ablate, edits',
    );
    for (const noOptions of [new Map([['capture', ['logits']]]), Promise.resolve({}), new Date(0)])
      expect(await message(prompt, noOptions)).toMatch(/^forward: options must be an object/);
    expect(await message(prompt, Object.create({ captures: ['logits'] }))).toMatch(
      /^forward: unknown option captures/,
    );
    expect(await message(prompt, { capture: 'logits' })).toMatch(
      /^forward: capture must be a list/,
    );
    expect(await message(prompt, { capture: ['blocks.*.attn.patern'] })).toBe(
      "capture: this model has no activation named 'blocks.*.attn.patern'",
    );
    for (const source of [[1], [], 'b', ''])
      expect(await message(prompt, { source })).toBe(
        'this model has no encoder, so it takes no source',
      );
    for (const source of [[], [[1], [1]], ['', '']])
      expect(await message([prompt, prompt], { source })).toBe(
        'this model has no encoder, so it takes no source',
      );
    // What was meant for a model of the other kind is told with the name that it has in this one.
    expect(await message(prompt, { capture: ['decoder.logits'] })).toBe(
      "capture: this model has no activation named 'decoder.logits', but 'logits'",
    );
    const both = async (...capture: string[]) =>
      refusal(translator.forward([1], { source: [1], capture }));
    const unmet = await both('decoder.logits', 'logits');
    expect(unmet.message).toBe(
      "capture: this model has no activation named 'logits', but 'decoder.logits'",
    );
    expect(unmet.details).toEqual({
      kind: 'noActivation',
      name: 'logits',
      near: ['decoder.logits'],
    });
    expect((await both('blocks.*.attn.pattern')).message).toBe(
      "capture: this model has no activation named 'blocks.*.attn.pattern', but 'encoder.blocks.*.attn.pattern' and 'decoder.blocks.*.attn.pattern'",
    );
    expect((await both('encoder.logits')).message).toBe(
      "capture: this model has no activation named 'encoder.logits', but 'decoder.logits'",
    );
    expect((await both('logit')).message).toBe(
      "capture: this model has no activation named 'logit'",
    );
    expect(
      (await refusal(translator.generate([1], { capture: ['logits'] }).result())).message,
    ).toBe("capture: this model has no activation named 'logits', but 'decoder.logits'");
    expect((await refusal(translator.forward([1]))).message).toMatch(/source/);
  });
});

describe('forward of several sequences', () => {
  const capture = ['blocks.*', 'logits'];
  const sequences = [[31, 5, 8, 2], [7], [9, 1, 3]];
  const ends = [0, 0, 0, 0, 0, 1, 1, 1, 0, 0, 0, 1];

  /** The corner of an array where every index is within `shape`: what is no padding. */
  function corner(array: Tensor, shape: readonly number[]): Tensor {
    const data = new Float32Array(shape.reduce((a, b) => a * b, 1)).map((_, i) => {
      let [rest, place, stride] = [i, 0, 1];
      for (let axis = shape.length - 1; axis >= 0; axis--) {
        place += (rest % shape[axis]!) * stride;
        rest = Math.floor(rest / shape[axis]!);
        stride *= array.shape[axis]!;
      }
      return array.data[place]!;
    });
    return { shape, data };
  }

  test('gives what each gives alone, whatever stands beside it', async () => {
    const { tokens, padding, activations } = await model.forward(sequences, { capture });
    expect(tokens.map((list) => list.map(({ id }) => id))).toEqual(sequences);
    expect(padding).toEqual({ shape: [3, 4], data: Float32Array.from(ends) });
    expect(activations['logits']!.shape).toEqual([3, 4, 97]);
    expect(activations['blocks.1.attn.pattern']!.shape).toEqual([3, 4, 4, 4]);
    for (const [i, sequence] of sequences.entries()) {
      const alone = (await model.forward(sequence, { capture })).activations;
      expect(Object.keys(activations)).toEqual(Object.keys(alone));
      for (const [name, want] of Object.entries(alone)) {
        const own = corner(rowOf(activations[name]!, i), want.shape);
        expect(own, `${name} of ${i}`).toEqual(want);
      }
    }
  });

  test('masks padded keys', async () => {
    const { activations, padding } = await translator.forward([[1], [1, 8, 9]], {
      source: [[3, 4, 5], [6]],
      capture: ['encoder.*.attn.pattern', 'decoder.*.cross_attn.pattern'],
    });
    expect(padding.data).toEqual(Float32Array.of(0, 1, 1, 0, 0, 0));
    for (const { shape, data } of Object.values(activations)) {
      expect(shape.at(-1)).toBe(3);
      const second = data.subarray(data.length / 2);
      expect(second.every((weight, i) => weight === (i % 3 === 0 ? 1 : 0))).toBe(true);
    }
  });

  test('of an encoder–decoder takes a source for each', async () => {
    const sources = [[3, 4, 5], [6], [7, 8]];
    const options = { capture: ['decoder.logits'] };
    const run = await translator.forward([[1], [1], [1]], { ...options, source: sources });
    expect(run.sourceTokens!.map((list) => list.map(({ id }) => id))).toEqual(sources);
    expect(run.sourcePadding).toEqual({
      shape: [3, 3],
      data: Float32Array.of(0, 0, 0, 0, 1, 1, 0, 0, 1),
    });
    for (const [i, source] of sources.entries()) {
      const alone = await translator.forward([1], { ...options, source });
      expect(rowOf(run.activations['decoder.logits']!, i)).toEqual(
        alone.activations['decoder.logits'],
      );
    }
  });

  test('takes texts, and a batch of one', async () => {
    const hand = await loadModel('aab');
    const options = { capture: ['blocks.0.attn.pattern'] };
    const { tokens, padding } = await hand.forward(['aab', 'b'], options);
    expect(tokens.map((list) => list.map(({ text }) => text).join(''))).toEqual(['aab', 'b']);
    expect(padding.data).toEqual(Float32Array.of(0, 0, 0, 0, 1, 1));
    const one = await hand.forward(['aab'], options);
    const alone = await hand.forward('aab', options);
    const [name] = options.capture as [string];
    expect(one.padding).toEqual({ shape: [1, 3], data: new Float32Array(3) });
    expect(one.activations[name]!.shape).toEqual([1, 1, 3, 3]);
    expect(one.activations[name]!.data).toEqual(alone.activations[name]!.data);
    await hand.close();
  });

  test('changes the named head of each', async () => {
    const { activations } = await model.forward(sequences, {
      capture: ['blocks.0.attn.z'],
      ablate: [{ layer: 0, head: 3 }],
    });
    for (let i = 0; i < 3; i++) {
      const heads = rowOf(activations['blocks.0.attn.z']!, i);
      expect(rowOf(heads, 3).data.every((value) => value === 0)).toBe(true);
      expect(rowOf(heads, 2).data.some((value) => value !== 0)).toBe(true);
    }
  });

  test('is refused, by number, for what is no sequence', async () => {
    const message = async (...args: unknown[]) =>
      (await refusal(() => translator.forward(...(args as [never])))).message;
    expect(await message([[1], 2])).toMatch(/^forward: input\[1\] must be a text, or a list/);
    expect(await message([[1], []], { source: [[3], [4]] })).toMatch(/at least one token/);
    expect(await message([[1], [1]], { source: [3] })).toMatch(/^forward: source must be a list/);
    expect(await message([[1], [1]], { source: [[3]] })).toMatch(/1 sources for 2 targets/);
    expect(await message([[1], [1]])).toMatch(/source/);
  });
});
