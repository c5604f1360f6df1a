// npm run soak: the tests that look for what adds up over a long time, in full; npm test runs them short.
import { Problem, main } from './lib/shell.mjs';
import { ensureNodeModules } from './setup/node_modules.mjs';
import { ensureToolchain } from './setup/toolchain.mjs';
import { runSuites } from './test/pipeline.mjs';
import { summary } from './test/results.mjs';
import { playwrightSuite } from './test/playwright.mjs';

await main(async (args) => {
  if (args.length > 0) throw new Problem('usage: npm run soak (there are no options)');
  await ensureNodeModules();
  await ensureToolchain();
  const memory = playwrightSuite('page', {
    minutes: 30,
    files: ['memory.spec.ts'],
    env: { GLASSFORMER_SOAK: '1' },
  });
  const total = await runSuites([{ name: 'memory', what: 'memory over 200 sentences', ...memory }]);
  console.log(`\n${summary(total)}`);
  return total.failed > 0 ? 1 : 0;
});
