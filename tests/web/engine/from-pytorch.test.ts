/** The way from PyTorch as docs/javascript.md and the page tell it, with a model that is trained here and now. */
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadModel } from 'glassformer';
import { expect, onTestFinished, test } from 'vitest';
import { converting } from '../../../web/page/chapters/own-model/converting.ts';

const project = new URL('../../../', import.meta.url);
const python = '/usr/bin/python3';
const hasTorch = spawnSync(python, ['-c', 'import torch']).status === 0;
const why = hasTorch ? '' : ' (skipped: python3-torch is not installed)';

const lines =
  /^```py\n(.*?)^```/ms.exec(readFileSync(new URL('docs/javascript.md', project), 'utf8'))?.[1] ??
  '';

interface Told {
  readonly text: string;
  readonly logits: readonly number[];
  /** The ids that follow, greedily. */
  readonly next: readonly number[];
}

/** A folder in which the program has run with these lines, and what PyTorch computes with the model. */
function trained(code: string): { readonly folder: string; readonly told: Told } {
  const folder = mkdtempSync(join(tmpdir(), 'glassformer-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const program = new URL('tests/web/engine/pytorch/train.py', project).pathname;
  const { status, stdout, stderr } = spawnSync(python, [program], {
    cwd: folder,
    input: code,
    encoding: 'utf8',
  });
  expect(status, stderr).toBe(0);
  return { folder, told: JSON.parse(stdout) as Told };
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

test('the document needs no more than ten lines for it', () => {
  const count = lines
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
