import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { execFileSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { loadModel, type Model } from 'glassformer';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { aabFile, aabFolder, expectClose, goldenJson, goldenTensors } from './helpers.ts';

const reference = goldenJson('seed001_aab.json');

describe('the model made by hand', () => {
  let model: Model;
  beforeAll(async () => {
    model = await loadModel('aab');
  });
  afterAll(() => model.close());

  test('has the weights of the reference', async () => {
    const names = {
      'wte.weight': 'wte',
      'wpe.weight': 'wpe',
      'h.0.attn.c_attn.weight': 'c_attn.w',
      'h.0.attn.c_attn.bias': 'c_attn.b',
      'h.0.attn.c_proj.weight': 'c_proj.w',
      'h.0.attn.c_proj.bias': 'c_proj.b',
    };
    const expected = goldenTensors('seed001_aab.safetensors');
    expect(model.weights.map(({ name }) => name).sort()).toEqual(Object.keys(names).sort());
    for (const [name, original] of Object.entries(names))
      expect(await model.weight(name)).toEqual(expected[original]);
  });

  test('has the activations of the reference', async () => {
    // Hook → name in the reference, where no batch and no head stand in front.
    const names = {
      'blocks.0.resid_pre': 'embedding',
      'blocks.0.attn.q': 'q',
      'blocks.0.attn.k': 'k',
      'blocks.0.attn.v': 'v',
      'blocks.0.attn.raw_scores': 'scores_unscaled',
      'blocks.0.attn.pattern': 'attn_probs',
      'blocks.0.attn.z': 'attn_out',
      'blocks.0.attn_out': 'projected',
      'blocks.0.resid_post': 'residual',
      logits: 'logits',
    };
    const tensors = goldenTensors('seed001_aab.safetensors');
    const run = await model.forward(reference.demo, { capture: Object.keys(names) });
    for (const [name, original] of Object.entries(names)) {
      const { shape, data } = run.activations[name]!;
      const want = tensors[original]!;
      const inFront = shape.slice(0, shape.length - want.shape.length);
      expect(inFront.every((size) => size === 1)).toBe(true);
      expectClose({ shape: want.shape, data }, want, 1e-5, 1e-5);
    }
  });

  test.each<string>(reference.completions)('continues as the reference does: %s', async (line) => {
    const [prompt, continuation] = line.split(' :: ') as [string, string];
    const { text } = await model.generate(prompt, { max_new_tokens: continuation.length }).result();
    expect(text).toBe(continuation);
  });

  test('predicts 27 of 27 letters, also past its context', async () => {
    const runs: { context: string; expected: string; predicted: string }[] =
      reference.accuracy_runs;
    const predicted = await Promise.all(
      runs.map(({ context }) => model.generate(context, { max_new_tokens: 1 }).result()),
    );
    expect(predicted.map(({ text }) => text)).toEqual(runs.map((run) => run.predicted));
    const correct = runs.filter((run, i) => predicted[i]!.text === run.expected);
    expect([correct.length, runs.length]).toEqual([27, 27]);
  });
});

test('the files of models/aab are what tools/make-aab.mjs writes', () => {
  const folder = mkdtempSync(join(tmpdir(), 'glassformer-'));
  try {
    execFileSync(process.execPath, [
      fileURLToPath(new URL('../../tools/make-aab.mjs', aabFolder)),
      folder,
    ]);
    const written = readdirSync(folder);
    expect(written.sort()).toEqual(['config.json', 'model.safetensors', 'vocab.json']);
    for (const name of written)
      expect(readFileSync(join(folder, name)).equals(aabFile(name)), name).toBe(true);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
