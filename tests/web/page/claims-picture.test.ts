/** What the picture of encoder and decoder says of the models, and the sentence above it. */
import { expect, test } from 'vitest';
import { kTranslatorLayers } from '../../../web/page/model-heads.ts';
import { translators } from '../../../web/page/source.ts';
import { writers } from '../../../web/page/writers.ts';
import { loadModels, modelOf } from './said.ts';

loadModels([...writers, ...translators]);

test('the translators norm each sum, the writers what a part reads', () => {
  for (const name of translators) expect(modelOf(name).config.resolved.norm).toBe('post');
  for (const name of writers) expect(modelOf(name).config.resolved.norm).toBe('pre');
});

test('the picture has the layers of both translators, and nothing stands behind the last one', () => {
  for (const name of translators) {
    const { encoder_layers, decoder_layers, final_norm } = modelOf(name).config.resolved;
    expect({ encoder: encoder_layers, decoder: decoder_layers }).toEqual(kTranslatorLayers);
    expect(final_norm).toBe(false);
  }
});
