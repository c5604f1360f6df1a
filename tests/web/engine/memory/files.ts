import { loadModel } from 'glassformer';
import { boundlessFiles, syntheticFiles } from '../helpers.ts';
import { type Call, withModel } from './limited.ts';

/** A file of JSON with so many bytes more, in values that take most memory for theirs. */
const withSmallValues = (fields: object, value: string, bytes: number) =>
  JSON.stringify({ ...fields, more: [] }).replace(
    '"more":[]',
    `"more":[${`${value},`.repeat(bytes / (value.length + 1))}${value}]`,
  );
const kTokenizer = {
  model: { type: 'WordLevel', vocab: { a: 0, '<unk>': 1 }, unk_token: '<unk>' },
  pre_tokenizer: { type: 'WhitespaceSplit' },
};

/** A model’s files. */
export const filesCalls: Readonly<Record<string, Call>> = {
  'loadModel, a config': [
    24,
    (n) => {
      const { config, ...files } = boundlessFiles();
      return withModel(
        { ...files, config: withSmallValues(config as object, '1', n) },
        async () => undefined,
      );
    },
  ],
  'loadModel, a nested config': [
    24,
    (n) => withModel({ ...boundlessFiles(), config: '['.repeat(n) }, async () => undefined),
  ],
  'loadModel, a vocabulary': [
    18,
    async (n) => {
      const names = Array.from({ length: n }, (_, i) => [`token ${i}`, i]);
      const vocabJson = JSON.stringify(Object.fromEntries(names));
      await (await loadModel({ ...boundlessFiles(), vocabJson, mergesTxt: '' })).close();
    },
    7,
  ],
  'loadModel, a tokenizer.json': [
    22,
    (n) =>
      withModel(
        { ...boundlessFiles(), tokenizerJson: withSmallValues(kTokenizer, '{}', n) },
        async () => undefined,
      ),
  ],
  'loadModel, a golden.json': [
    22,
    (n) =>
      withModel({ ...boundlessFiles(), goldenJson: withSmallValues({}, '[]', n) }, (own) =>
        own.verify(),
      ),
  ],
  'loadModel, a wide layer': [
    11,
    (n) =>
      withModel(
        syntheticFiles(4 * Math.round(n / 4), 256),
        async (wide) => {
          await wide.embeddingMap();
          await wide.files();
        },
        { dtype: 'int8' },
      ),
    6,
  ],
  'loadModel, weights': [
    18,
    (n) =>
      withModel(syntheticFiles(16, n), async (large) => {
        await large.weight('wte.weight');
        await large.embeddingMap();
        await large.files();
      }),
  ],
};
