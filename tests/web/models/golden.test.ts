// golden.py is what the engine's numbers are checked against, so its own are checked here: against
// PyTorch's modules, whose numbers are in tests/golden.
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';
import { readTensors } from '../../../tools/lib/safetensors.mjs';
import { goldenJson, golden } from '../engine/helpers.ts';
import { hasTorch, python } from '../engine/pytorch.ts';

const script = fileURLToPath(new URL('../../../web/cli/golden.py', import.meta.url));
const goldenFolder = fileURLToPath(new URL('../../golden/', import.meta.url));

const folder = mkdtempSync(join(tmpdir(), 'glassformer-golden-'));
afterAll(() => rmSync(folder, { recursive: true }));

interface Activation {
  shape: number[];
  places?: number[];
  data: number[];
}
interface Computed {
  activations: Record<string, Activation>;
  generated_ids: number[];
}

function compute(weights: string, config: object, ...flags: string[]): Computed {
  copyFileSync(join(goldenFolder, weights), join(folder, 'model.safetensors'));
  writeFileSync(join(folder, 'config.json'), JSON.stringify(config));
  const { status, stdout, stderr } = spawnSync(python, [script, folder, ...flags], {
    encoding: 'utf8',
  });
  expect(stderr).toBe('');
  expect(status).toBe(0);
  return JSON.parse(stdout);
}

/** Row `index` of a file's tensor with the batch in front. */
function row(tensors: ReturnType<typeof readTensors>, name: string, index: number) {
  const { shape, data } = tensors[name]!;
  const size = shape.slice(1).reduce((a, b) => a * b, 1);
  return { shape: shape.slice(1), data: [...data.slice(index * size, (index + 1) * size)] };
}

function expectSame(got: Activation | undefined, want: { shape: number[]; data: number[] }) {
  expect(got!.shape).toEqual(want.shape);
  const places = got!.places ?? want.data.map((_, i) => i);
  expect(got!.data.length).toBe(places.length);
  places.forEach((place, i) => {
    // Float64, but for the file's last digit.
    const off = Math.abs(got!.data[i]! - want.data[place]!);
    expect(off).toBeLessThanOrEqual(1e-6 + 1e-6 * Math.abs(want.data[place]!));
  });
}

describe.skipIf(!hasTorch)('golden.py', () => {
  test('computes a GPT-2 as PyTorch does', () => {
    const tensors = readTensors(golden('gpt2_small_forward.safetensors'));
    const ids = row(tensors, 'five.input_ids', 1).data;
    const config = goldenJson('gpt2_small_config.json');
    const { activations } = compute('gpt2_small.safetensors', config, '--ids', ids.join());
    for (const layer of [0, 1]) {
      const name = `blocks.${layer}`;
      expectSame(activations[`${name}.attn.pattern`], row(tensors, `five.attn_probs.${layer}`, 1));
      expectSame(activations[`${name}.resid_post`], row(tensors, `five.hidden.${layer + 1}`, 1));
    }
    expectSame(activations['ln_final'], row(tensors, 'five.final_norm', 1));
    expectSame(activations['logits'], row(tensors, 'five.logits', 1));
    expect(activations['logits']!.places!.length).toBeGreaterThanOrEqual(20);
  });

  test.each(['pre_mean', 'post_first', 'post_last'])(
    'computes an encoder that classifies as PyTorch’s modules do: %s',
    (name) => {
      const want = readTensors(golden(`classifier_${name}_forward.safetensors`));
      const config = goldenJson(`classifier_${name}_config.json`);
      // As tools/goldens/classifier.py has them.
      const flags = ['--ids', '3,1,4,1,5,9,2'];
      const computed = compute(`classifier_${name}_weights.safetensors`, config, ...flags);
      expect(computed.generated_ids).toEqual([]);
      const hooks = Object.keys(computed.activations);
      expect(hooks).toEqual(expect.arrayContaining(['blocks.1.attn.pattern', 'pooled', 'logits']));
      for (const hook of hooks) {
        const { shape, data } = want[hook]!;
        expectSame(computed.activations[hook], { shape, data: [...data] });
      }
    },
  );

  test('computes an encoder–decoder, and decodes greedily, as PyTorch does', () => {
    const { config, decoding } = goldenJson('seed004_encdec.json');
    const tensors = readTensors(golden('seed004_encdec_forward.safetensors'));
    const longest = tensors['src_padding']!.shape[1]!;
    // A source that fills its row of the batch: no padding to cut out of what is compared.
    const fills = [0, 1, 2, 3].find((i) => !row(tensors, 'src_padding', i).data.includes(1))!;
    const source = row(tensors, 'src', fills).data;
    expect(source.length).toBe(longest);
    const target = row(tensors, 'tgt_in', fills).data;
    const flags = ['--ids', target.join(), '--source-ids', source.join()];
    const { activations } = compute('seed004_encdec_weights.safetensors', config, ...flags);
    for (const layer of [0, 1]) {
      const block = `blocks.${layer}`;
      for (const [hook, name] of [
        [`encoder.${block}.attn.pattern`, `enc.attn_probs.${layer}`],
        [`encoder.${block}.ln2`, `enc.hidden.${layer + 1}`],
        [`decoder.${block}.attn.pattern`, `dec.self_probs.${layer}`],
        [`decoder.${block}.cross_attn.pattern`, `dec.cross_probs.${layer}`],
        [`decoder.${block}.ln3`, `dec.hidden.${layer + 1}`],
      ])
        expectSame(activations[hook!], row(tensors, name!, fills));
    }
    expectSame(activations['decoder.logits'], row(tensors, 'logits', fills));

    const [example] = decoding.cases;
    const greedy = ['--ids', `${config.bos_id}`, '--source-ids', example.source.join()];
    const { generated_ids } = compute('seed004_encdec_weights.safetensors', config, ...greedy);
    expect(generated_ids).toEqual(example.greedy.ids);
  });
});
