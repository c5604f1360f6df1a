// npm run fuzz [-- --seconds N] [--keep] [target ...]: fuzzes longer than npm test does, as many targets at once as there
// are processors, and tells what was covered. --keep adds the inputs that reached something new to the repository's.
import { parseArgs } from 'node:util';
import { Problem, main } from './lib/shell.mjs';
import { ensureToolchain } from './setup/toolchain.mjs';
import { buildFuzzTargets, fuzz, fuzzTargets, keepFound } from './test/fuzz.mjs';
import { inParallel } from './lib/parallel.mjs';

await main(async (args) => {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      seconds: { type: 'string', default: '600' },
      keep: { type: 'boolean', default: false },
    },
  });
  const seconds = Number(values.seconds);
  if (!Number.isInteger(seconds) || seconds < 1)
    throw new Problem(`--seconds is ${values.seconds}, expected a whole number of at least 1`);
  const names = positionals.length > 0 ? positionals : fuzzTargets();
  const unknown = names.find((name) => !fuzzTargets().includes(name));
  if (unknown)
    throw new Problem(`unknown target: ${unknown}; there are ${fuzzTargets().join(', ')}`);
  await ensureToolchain();
  await buildFuzzTargets(names);
  console.log(`${names.join(', ')}: ${seconds} s each`);
  const results = await inParallel(
    names.map((name) => async () => {
      const result = await fuzz(name, seconds);
      if (result.status !== 0) console.error(`${name}\n${result.output}`);
      return result;
    }),
  );
  console.log('target            runs       edges taken    inputs kept  found');
  for (const { name, runs, edges, ofEdges, inputs, status } of results) {
    const taken = `${edges} of ${ofEdges}`;
    const found = status === 0 ? 'nothing' : 'an input that fails, see above';
    console.log(
      `${name.padEnd(16)}  ${String(runs).padEnd(9)}  ${taken.padEnd(13)}  ${String(inputs).padEnd(11)}  ${found}`,
    );
  }
  if (results.some(({ status }) => status !== 0)) return 1;
  if (values.keep) await keepFound();
  return 0;
});
