/** What <glass-feed-forward> reads of its model. */
import { loadModel } from 'glassformer';
import { expect, it } from 'vitest';
import { hooksOf, readHidden } from '../../../web/src/elements/glass-feed-forward/hidden-layer.ts';
import { readReads } from '../../../web/src/elements/glass-feed-forward/reads.ts';
import { syntheticFiles } from '../engine/helpers.ts';

it('reads with the weights as they are now, of a wide layer, too', async () => {
  const model = await loadModel(syntheticFiles(528, 8));
  const name = 'h.0.mlp.c_fc.weight';
  const firstWeight = async () => {
    const run = await model.forward([1, 2], { capture: hooksOf(model.config.resolved, '', 0) });
    const hidden = await readHidden({ model, run, text: '', layer: 0 });
    return (await readReads(hidden!, 3))!.weights[0];
  };
  const { data } = await model.weight(name);
  expect(await firstWeight()).toBe(data[3]);
  await model.setWeight(name, new Float32Array(data.length));
  expect(await firstWeight()).toBe(0);
  await model.close();
});
