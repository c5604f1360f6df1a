// npm run setup: everything that building needs. The other scripts call the same functions.
import { main } from './lib/shell.mjs';
import { ensureAll } from './setup/all.mjs';

await main(async () => {
  await ensureAll();
  console.log('ready: cmake --preset native && cmake --build build/native');
});
