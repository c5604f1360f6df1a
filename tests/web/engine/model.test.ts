import { loadModel, type Model } from 'glassformer';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { encoderDecoderFiles, expectClose, goldenTensors, gpt2Files, refusal } from './helpers.ts';

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

describe('logit lens', () => {
  test('gives the last layer’s logits from the last layer’s stream', async () => {
    const { activations } = await model.forward(prompt, {
      capture: ['blocks.1.resid_post', 'logits'],
    });
    expectClose(await model.logitLens(activations['blocks.1.resid_post']!), activations['logits']!);
  });

  test('is refused for rows of another width, and for a value that is not a tensor', async () => {
    expect(
      (await refusal(model.logitLens({ shape: [1, 3], data: new Float32Array(3) }))).message,
    ).toMatch(/\[tokens, 48\], found \[1, 3\]/);
    expect(
      (await refusal(model.logitLens({ shape: [2, 48], data: new Float32Array(48) }))).message,
    ).toMatch(/as many finite numbers as the shape says/);
  });
});

describe('a weight', () => {
  test('is the file’s, can be changed, and the change undone', async () => {
    const name = 'h.1.attn.c_proj.weight';
    const before = await model.weight(name);
    expect(before).toEqual(goldenTensors('gpt2_small.safetensors')[name]);
    const logits = async () =>
      (await model.forward(prompt, { capture: ['logits'] })).activations['logits']!.data;
    const plain = await logits();
    const undo = await model.setWeight(name, new Float32Array(before.data.length));
    expect(await logits()).not.toEqual(plain);
    await undo();
    expect(await model.weight(name)).toEqual(before);
    expect(await logits()).toEqual(plain);
  });

  test('is set to what a list holds, whatever its class says of its length', async () => {
    class Lying extends Float32Array {
      override get length(): number {
        return 48;
      }
    }
    expect((await refusal(model.setWeight('ln_f.bias', new Lying(2)))).message).toMatch(
      /takes 48 values, found 2$/,
    );
  });

  test('that is not there, or values that do not fit, are refused', async () => {
    expect((await refusal(model.weight('wte'))).message).toBe(
      "this model has no weight named 'wte'",
    );
    expect((await refusal(model.setWeight('ln_f.bias', new Float32Array(3)))).message).toMatch(
      /takes 48 values, found 3/,
    );
    expect(
      (await refusal(model.setWeight('ln_f.bias', new Float32Array(48).fill(NaN)))).message,
    ).toMatch(/finite/);
    expect((await refusal(model.setWeight('ln_f.bias', [1] as never))).message).toMatch(
      /^setWeight: data must be a Float32Array/,
    );
  });
});

test('config is the file’s, and what was made of it', () => {
  expect(model.config['n_embd']).toBe(48);
  expect(model.config.resolved).toMatchObject({
    architecture: 'decoder',
    d_model: 48,
    decoder_layers: 2,
    num_heads: 4,
    max_positions: 32,
  });
  expect(translator.config.resolved).toMatchObject({
    architecture: 'encoder-decoder',
    norm: 'post',
    eos_token_ids: [2],
  });
  expect(model.parameters).toBe(97 * 48 + 32 * 48 + 2 * (48 * 12 * 48 + 13 * 48) + 2 * 48);
});

test('a closed model says so, and closing twice is fine', async () => {
  const closed = await loadModel('aab');
  await closed.close();
  await closed.close();
  const error = await refusal(closed.forward('a'));
  expect([error.code, error.message]).toEqual(['Closed', 'this model was closed']);
});
