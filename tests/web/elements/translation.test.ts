/** What <glass-translate> asks its model. */
import { loadModel } from 'glassformer';
import { expect, it } from 'vitest';
import { lookInside } from '../../../web/src/elements/glass-translate/translation.ts';
import { encoderDecoderFiles, ideographs } from '../engine/helpers.ts';

it('looks inside as the engine has translated, where a text begins with bos_token_id, too', async () => {
  const model = await loadModel({ ...encoderDecoderFiles(), vocabJson: ideographs(50) });
  expect(model.config.resolved).toMatchObject({ bos_token_id: 1 });
  expect(model.config.resolved.decoder_start_token_id).toBeUndefined();
  const source = '\u4e03\u4e04';
  const { ids } = await model.generate(source, { max_new_tokens: 3 }).result();
  const names = { start: 'start', end: 'end' };
  const { cross } = await lookInside(model, source, ids, [], names);
  const hook = 'decoder.blocks.0.cross_attn.pattern';
  const run = await model.forward([1, ...ids.slice(0, -1)], { source, capture: [hook] });
  expect(cross.patterns[0]).toEqual(run.activations[hook]);
  await model.close();
});
