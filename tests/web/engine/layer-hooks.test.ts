/** The names of hooks that figures read by, beside those that the engine captures, for every kind of layer. */
import { loadModel } from 'glassformer';
import { describe, expect, it, onTestFinished } from 'vitest';
import { biasOf, feedForwardIn, layoutOf, readBy } from '../../../web/src/view/block-weights.ts';
import {
  feedForwardInput,
  layerOutput,
  normHooks,
  normSites,
  stackOutput,
  streamSteps,
} from '../../../web/src/view/layer-hooks.ts';
import { rowOf, matrixOf } from '../../../web/src/view/matrix.ts';
import { activationsOf } from '../../../web/src/view/patching.ts';
import { expectClose } from './helpers.ts';
import { make, pairs, tiny } from './trainers.ts';

const kLayers = 2;
const kinds = (['pre', 'post', 'none'] as const).flatMap((norm) =>
  [0, 24].flatMap((d_ff) =>
    [true, false].flatMap((final_norm) =>
      (['', 'encoder.', 'decoder.'] as const).map((stack) => ({ norm, d_ff, final_norm, stack })),
    ),
  ),
);

/** A model of random weights, and what it captures of one run. */
async function captured(stack: string, layer: object) {
  const layers = { num_encoder_layers: kLayers, num_decoder_layers: kLayers };
  const trainer =
    stack === ''
      ? await make({
          config: { ...tiny, vocab_size: 7, ...layer },
          sequences: [Array.from({ length: 16 }, (_, i) => i % 7)],
        })
      : await make({
          config: { ...pairs, ...layers, ...layer },
          texts: ['abc', 'bca'],
          sources: ['cba', 'acb'],
          sequences: undefined,
          max_length: 8,
        });
  const model = await loadModel(await trainer.files());
  onTestFinished(() => model.close());
  const source = stack === '' ? {} : { source: [1, 2, 3] };
  const { activations } = await model.forward([1, 2, 3], { capture: ['*'], ...source });
  return { model, resolved: model.config.resolved, activations };
}

describe('the hooks of a stack are those that the engine names', () => {
  for (const { norm, d_ff, final_norm, stack } of kinds)
    it(`${stack || 'one stack'}, ${norm}-norm, d_ff ${d_ff}, ${final_norm ? '' : 'no '}final norm`, async () => {
      const layer = { norm, final_norm, [stack === '' ? 'n_inner' : 'dim_feedforward']: d_ff };
      const { model, resolved, activations } = await captured(stack, layer);
      expect([resolved.norm, resolved.d_ff, resolved.final_norm]).toEqual([norm, d_ff, final_norm]);
      for (let at = 0; at < kLayers; ++at) {
        const block = `${stack}blocks.${at}.`;
        const named = Object.keys(activations).filter(
          (name) => name.startsWith(block) && !name.slice(block.length).includes('.'),
        );
        const steps = streamSteps(resolved, stack, at);
        expect(steps.map(([hook]) => stack + hook)).toEqual(named);
        expect(stack + layerOutput(resolved, stack, at)).toBe(named.at(-1));
        for (const site of normSites(resolved)) {
          const hooks = normHooks(resolved, stack, at, site)!.map((hook) => stack + hook);
          const [before, after] = hooks.map((hook) => activations[hook]!);
          // At first a norm's gain is 1 and its bias 0.
          expectClose(after!, normed(before!, resolved.norm_epsilon), 1e-4, 1e-4);
        }
        // Every vector of a layer without cross-attention can be patched, but masked scores, which are not finite.
        const parts = Object.keys(activations)
          .filter((hook) => hook.startsWith(block) && hook !== `${block}attn.scores`)
          .map((hook) => hook.slice(block.length));
        if (stack !== 'decoder.') expect([...activationsOf(resolved)].sort()).toEqual(parts.sort());
        const input = feedForwardInput(resolved, stack, at);
        expect(input === null).toBe(d_ff === 0);
        if (input === null) continue;
        const [read, pre] = [input, `blocks.${at}.mlp.pre`].map((hook) =>
          matrixOf(activations[stack + hook]!),
        );
        const name = feedForwardIn(model.weights, stack, at)!;
        const weight = await model.weight(name);
        const bias = await model.weight(biasOf(model.weights, name)!);
        const neuron = 5;
        const own = readBy(weight, layoutOf(model.weights, name), neuron);
        for (let row = 0; row < read!.rows; ++row) {
          const sum = rowOf(read!, row).reduce((total, each, i) => total + each * own[i]!, 0);
          expect(sum + bias.data[neuron]!).toBeCloseTo(rowOf(pre!, row)[neuron]!, 4);
        }
      }
      const output = stack + stackOutput(resolved, stack);
      const names = Object.keys(activations).filter(
        (name) => name.startsWith(`${stack}blocks.`) || name === `${stack}ln_final`,
      );
      expect(output).toBe(names.filter((name) => !/attn\.|mlp\./.test(name)).at(-1));
      if (norm === 'none') expect(normHooks(resolved, stack, 0, 'attention')).toBeNull();
    });
});

function normed(
  { shape, data }: { shape: readonly number[]; data: Float32Array },
  epsilon: number,
) {
  const width = shape.at(-1)!;
  const out = Float32Array.from(data, (value, i) => {
    const row = data.subarray(i - (i % width), i - (i % width) + width);
    const mean = row.reduce((sum, each) => sum + each, 0) / width;
    const variance = row.reduce((sum, each) => sum + (each - mean) ** 2, 0) / width;
    return (value - mean) / Math.sqrt(variance + epsilon);
  });
  return { shape, data: out };
}
