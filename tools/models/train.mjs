// npm run train -- <stories|stories-large|tang|zh|en-zh|zh-en> [--data folder] [--work folder] [--steps n]
//   [--threads n] [--restart]
// Trains a shipped model again, from the raw texts to the files in models/<name>: splits the texts,
// builds glassformer-train, and runs it on tools/models/recipes/<name>.json. Work goes on in the work
// folder, build/train/<name> unless told, where a run that was stopped is taken up again; --steps
// shortens or lengthens the recipe's plan.
import { copyFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { buildPreset } from '../build/cmake.mjs';
import { main, Problem, root, run } from '../lib/shell.mjs';
import { ensureToolchain } from '../setup/toolchain.mjs';

const texts = {
  stories: { train: ['train.txt', 'extra.txt'], valid: 'valid.txt' },
  'stories-large': { train: ['train.txt', 'extra.txt'], valid: 'valid.txt' },
  tang: { train: ['train.txt'], valid: 'valid.txt' },
  zh: { train: ['train.txt'], valid: 'valid.txt' },
  'en-zh': { train: ['train.tsv'], valid: 'valid.tsv' },
  'zh-en': { train: ['train.tsv'], valid: 'valid.tsv' },
};
const usage = `usage: npm run train -- <${Object.keys(texts).join('|')}> [--data folder] [--work folder] [--steps n] [--threads n] [--restart]`;

function readArguments(args) {
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: {
        data: { type: 'string' },
        work: { type: 'string' },
        steps: { type: 'string' },
        threads: { type: 'string', default: String(availableParallelism()) },
        restart: { type: 'boolean', default: false },
      },
    });
    if (positionals.length === 1 && Object.hasOwn(texts, positionals[0]))
      return { name: positionals[0], ...values };
  } catch (error) {
    throw new Problem(`${error.message}\n${usage}`);
  }
  throw new Problem(usage);
}

/** The files of a model's folder that the run has written, as its config lists them. */
function trainedFiles(folder) {
  const config = JSON.parse(readFileSync(join(folder, 'config.json'), 'utf8'));
  return ['config.json', 'model.safetensors', ...config.tokenizer_files];
}

/** The step of the last evaluation that a run's log has; 0 where it has none. */
function lastStepIn(log) {
  if (!existsSync(log)) return 0;
  const [step] = readFileSync(log, 'utf8').trim().split('\n').at(-1).split('\t');
  return Number(step) || 0; // the first line names the columns
}

// Ctrl-C is the trainer's to answer: it finishes its step and writes a checkpoint.
process.on('SIGINT', () => {});

await main(async (args) => {
  const { name, data, work: chosen, steps, threads, restart } = readArguments(args);
  const recipe = join(root, 'tools/models/recipes', `${name}.json`);
  const work = resolve(chosen ?? join(root, 'build/train', name));
  const split = join(work, 'texts');
  const prepare = [join(root, 'tools/models/prepare.mjs'), name, '--out', split];
  await run(process.execPath, data === undefined ? prepare : [...prepare, '--data', data]);
  await ensureToolchain();
  const built = await buildPreset('native', { targets: ['glassformer-train'] });

  const { train, valid } = texts[name];
  const model = join(root, 'models', name);
  await run(
    join(built, 'tools/train/glassformer-train'),
    [
      recipe,
      ...train.flatMap((file) => ['--train', join(split, file)]),
      ...['--valid', join(split, valid)],
      ...['--out', work],
      ...['--threads', threads],
      ...(steps === undefined ? [] : ['--steps', steps]),
      ...(restart ? ['--restart'] : []),
    ],
    { minutes: 24 * 60 },
  );
  const planned = Number(steps ?? JSON.parse(readFileSync(recipe, 'utf8')).training.steps);
  if (lastStepIn(join(work, 'log.tsv')) < planned) {
    console.log(`${model} is left as it was: the run has not come to its last step`);
    return;
  }
  mkdirSync(model, { recursive: true });
  for (const file of trainedFiles(work)) copyFileSync(join(work, file), join(model, file));
  copyFileSync(join(work, 'log.tsv'), join(model, 'log.tsv'));
  copyFileSync(recipe, join(model, 'recipe.json'));
  copyFileSync(join(split, 'credits.md'), join(model, 'credits.md'));
  console.log(
    `${model} holds the new model; its golden.json is still the former one's: node dist/cli.js golden ${model} TEXT`,
  );
});
