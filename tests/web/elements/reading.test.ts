/** How much of a text a figure reads. */
import { loadModel, type ModelFiles } from 'glassformer';
import { expect, onTestFinished, test } from 'vitest';
import {
  type Question,
  read,
  type Reading,
} from '../../../web/src/elements/base/provider/reading.ts';
import { boundlessFiles, byteLevel, syntheticFiles } from '../engine/helpers.ts';

const kPattern = 'blocks.0.attn.pattern';

async function readBy(
  files: ModelFiles,
  length: number,
  maxTokens: Question['maxTokens'] = null,
): Promise<Reading> {
  const model = await loadModel(files);
  onTestFinished(() => model.close());
  const text = 'a'.repeat(length);
  const asked = { text, options: {}, maxTokens, ablations: [], hooks: [kPattern], areGiven: false };
  return read({ ...asked, model: model as never }, null);
}

const shapeOf = ({ run }: Reading) => run.activations[kPattern]?.shape;

test('of a model without a longest context the last 512 tokens are read', async () => {
  const long = await readBy(boundlessFiles(), 20_000);
  expect(long.cut).toEqual({ count: 20_000, limit: 512, room: -512 });
  expect(shapeOf(long)).toEqual([4, 512, 512]);
  const short = await readBy(boundlessFiles(), 512);
  expect(short.cut).toBeNull();
  expect(short.run.tokens).toHaveLength(512);
});

test('or as many as its author says', async () => {
  const { cut, run } = await readBy(boundlessFiles(), 1000, 600);
  expect(cut).toEqual({ count: 1000, limit: 600, room: -600 });
  expect(run.tokens).toHaveLength(600);
});

test('of a model with one as many as it holds, at most', async () => {
  const files = { ...syntheticFiles(16, 256), ...byteLevel() };
  expect((await readBy(files, 1000)).cut).toEqual({ count: 1000, limit: 64, room: 0 });
  expect((await readBy(files, 1000, 100)).cut).toEqual({ count: 1000, limit: 64, room: 0 });
  expect((await readBy(files, 1000, 10)).cut).toEqual({ count: 1000, limit: 10, room: 54 });
});
