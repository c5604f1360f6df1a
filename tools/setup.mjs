// npm run setup: everything that building needs. The other scripts call the same functions.
import { main } from './lib/shell.mjs';
import { ensureNodeModules } from './setup/node_modules.mjs';
import { ensureToolchain } from './setup/toolchain.mjs';

await main(async () => {
  await ensureNodeModules();
  await ensureToolchain();
  console.log('ready: cmake --preset native && cmake --build build/native');
});
