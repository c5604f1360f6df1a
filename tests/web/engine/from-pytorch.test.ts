/** The way from PyTorch as docs/javascript.md and the page tell it, with a model that is trained here and now. */
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadModel } from 'glassformer';
import { expect, onTestFinished, test } from 'vitest';
import { converting } from '../../../web/page/chapters/own-model/converting.ts';
import { hasTorch, python } from './pytorch.ts';

const project = new URL('../../../', import.meta.url);
const why = hasTorch ? '' : ' (skipped: python3-torch is not installed)';

/** The document's programs: of a nanoGPT, and of an encoder that classifies. */
const [lines = '', classifierLines = ''] = [
  ...readFileSync(new URL('docs/javascript.md', project), 'utf8').matchAll(/^```py\n(.*?)^```/gms),
].map(([, code]) => code as string);

interface Told {
  readonly text: string;
  readonly logits: readonly number[];
  /** The ids that follow, greedily. */
  readonly next: readonly number[];
}

/** A folder in which the program has run with these lines, and what PyTorch computes with the model. */
function trained<T = Told>(
  code: string,
  file = 'train.py',
): { readonly folder: string; readonly told: T } {
  const folder = mkdtempSync(join(tmpdir(), 'glassformer-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const program = new URL(`tests/web/engine/pytorch/${file}`, project).pathname;
  const { status, stdout, stderr } = spawnSync(python, [program], {
    cwd: folder,
    input: code,
    encoding: 'utf8',
  });
  expect(status, stderr).toBe(0);
  return { folder, told: JSON.parse(stdout) as T };
}

async function expectSame(folder: string, { text, logits, next }: Told): Promise<void> {
  const model = await loadModel(`${folder}/my-model/`);
  const run = await model.forward(text, { capture: ['logits'] });
  const ours = run.activations['logits']!.data;
  expect(ours.length).toBe(logits.length);
  const largest = Math.max(...logits.map(Math.abs));
  for (const [i, value] of logits.entries())
    expect(Math.abs((ours[i] ?? Number.NaN) - value)).toBeLessThan(1e-5 * largest);
  const { ids } = await model.generate(text, { max_new_tokens: 5 }).result();
  expect(ids).toEqual(next);
  await model.close();
}

test.each([
  ['a nanoGPT', lines],
  ['a classifier', classifierLines],
])('the document needs no more than ten lines for %s', (_what, code) => {
  const count = code
    .trim()
    .split('\n')
    .filter((line) => line !== '').length;
  expect(count).toBeGreaterThan(3);
  expect(count).toBeLessThanOrEqual(10);
});

test.skipIf(!hasTorch)(`the document’s lines make a folder that opens${why}`, async () => {
  const { folder, told } = trained(lines);
  await expectSame(folder, told);
});

test.skipIf(!hasTorch)(`a classifier opens by the document’s lines for it${why}`, async () => {
  const { folder, told } = trained<{ text: string; logits: number[]; loss: number }>(
    classifierLines,
    'train_classifier.py',
  );
  expect(told.loss).toBeLessThan(0.1); // it has learned something
  const model = await loadModel(`${folder}/my-classifier/`);
  const classes = await model.classify(told.text);
  expect(classes.map(({ label }) => label).sort()).toEqual(['of animals', 'of things']);
  for (const { id, logit } of classes)
    expect(Math.abs(logit - told.logits[id]!)).toBeLessThan(
      1e-5 * Math.max(...told.logits.map(Math.abs)),
    );
  expect(classes[0]!.label).toBe('of animals');
  await model.close();
});

test.skipIf(!hasTorch)(
  `the page’s three lines make safetensors of a checkpoint${why}`,
  async () => {
    const { folder, told } = trained(
      `${lines}\nos.remove("my-model/model.safetensors")\n${converting('ckpt.pt')}`,
    );
    copyFileSync(join(folder, 'model.safetensors'), join(folder, 'my-model/model.safetensors'));
    await expectSame(folder, told);
  },
);
