// What a bundler makes of a part of the package: nothing comes with it that the part does not use.
import assert from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { build } from 'esbuild';
import { folder } from './packed.mjs';

/** The sources of what runs when this module is loaded; what it imports later is left out. */
async function sourcesOf(code) {
  const entry = join(folder, 'entry.js');
  writeFileSync(entry, code);
  const { metafile } = await build({
    absWorkingDir: folder,
    entryPoints: [entry],
    outdir: 'out',
    bundle: true,
    splitting: true,
    format: 'esm',
    write: false,
    metafile: true,
    external: ['node:*'],
    logLevel: 'error',
  });
  const [first] = Object.entries(metafile.outputs).find(
    ([, { entryPoint }]) => entryPoint === 'entry.js',
  );
  const reached = new Set([first]);
  for (const path of reached)
    for (const { path: next, kind } of metafile.outputs[path].imports)
      if (kind === 'import-statement') reached.add(next);
  return [...reached]
    .flatMap((path) => Object.entries(metafile.outputs[path].inputs))
    .filter(([, { bytesInOutput }]) => bytesInOutput > 0)
    .map(([path]) => join(folder, `${path}.map`))
    .filter((map) => existsSync(map))
    .flatMap((map) => JSON.parse(readFileSync(map, 'utf8')).sources);
}

const ofLit = (sources) => sources.filter((source) => /node_modules\/(@lit|lit)/.test(source));
const ofElements = (sources) =>
  [...new Set(sources.map((source) => /\/elements\/(glass-[\w-]+)\//.exec(source)?.[1]))].filter(
    (tag) => tag !== undefined,
  );

test('a bundle with the engine alone has no Lit and no element', async () => {
  const sources = await sourcesOf(
    "import { loadModel } from 'glassformer'; console.log(await loadModel('aab'));",
  );
  assert.ok(sources.some((source) => source.endsWith('/client/model.ts')));
  assert.deepEqual([ofLit(sources), ofElements(sources)], [[], []]);
});

test('a bundle that defines tags when they are met begins without any', async () => {
  const sources = await sourcesOf("import 'glassformer/auto';");
  assert.ok(sources.some((source) => source.endsWith('/elements/auto.ts')));
  assert.deepEqual([ofLit(sources), ofElements(sources)], [[], []]);
});

test('a bundle with one element has only that one', async () => {
  const sources = await sourcesOf("import 'glassformer/elements/glass-tokens';");
  assert.ok(ofLit(sources).length > 0);
  assert.deepEqual(ofElements(sources), ['glass-tokens']);
  // What is for elements with a model of their own is fetched by these.
  assert.ok(!sources.some((source) => source.includes('/provider/')));
});
