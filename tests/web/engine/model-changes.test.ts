import { loadModel, type Model } from 'glassformer';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { encoderDecoderFiles, expectClose, gpt2Files, refusal, rowOf } from './helpers.ts';

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

const prompt = [31, 5, 8, 2];

test('changes whose numbers are no floats are refused by name', async () => {
  const refused = async (options: object) =>
    (await refusal(model.forward(prompt, { capture: ['logits'], ...options }))).message;
  const ablate = Array<object>(90).fill({ layer: 0, head: 0, factor: 2.9 });
  expect(await refused({ ablate })).toMatch(/^logits holds NaN; expected weights, edits/);
  const edits = [{ hook: 'blocks.0.resid_pre', scale: 3e38 }];
  expect(await refused({ edits })).toMatch(/^logits holds /);
  expect(await refused({ edits, capture: ['blocks.0.resid_pre'] })).toMatch(/resid_pre holds /);
  const writing = model.generate(prompt, { edits, capture: ['blocks.0.mlp.pre'] });
  expect((await refusal(writing.result())).message).toMatch(/mlp\.pre holds |are NaN|is NaN/);
});

describe('a head', () => {
  const capture = ['blocks.0.attn.z', 'logits'];

  test('that is switched off gives zeros, and the others what they gave', async () => {
    const before = (await model.forward(prompt, { capture })).activations;
    const after = (await model.forward(prompt, { capture, ablate: [{ layer: 0, head: 3 }] }))
      .activations;
    const [whole, cut] = [before['blocks.0.attn.z']!, after['blocks.0.attn.z']!];
    expect(rowOf(cut, 3).data.every((value) => value === 0)).toBe(true);
    for (const head of [0, 1, 2]) expect(rowOf(cut, head)).toEqual(rowOf(whole, head));
    expect(after['logits']!.data).not.toEqual(before['logits']!.data);
  });

  test('of an encoder–decoder is found in its stack', async () => {
    const options = {
      source: [3, 4, 5],
      capture: ['encoder.blocks.1.attn.z', 'decoder.blocks.1.cross_attn.z'],
    };
    const { activations } = await translator.forward([1], {
      ...options,
      ablate: [
        { layer: 1, head: 0, stack: 'encoder' },
        { layer: 1, head: 2, stack: 'cross', factor: 0 },
      ],
    });
    expect(
      rowOf(activations['encoder.blocks.1.attn.z']!, 0).data.every((value) => value === 0),
    ).toBe(true);
    expect(
      rowOf(activations['decoder.blocks.1.cross_attn.z']!, 2).data.every((value) => value === 0),
    ).toBe(true);
    expect(
      rowOf(activations['decoder.blocks.1.cross_attn.z']!, 1).data.some((value) => value !== 0),
    ).toBe(true);
  });

  test('that is not there is refused', async () => {
    const refused = async (ablate: object) =>
      (await refusal(model.forward(prompt, { ablate: [ablate] as never }))).message;
    for (const head of [4, 2 ** 31 - 1, 2 ** 31, 2 ** 32 - 1])
      expect(await refused({ layer: 0, head })).toBe(
        `ablate[0]: head must be a whole number from 0 to 3, found ${head}`,
      );
    for (const layer of [2, 2 ** 31, 2 ** 32 - 1])
      expect(await refused({ layer, head: 0 })).toBe(
        `ablate[0]: layer must be a whole number from 0 to 1, found ${layer}`,
      );
    for (const name of ['layer', 'head']) {
      for (const value of [2 ** 32, -1, 0.5, NaN]) {
        expect(await refused({ layer: 0, head: 0, [name]: value })).toMatch(
          new RegExp(
            `^forward: ablate\\[0\\]: ${name} must be a whole number from 0 to 4294967295`,
          ),
        );
      }
    }
    expect(await refused({ layer: 0, head: NaN })).toMatch(/, found NaN$/);
    expect(await refused({ layer: 0 })).toBe('forward: ablate[0]: head is missing');
    for (const stack of ['encoder', 'cross'])
      expect(await refused({ layer: 0, head: 1, stack })).toBe(
        `ablate[0]: stack must be "decoder", found "${stack}"`,
      );
    const own = await model.forward(prompt, { ablate: [{ layer: 0, head: 1, stack: 'decoder' }] });
    expect(own.tokens).toHaveLength(4);
    expect(await refused({ layer: 0, head: 1, factor: '0' })).toBe(
      'forward: ablate[0]: factor must be a finite number that a 32-bit float holds, found "0"',
    );
  });
});

describe('an edit', () => {
  test('scales, adds or sets what the run goes on with', async () => {
    const logits = async (edit: object) =>
      (await model.forward(prompt, { capture: ['logits'], edits: [{ hook: 'logits', ...edit }] }))
        .activations['logits']!.data;
    const plain = (await model.forward(prompt, { capture: ['logits'] })).activations['logits']!
      .data;
    expect(await logits({ scale: 2 })).toEqual(plain.map((value) => 2 * value));
    expect(await logits({ add: new Float32Array(97).fill(1) })).toEqual(
      plain.map((value) => value + 1),
    );
    expect(await logits({ set: new Float32Array(97).fill(0.5) })).toEqual(plain.map(() => 0.5));
  });

  test('of scores leaves masked ones masked: all seen keys weigh the same', async () => {
    const { activations } = await model.forward(prompt, {
      capture: ['blocks.0.attn.pattern'],
      edits: [{ hook: 'blocks.0.attn.scores', scale: 0 }],
    });
    const [third] = [Float32Array.of(1 / 3, 1 / 3, 1 / 3, 0)];
    expect(activations['blocks.0.attn.pattern']!.data.slice(8, 12)).toEqual(third);
  });

  test('that makes a residual stream very long changes no direction', async () => {
    const logits = async (scale: number) => {
      const edits = [{ hook: 'blocks.0.resid_pre', scale }];
      return (await model.forward(prompt, { capture: ['logits'], edits })).activations['logits']!;
    };
    expectClose(await logits(1e28), await logits(1e10), 1e-4, 1e-4);
  });

  test('replaces an attention pattern', async () => {
    // Each of the 4 heads lets each of the 4 tokens look at itself alone: what comes out is its value.
    const itself = new Float32Array(64).map((_, i) => Number((i >> 2) % 4 === i % 4));
    const { activations } = await model.forward(prompt, {
      capture: ['blocks.1.attn.v', 'blocks.1.attn.z'],
      edits: [{ hook: 'blocks.1.attn.pattern', set: itself }],
    });
    expect(activations['blocks.1.attn.z']).toEqual(activations['blocks.1.attn.v']);
  });

  test('of one head is refused where there are no heads, alone and in a batch', async () => {
    const edits = [{ hook: 'blocks.1.resid_post', head: 0, scale: 0 }];
    const complaint = (shape: string) =>
      `the edit of 'blocks.1.resid_post' names head 0, but 'blocks.1.resid_post' has shape ${shape}, which has 0 heads`;
    expect((await refusal(model.forward([1, 2], { edits }))).message).toBe(complaint('[2, 48]'));
    expect((await refusal(model.forward([[1, 2], [3]], { edits }))).message).toBe(
      complaint('[2, 2, 48]'),
    );
    const all = await model.forward([1, 2], { edits: [{ ...edits[0]!, head: null as never }] });
    expect(all.tokens).toHaveLength(2);
  });

  test('of a wrong size, name or kind is refused', async () => {
    const refused = async (edit: object) =>
      (await refusal(model.forward(prompt, { edits: [edit] as never }))).message;
    expect(await refused({ hook: 'logits', set: new Float32Array(5) })).toMatch(
      /5 values.*\[4, 97\]/,
    );
    expect(await refused({ hook: 'logit', scale: 0 })).toMatch(/'logit' meets no tensor/);
    expect(await refused({ hook: 'logits' })).toBe(
      'forward: edits[0] needs exactly one of scale, add and set, found 0',
    );
    expect(await refused({ hook: 'logits', set: [1, 2] })).toMatch(
      /^forward: edits\[0\]: set must be a Float32Array/,
    );
    // As floats they would be infinite.
    for (const edit of [{ scale: 1e39 }, { add: Float32Array.of(Number.NaN) }])
      expect(await refused({ hook: 'logits', ...edit })).toMatch(/must be a .*finite number/);
  });
});
