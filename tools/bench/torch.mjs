// npm run bench -- torch: whole models on this machine beside PyTorch, each in one thread, in turn. PyTorch is the system's
// (python3-torch); it is as fast as the BLAS library it finds, so libopenblas0 should be there, too.
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { buildPreset } from '../build/cmake.mjs';
import { Problem, ask, root, run } from '../lib/shell.mjs';
import { shapes } from './peers/shapes.mjs';
import { median } from './peers/statistics.mjs';
import { figure, ratio, textTable } from './peers/text-table.mjs';

const python = '/usr/bin/python3';
const seconds = '0.5'; // of each measurement
const compared = ['prompt of 64', 'prompt of 128', 'decode'];

export async function compareWithTorch(args) {
  const rounds = readRounds(args);
  const version = ask(python, ['-c', 'import torch; print(torch.__version__)']);
  if (version === null)
    throw new Problem('PyTorch is missing: apt-get install python3-torch libopenblas0');
  const folder = await buildPreset('bench', {
    targets: ['glassformer_bench'],
    options: ['-DGLASSFORMER_BENCH=ON'],
  });
  const measured = Object.keys(shapes).map((name) => ({ name, own: [], torch: [] }));
  for (let round = 0; round < rounds; round++)
    for (const { name, own, torch } of measured) {
      own.push(await ratesOf(join(folder, 'tests/glassformer_bench'), ownArguments(name)));
      torch.push(await ratesOf(python, torchArguments(shapes[name])));
    }
  const rows = measured.flatMap(({ name, own, torch }) =>
    compared.map((work) => {
      const [ours, theirs] = [own, torch].map((all) => median(all.map((each) => each[work])));
      return [`${name}, ${work}`, figure(ours), figure(theirs), ratio(ours / theirs)];
    }),
  );
  const head = ['tok/s, one thread', 'Glassformer', `PyTorch ${version}`, 'ratio'];
  console.log(textTable(head, rows, ['left', 'right', 'right', 'right']));
}

function readRounds(args) {
  const { rounds } = parseArgs({
    args,
    options: { rounds: { type: 'string', default: '3' } },
  }).values;
  const count = Number(rounds);
  if (Number.isInteger(count) && count > 0) return count;
  throw new Problem(`--rounds is ${rounds}, expected a whole number, 1 or more`);
}

const ownArguments = (name) => ['--only', name, '--seconds', seconds, '--json', '-'];

const torchArguments = ({ name, layers, width, heads, vocabulary, context }) =>
  [
    join(root, 'tools/bench/models_torch.py'),
    name,
    layers,
    width,
    heads,
    vocabulary,
    context,
    seconds,
  ].map(String);

/** What → tokens a second, from a program that prints a JSON object a line. */
async function ratesOf(command, args) {
  const { output } = await run(command, args, { quiet: true });
  const lines = output.split('\n').filter((line) => line.startsWith('{'));
  return Object.fromEntries(
    lines.map((line) => JSON.parse(line)).map(({ name, value }) => [name, value]),
  );
}
