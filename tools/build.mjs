// npm run build: the package (dist/) and the demo page (build/page/).
import { main, wasStarted } from './lib/shell.mjs';
import { buildPackage } from './build/package.mjs';
import { buildPage } from './build/page.mjs';
import { siteNote } from './build/page_head.mjs';
import { describeSize, measureModules } from './build/size.mjs';
import { buildWasm } from './build/wasm.mjs';
import { ensureAll } from './setup/all.mjs';

/** Builds whatever is missing or out of date. */
export async function buildAll() {
  await ensureAll();
  console.log('building the WebAssembly modules (the first time: minutes, by the number of cores)');
  await buildWasm();
  console.log('building the package (dist/)');
  await buildPackage();
  for (const size of await measureModules()) console.log(`  ${describeSize(size)}`);
  console.log('building the page (build/page/)');
  await buildPage();
  const note = siteNote(process.env);
  if (note !== null) console.log(note);
}

if (wasStarted(import.meta.url)) await main(buildAll);
