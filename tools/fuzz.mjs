// npm run fuzz [-- --seconds N] [target ...]: fuzzes longer than npm test does.
import { parseArgs } from 'node:util';
import { Problem, main } from './lib/shell.mjs';
import { ensureToolchain } from './setup/toolchain.mjs';
import { buildFuzzTargets, fuzz, fuzzTargets } from './test/fuzz.mjs';

await main(async (args) => {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { seconds: { type: 'string', default: '600' } },
  });
  const names = positionals.length > 0 ? positionals : fuzzTargets();
  const unknown = names.find((name) => !fuzzTargets().includes(name));
  if (unknown)
    throw new Problem(`unknown target: ${unknown}; there are ${fuzzTargets().join(', ')}`);
  await ensureToolchain();
  await buildFuzzTargets(names);
  let failed = 0;
  for (const name of names) {
    console.log(`\n${name}: ${values.seconds} s`);
    const { status } = await fuzz(name, values.seconds, { quiet: false });
    if (status !== 0) failed++;
  }
  return failed > 0 ? 1 : 0;
});
