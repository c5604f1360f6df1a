// npm run bench:training [-- --threads n] [--rounds n]: the trainer beside PyTorch, on the same
// model and machine, in turn; medians and their ratio. PyTorch is the system's (python3-torch); it
// is as fast as the BLAS library it finds, so libopenblas0 should be there too.
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { buildPreset } from '../build/cmake.mjs';
import { ask, main, Problem, root, run } from '../lib/shell.mjs';
import { ensureToolchain } from '../setup/toolchain.mjs';

const model = { recipe: 'models/stories/recipe.json', vocabulary: 2048, sequences: 16 };
const stepsEach = 3; // the first warms up and is not counted

const median = (values) => values.toSorted((a, b) => a - b)[values.length >> 1];

async function tokensPerSecond(command, args) {
  const { output } = await run(command, args, { quiet: true });
  return [...output.matchAll(/: (\d+) tokens\/s/g)].slice(1).map((match) => Number(match[1]));
}

await main(async (args) => {
  const { values } = parseArgs({
    args,
    options: {
      threads: { type: 'string', default: '1' },
      rounds: { type: 'string', default: '3' },
    },
  });
  const python = '/usr/bin/python3';
  const version = ask(python, ['-c', 'import torch; print(torch.__version__)']);
  if (version === null)
    throw new Problem('PyTorch is missing: apt-get install python3-torch libopenblas0');
  await ensureToolchain();
  const folder = await buildPreset('native', { targets: ['glassformer-train-speed'] });
  const shape = [model.recipe, model.vocabulary, model.sequences, stepsEach, values.threads];
  const measured = { glassformer: [], torch: [] };
  for (let round = 0; round < Number(values.rounds); round++) {
    measured.glassformer.push(
      ...(await tokensPerSecond(join(folder, 'tools/train/glassformer-train-speed'), shape)),
    );
    measured.torch.push(
      ...(await tokensPerSecond(python, [join(root, 'tools/bench/training_torch.py'), ...shape])),
    );
  }
  const [ours, theirs] = [median(measured.glassformer), median(measured.torch)];
  console.log(`${model.recipe}, ${values.threads} thread(s), tokens a second:`);
  console.log(`  glassformer     ${ours}   (${measured.glassformer.join(', ')})`);
  console.log(`  PyTorch ${version}  ${theirs}   (${measured.torch.join(', ')})`);
  console.log(`  ratio ${(ours / theirs).toFixed(2)}`);
});
