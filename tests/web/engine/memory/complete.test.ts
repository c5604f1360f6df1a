/** The tables of this folder have every public call. */
import { createTrainer } from 'glassformer';
import { expect, test } from 'vitest';
import { edges } from './edges.ts';
import { filesCalls } from './files.ts';
import { functionsCalls } from './functions.ts';
import { generationsCalls } from './generations.ts';
import { limitMemory, model, withModel } from './limited.ts';
import { modelsCalls } from './models.ts';
import { trained8, trainedOnce, trainersCalls, withTrainer } from './trainers.ts';

limitMemory();

/** What takes no size from its caller, or is called on the way by the rows above. */
const kWithoutSize = [
  'constructor',
  'closed',
  'connect',
  'createEngine',
  'force',
  'GlassformerError',
  'paused',
  'pause',
  'resume',
  'revision',
  'setAssetsUrl',
  'step',
  'steps',
  'weights',
];

test('no public call is left out', async () => {
  const tables = [functionsCalls, modelsCalls, generationsCalls, filesCalls, trainersCalls, edges];
  const rows = tables.flatMap((table) => Object.values(table).map((row) => row.join()));
  const tried = [...rows, String(trainedOnce), String(withModel), String(withTrainer)].join('\n');
  const methodsOf = (value: object) => Object.getOwnPropertyNames(Object.getPrototypeOf(value));
  const generation = model.generate([1], { max_new_tokens: 1 });
  await generation.result();
  const trainer = await createTrainer({ config: trained8, texts: 'ab '.repeat(20) });
  await trainer.close();
  const names = [
    ...Object.keys(await import('glassformer')),
    ...methodsOf(model),
    ...methodsOf(trainer),
    ...methodsOf(generation),
    ...Object.keys(model.tokenizer),
  ].filter((name) => !kWithoutSize.includes(name) && name !== 'sharedEngine');
  expect(names.length).toBeGreaterThan(25);
  expect(names.filter((name) => !new RegExp(`\\b${name}\\b`).test(tried))).toEqual([]);
});
