// dist/: the npm package. Every file stands on its own with its neighbours: no bare imports are
// left, so the folder works unbundled from any static host, in a bundler, and in Node.
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { root, run } from '../lib/shell.mjs';
import { whenChanged } from '../lib/stamp.mjs';
import { moduleFiles } from './wasm.mjs';

const dist = join(root, 'dist');

// Public name → source. An element has two files: one that only defines the tag, one with the class.
function entryPoints() {
  const entries = {
    index: 'web/src/index.ts',
    elements: 'web/src/elements/index.ts',
    worker: 'web/src/worker/worker.ts',
  };
  for (const tag of readdirSync(join(root, 'web/src/elements'))) {
    for (const name of [tag, `${tag}.element`]) {
      const source = `web/src/elements/${tag}/${name}.ts`;
      if (existsSync(join(root, source))) entries[`elements/${name}`] = source;
    }
  }
  return entries;
}

// A model as its readers need it; how it was trained stays in the repository.
const trainingFiles = ['recipe.json', 'log.tsv'];
function copyModels() {
  const models = join(root, 'models');
  for (const name of readdirSync(models)) {
    if (!existsSync(join(models, name, 'model.safetensors'))) continue;
    cpSync(join(models, name), join(dist, 'models', name), {
      recursive: true,
      filter: (path) => !trainingFiles.includes(basename(path)),
    });
  }
}

export function buildPackage() {
  const inputs = [
    'web/src',
    'models',
    ...moduleFiles,
    'package.json',
    'package-lock.json',
    'tsconfig.json',
    'tsconfig.build.json',
    'tools/build',
  ];
  return whenChanged(
    { stamp: 'build/stamps/package', inputs, outputs: ['dist/index.js'] },
    async () => {
      rmSync(dist, { recursive: true, force: true });
      mkdirSync(dist);
      const entries = entryPoints();
      await bundle(entries);
      await writeTypes(entries);
      copyFileSync(join(root, 'web/src/elements/placeholder.css'), join(dist, 'placeholder.css'));
      await copyModules();
      copyModels();
    },
  );
}

async function bundle(entryPoints) {
  const { build } = await import('esbuild');
  await build({
    absWorkingDir: root,
    entryPoints,
    outdir: 'dist',
    bundle: true,
    splitting: true,
    // Chunks lie beside worker.js and the modules: "./worker.js" means the same from each of them.
    chunkNames: 'chunk-[hash]',
    format: 'esm',
    platform: 'neutral',
    mainFields: ['module', 'main'],
    conditions: ['browser', 'production'],
    target: 'es2022',
    minify: true,
    sourcemap: true,
    legalComments: 'eof',
    // Emscripten's modules stay files of their own, imported when needed.
    plugins: [{ name: 'wasm-modules', setup: keepWasmModulesExternal }],
    logLevel: 'warning',
  });
}

function keepWasmModulesExternal(build) {
  build.onResolve({ filter: /\/glassformer(-relaxed)?\.js$/ }, ({ path }) => ({
    path: `./${basename(path)}`,
    external: true,
  }));
}

// Emscripten leaves its JavaScript half minified; this is the other half.
async function copyModules() {
  const { transform } = await import('esbuild');
  for (const file of moduleFiles) {
    const target = join(dist, basename(file));
    if (!file.endsWith('.js')) copyFileSync(join(root, file), target);
    else {
      const source = readFileSync(join(root, file), 'utf8');
      writeFileSync(target, (await transform(source, { minify: true, target: 'es2022' })).code);
    }
  }
}

// tsc mirrors web/src into dist/types; beside each public file lies a one-line .d.ts that points there.
async function writeTypes(entries) {
  await run(join(root, 'node_modules/.bin/tsc'), ['-p', 'tsconfig.build.json'], { quiet: true });
  // The worker is reached by its URL alone.
  rmSync(join(dist, 'types/worker'), { recursive: true, force: true });
  for (const [name, source] of Object.entries(entries)) {
    if (name === 'worker') continue;
    const target = join(dist, 'types', relative('web/src', source)).replace(/\.ts$/, '.js');
    const file = join(dist, `${name}.d.ts`);
    const path = relative(dirname(file), target);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, `export * from './${path}';\n`);
  }
}
