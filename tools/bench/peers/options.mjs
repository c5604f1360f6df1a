// The command's options.
import { parseArgs } from 'node:util';
import { Problem } from '../../lib/shell.mjs';

export const usage = `usage: npm run bench -- peers [options]
  --only LIST     tiny, small, shipped (all)
  --peers LIST    ort, wllama, tfjs (all)
  --in LIST       chromium, node (both)
  --threads LIST  1, 2: with 2, peers take two threads of a cross-origin isolated page (both)
  --slow LIST     1, 4, 6: how many times slower the page's processor shall be, for tiny and shipped (all)
  --runs N        rounds, in each of which every engine is opened anew (5)
  --from FILE     tells what an earlier run has kept in its results.json, and measures nothing
  --write         puts the tables into docs/performance.md`;

const lists = {
  only: ['tiny', 'small', 'shipped'],
  peers: ['ort', 'wllama', 'tfjs'],
  in: ['chromium', 'node'],
  threads: ['1', '2'],
  slow: ['1', '4', '6'],
};

export function readOptions(args) {
  const values = parse(args);
  const chosen = Object.fromEntries(
    Object.entries(lists).map(([name, all]) => [name, chosenOf(name, values[name], all)]),
  );
  const runs = Number(values.runs ?? 5);
  if (!Number.isInteger(runs) || runs < 1)
    throw new Problem(`--runs is ${values.runs}, expected a whole number, 1 or more`);
  return {
    ...chosen,
    threads: chosen.threads.map(Number),
    slow: chosen.slow.map(Number),
    runs,
    from: values.from,
    write: values.write,
    command: ['npm run bench -- peers', ...narrowed(values)].join(' '),
  };
}

/** The options that say what is measured and how often, as they were given. */
const narrowed = (values) =>
  [...Object.keys(lists), 'runs']
    .filter((name) => values[name] !== undefined)
    .map((name) => `--${name} ${values[name]}`);

function parse(args) {
  const options = {
    ...Object.fromEntries(Object.keys(lists).map((name) => [name, { type: 'string' }])),
    runs: { type: 'string' },
    from: { type: 'string' },
    write: { type: 'boolean', default: false },
  };
  try {
    return parseArgs({ args, options }).values;
  } catch (error) {
    throw new Problem(`${error.message}\n${usage}`);
  }
}

function chosenOf(name, value, all) {
  if (value === undefined) return all;
  const chosen = value.split(',');
  const unknown = chosen.find((each) => !all.includes(each));
  if (unknown !== undefined)
    throw new Problem(`--${name} has '${unknown}', expected some of ${all.join(', ')}`);
  return chosen;
}
