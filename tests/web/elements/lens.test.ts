/** The logit lens of `<glass-block>`: where it reads the stream of models that norm before and after their sums. */
import { loadModel, type Model, softmax } from 'glassformer';
import { expect, onTestFinished, test, vi } from 'vitest';
import { readLens } from '../../../web/src/elements/glass-block/lens.ts';
import { syntheticFiles } from '../engine/helpers.ts';

// The sources have no modules beside them; the package has.
vi.mock('../../../web/src/client/engine.ts', () => ({
  loadEngine: () => import('glassformer'),
}));

async function modelWith(changes: object): Promise<Model> {
  const { config, ...files } = syntheticFiles(8, 20);
  const model = await loadModel({ ...files, config: { ...(config as object), ...changes } });
  onTestFinished(() => model.close());
  return model;
}

for (const norm of ['pre', 'post']) {
  test(`its last row is what a ${norm}-norm model says`, async () => {
    const model = await modelWith({ norm });
    const run = await model.forward([3, 1, 4, 1, 5], { capture: ['blocks.*', 'logits'] });
    const { data } = await softmax(run.activations['logits']!);
    const lens = await readLens(model as never, run, 5);
    expect(lens!.levels).toHaveLength(2);
    lens!.levels[1]!.guesses.forEach(([first], token) => {
      const row = data.subarray(token * 20, (token + 1) * 20);
      expect(first!.probability).toBeCloseTo(Math.max(...row), 6);
      expect(first!.text).toBe(String(row.indexOf(Math.max(...row))));
    });
  });
}
