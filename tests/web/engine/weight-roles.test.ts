/** What a model's weights are for: figures find them by it, in whatever names the file has. */
import { loadModel, type Model, type ModelFiles } from 'glassformer';
import { expect, onTestFinished, test } from 'vitest';
import { writeTensors } from '../../../tools/lib/safetensors.mjs';
import { outputTableOf } from '../../../web/src/study/output-table.ts';
import {
  biasOf,
  feedForwardOut,
  layoutOf,
  normWeight,
  outputBias,
  outputTable,
} from '../../../web/src/view/block-weights.ts';
import { logitsOf } from '../../../web/src/view/logits.ts';
import { matrixOf, rowOf } from '../../../web/src/view/matrix.ts';
import { encoderDecoderFiles, gpt2Files } from './helpers.ts';

async function open(files: ModelFiles): Promise<Model> {
  const model = await loadModel(files);
  onTestFinished(() => model.close());
  return model;
}

/** A decoder in the names of torch.nn.Transformer: its head is its table of embeddings, with a bias. */
function torchDecoder(): ModelFiles {
  const [width, vocabulary, hidden] = [8, 11, 12];
  let seed = 1;
  const tensor = (...shape: number[]) => {
    const size = shape.reduce((a, b) => a * b);
    const data = Float32Array.from({ length: size }, () => Math.sin(++seed) / 2);
    return { shape, data };
  };
  const vector = (name: string) => ({ [name]: tensor(width) });
  const at = 'decoder.layers.0.';
  return {
    config: {
      model_type: 'gpt2',
      n_layer: 1,
      n_head: 2,
      n_embd: width,
      n_inner: hidden,
      vocab_size: vocabulary,
      positions: 'none',
    },
    weights: writeTensors({
      [`${at}self_attn.in_proj_weight`]: tensor(3 * width, width),
      [`${at}self_attn.in_proj_bias`]: tensor(3 * width),
      [`${at}self_attn.out_proj.weight`]: tensor(width, width),
      ...vector(`${at}self_attn.out_proj.bias`),
      [`${at}linear1.weight`]: tensor(hidden, width),
      [`${at}linear1.bias`]: tensor(hidden),
      [`${at}linear2.weight`]: tensor(width, hidden),
      ...vector(`${at}linear2.bias`),
      ...vector(`${at}norm1.weight`),
      ...vector(`${at}norm1.bias`),
      ...vector(`${at}norm2.weight`),
      ...vector(`${at}norm2.bias`),
      ...vector('decoder.norm.weight'),
      ...vector('decoder.norm.bias'),
      'tgt_embed.weight': tensor(vocabulary, width),
      out_bias: tensor(vocabulary),
    }),
  };
}

test('a tied decoder in the names of PyTorch: its table, the bias of its logits, its last norm', async () => {
  const model = await open(torchDecoder());
  const { weights } = model;
  expect(outputTable(model)).toBe('tgt_embed.weight');
  expect(outputBias(weights)).toBe('out_bias');
  expect(normWeight(weights, '', 0, 'end')).toBe('decoder.norm.weight');
  expect(biasOf(weights, 'decoder.norm.weight')).toBe('decoder.norm.bias');
  expect(normWeight(weights, '', 0, 'feedForward')).toBe('decoder.layers.0.norm2.weight');
  expect(feedForwardOut(weights, '', 0)).toBe('decoder.layers.0.linear2.weight');
  expect(layoutOf(weights, 'decoder.layers.0.linear2.weight')).toBe('out_in');
});

for (const [name, files] of [
  ['PyTorch’s names', torchDecoder],
  ['GPT-2’s names', gpt2Files],
] as const)
  test(`the table and the bias make the engine’s logits: ${name}`, async () => {
    const model = await open(files());
    const run = await model.forward([1, 2, 3], { capture: ['ln_final', 'logits'] });
    const table = (await outputTableOf(model as never, run))!;
    const logits = matrixOf(run.activations['logits']!);
    expect(table.rows.shape).toEqual([logits.columns, model.config.resolved.d_model]);
    const vectors = matrixOf(run.activations['ln_final']!);
    for (let row = 0; row < 3; ++row) {
      const products = logitsOf(rowOf(vectors, row), table.rows);
      products.forEach((value, id) =>
        expect(value + (table.bias?.[id] ?? 0)).toBeCloseTo(rowOf(logits, row)[id]!, 4),
      );
    }
  });

test('each stack of an encoder–decoder has weights of its own', async () => {
  const model = await open(encoderDecoderFiles());
  const { weights } = model;
  expect(normWeight(weights, 'encoder.', 1, 'attention')).toBe('encoder.1.norm1.weight');
  expect(normWeight(weights, 'decoder.', 1, 'feedForward')).toBe('decoder.1.norm3.weight');
  expect(feedForwardOut(weights, 'encoder.', 0)).toBe('encoder.0.ffn.net.3.weight');
  expect(outputTable(model)).toBe('tgt_embed.weight');
  expect(outputBias(weights)).toBe('out_bias');
  expect(weights.find(({ name }) => name === 'decoder.0.cross_attn.key.weight')).toMatchObject({
    role: 'cross_key',
    stack: 'decoder',
    layer: 0,
    sublayer: 'cross_attention',
    layout: 'out_in',
    isBias: false,
  });
});
