// npm run check: what each file of C++ includes, clang-tidy, and all tests, lint among them. Everything runs, so one call shows
// every problem.
import { buildPreset } from './build/cmake.mjs';
import { buildWasm } from './build/wasm.mjs';
import { clangTidy } from './lib/clang_tidy.mjs';
import { main } from './lib/shell.mjs';
import { ensureNodeModules } from './setup/node_modules.mjs';
import { ensurePrograms } from './setup/system.mjs';
import { ensureToolchain } from './setup/toolchain.mjs';
import { testAll } from './test.mjs';

async function step(name, body) {
  console.log(name);
  const failed = await body();
  console.log(failed > 0 ? '  failed' : '  good');
  return failed;
}

await main(async (args) => {
  await ensureNodeModules();
  await ensurePrograms('tidy');
  await ensureToolchain();
  await buildWasm(); // its types are part of the sources
  let failed = 0;
  failed += await step('what each file of core/ and article/ includes', async () => {
    await buildPreset('file-by-file', { targets: ['glassformer_core', 'glassformer_article'] });
    return 0;
  });
  failed += await step('clang-tidy', clangTidy);
  const tests = await testAll(args);
  if (failed > 0) console.error(`includes or clang-tidy failed (${failed}), see above`);
  return failed > 0 ? 1 : tests;
});
