// npm run soak: the tests that look for what adds up over a long time, in full; npm test runs them short.
import { Problem, main } from './lib/shell.mjs';
import { ensureAll } from './setup/all.mjs';
import { runSuites } from './test/pipeline.mjs';
import { summary } from './test/results.mjs';
import { playwrightSuite } from './test/playwright.mjs';

await main(async (args) => {
  if (args.length > 0) throw new Problem('usage: npm run soak (there are no options)');
  await ensureAll();
  const soak = playwrightSuite('page', {
    minutes: 120,
    files: ['memory.spec.ts', 'soak.spec.ts'],
    env: { GLASSFORMER_SOAK: '1' },
  });
  const total = await runSuites([{ name: 'soak', what: 'what adds up over a long time', ...soak }]);
  console.log(`\n${summary(total)}`);
  return total.failed > 0 ? 1 : 0;
});
