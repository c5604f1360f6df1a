// Runs recipes one after the other in one process, whose engine they share: each is a module of its own. For recipes.spec.ts.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** The package as it was built, by the names that the code imports. */
const kBuilt = { glassformer: 'index.js', 'glassformer/study': 'study.js' };
const dist = (file) => JSON.stringify(new URL(`../../dist/${file}`, import.meta.url).href);

const folder = mkdtempSync(join(tmpdir(), 'glassformer-'));
process.on('exit', () => rmSync(folder, { recursive: true }));
process.on('disconnect', () => process.exit());

let count = 0;

async function computed(recipe, name) {
  const code = Object.entries(kBuilt).reduce(
    (before, [from, file]) => before.replace(`from '${from}'`, `from ${dist(file)}`),
    recipe,
  );
  // What was imported stays: the next one needs another name.
  const path = join(folder, `recipe-${++count}.mjs`);
  writeFileSync(path, `${code}\nexport const computed = JSON.stringify(${name});\n`);
  return (await import(pathToFileURL(path).href)).computed;
}

process.on('message', async ([recipe, name]) => {
  try {
    process.send({ value: await computed(recipe, name) });
  } catch (error) {
    process.send({ error: String(error?.stack ?? error) });
  }
});
