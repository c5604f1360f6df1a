// npm run check: format, lint, clang-tidy, types, all tests. Everything runs, so one call shows every problem.
import { join } from 'node:path';
import { buildPreset } from './build/cmake.mjs';
import { buildWasm } from './build/wasm.mjs';
import { clangTidy } from './lib/clang_tidy.mjs';
import { format } from './lib/formatters.mjs';
import { checkIncludes } from './lib/includes.mjs';
import { main, root, run } from './lib/shell.mjs';
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

async function tool(name, ...args) {
  const { status } = await run(join(root, 'node_modules/.bin', name), args, { check: false });
  return status === 0 ? 0 : 1;
}

await main(async (args) => {
  await ensureNodeModules();
  await ensurePrograms('format');
  await ensurePrograms('tidy');
  await ensureToolchain();
  await buildWasm(); // its types are part of the sources
  let failed = 0;
  failed += await step('format', () => format({ check: true }));
  failed += await step('lint', () => tool('eslint', '--max-warnings=0', '.'));
  failed += await step('includes of core/', checkIncludes);
  failed += await step('what each file of core/ and article/ includes', async () => {
    await buildPreset('file-by-file', { targets: ['glassformer_core', 'glassformer_article'] });
    return 0;
  });
  failed += await step('clang-tidy', clangTidy);
  failed += await step('types', () => tool('tsc', '-b'));
  const tests = await testAll(args);
  if (failed > 0) console.error(`format, lint, clang-tidy or types failed (${failed}), see above`);
  return failed > 0 ? 1 : tests;
});
