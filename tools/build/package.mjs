// dist/: the npm package. Every file stands on its own with its neighbours: no bare imports are
// left, so the folder works unbundled from any static host, in a bundler, and in Node.
import {
  chmodSync,
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
import { filesUnder, whenChanged } from '../lib/stamp.mjs';
import { nameChunks } from './chunk_names.mjs';
import { editorData } from './editor_data.mjs';
import { writeFrameworkTypes } from './framework_types.mjs';
import { readManifest } from './manifest.mjs';
import { writeNotices } from './notices.mjs';
import { referenceOf } from './reference.mjs';
import { shrink } from './shrink.mjs';
import { together } from './together.mjs';
import { moduleFiles, modules, packedHalf } from './wasm.mjs';

const dist = join(root, 'dist');

// Public name → source. An element has two files: one that only defines the tag, one with the class.
function entryPoints() {
  const entries = {
    index: 'web/src/index.ts',
    auto: 'web/src/elements/auto.ts',
    elements: 'web/src/elements/index.ts',
    'elements/fetching': 'web/src/elements/fetching.ts',
    'elements/functions': 'web/src/elements/functions.ts',
    'elements/misspelt': 'web/src/elements/base/misspelt.ts',
    'elements/still': 'web/src/elements/still.ts',
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
    'web/cli',
    'web/frameworks',
    'models',
    ...moduleFiles,
    'package.json',
    'package-lock.json',
    'tsconfig.base.json',
    'tools/build',
  ];
  return whenChanged(
    { stamp: 'build/stamps/package', inputs, outputs: ['dist/index.js'] },
    async () => {
      rmSync(dist, { recursive: true, force: true });
      mkdirSync(dist);
      const entries = entryPoints();
      const study = 'web/src/study/index.ts';
      // Not exported: for the page alone.
      const lit = 'web/src/elements/base/lit.ts';
      const built = [
        await bundle({ ...entries, lit }),
        await bundleStudy(study),
        await bundleScript('worker', 'web/src/worker/worker.ts'),
        await bundleScript('one-file', 'web/src/elements/one-file/one-file.ts'),
        await bundleCommand(),
      ];
      writeNotices(
        join(dist, 'THIRD_PARTY_NOTICES.txt'),
        built.map(({ metafile }) => metafile),
      );
      await writeTypes({ ...entries, study });
      await writeDescriptions();
      // One sheet for a post. The page takes the first part alone: its layout says where its figures stand.
      const sheets = ['placeholder.css', 'spacing.css'].map((name) =>
        readFileSync(join(root, 'web/src/elements', name), 'utf8'),
      );
      writeFileSync(join(dist, 'placeholder.css'), sheets.join(''));
      copyFileSync(join(root, 'web/cli/golden.py'), join(dist, 'golden.py'));
      copyModules();
      copyModels();
    },
  );
}

const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

const common = {
  define: { __VERSION__: JSON.stringify(version) },
  absWorkingDir: root,
  bundle: true,
  platform: 'neutral',
  mainFields: ['module', 'main'],
  conditions: ['browser', 'production'],
  target: 'es2022',
  minify: true,
  sourcemap: true,
  legalComments: 'eof',
  // A sheet that a page in one file has is a text.
  loader: { '.css': 'text' },
  metafile: true,
  plugins: [
    { name: 'engine-module', setup: useGivenModule },
    { name: 'styles', setup: useShortStyles },
  ],
  logLevel: 'warning',
};

async function bundle(entryPoints) {
  const { build } = await import('esbuild');
  const built = await build({
    ...common,
    entryPoints,
    outdir: 'dist',
    splitting: true,
    // Chunks lie beside the worker and the models: "./worker.js" means the same from each of them.
    chunkNames: 'chunk-[hash]',
    format: 'esm',
    // Lit's classes can be defined where there is no document.
    inject: ['web/src/elements/base/no-document.ts'],
    plugins: [...common.plugins, together],
  });
  return shrink(await nameChunks(built), { isModule: true });
}

// One file beside the engine's, with its own copy of the few modules that figures need, too: shared chunks would be four
// requests more for every tag. The class of errors is that of the engine.
async function bundleStudy(source) {
  const { build } = await import('esbuild');
  const inEngine = ['web/src/index.ts', 'web/src/shared/error.ts'].map((path) => join(root, path));
  const ofEngine = {
    name: 'of-engine',
    setup({ onResolve }) {
      onResolve({ filter: /\/(error|index)\.ts$/ }, ({ kind, path, resolveDir }) => {
        const isInEngine = kind !== 'entry-point' && inEngine.includes(join(resolveDir, path));
        return isInEngine ? { path: './index.js', external: true } : undefined;
      });
    },
  };
  const built = await build({
    ...common,
    entryPoints: { study: source },
    outdir: 'dist',
    format: 'esm',
    plugins: [ofEngine, ...common.plugins],
  });
  return shrink(built, { isModule: true });
}

// One file without imports, and a classic script. The worker's can be copied by any bundler as it is, and its text can be
// started from a blob where the page is of another origin; that of a page in one file stands in the page.
async function bundleScript(name, source) {
  const { build } = await import('esbuild');
  const built = await build({
    ...common,
    entryPoints: { [name]: source },
    outdir: 'dist',
    format: 'iife',
    // A script has no address of its own.
    define: { ...common.define, 'import.meta.url': '""' },
  });
  return shrink(built, { isModule: false });
}

// The command line, with the parts of the client that it uses; models are run by the package itself.
async function bundleCommand() {
  const { build } = await import('esbuild');
  return build({
    ...common,
    entryPoints: { cli: 'web/cli/cli.mjs' },
    outdir: 'dist',
    format: 'esm',
    platform: 'node',
    external: ['./index.js'],
    minify: false,
    sourcemap: false,
  });
}

/** The JavaScript half is given its .wasm, so the place where it looks for one is never reached, and no bundler should follow it. */
function useGivenModule(build) {
  build.onLoad({ filter: /\/build\/wasm\/glassformer-training\.js$/ }, () => ({
    contents: packedHalf().replaceAll('import.meta.url', '""'),
  }));
}

/** Elements' styles without indentation and comments, which no minifier takes out of template literals. */
function useShortStyles(build) {
  build.onLoad({ filter: /\/web\/src\/elements\/.*styles\.ts$/ }, ({ path }) => ({
    contents: readFileSync(path, 'utf8')
      .replace(/\/\*[^]*?\*\//g, '')
      .replace(/\n\s+/g, '\n'),
    loader: 'ts',
  }));
}

function copyModules() {
  for (const { wasm } of modules) {
    const to = join(dist, basename(wasm));
    copyFileSync(join(root, wasm), to);
    // The linker makes its output executable, which a module is not.
    chmodSync(to, 0o644);
  }
}

// tsc mirrors web/src into build/types, where declarations of files that are gone may be left; those of the others are
// copied to dist/types, with the names of the files that lie beside them. Beside each public file lies a .d.ts that points
// there; that of a tag has the type of its class, too.
async function writeTypes(entries) {
  await run(join(root, 'node_modules/.bin/tsc'), ['-b', 'web/src/elements'], { quiet: true });
  const sources = filesUnder('web/src').filter((path) => /(?<!\.d)\.ts$/.test(path));
  for (const source of sources) {
    const path = relative('web/src', source).replace(/\.ts$/, '.d.ts');
    if (path.startsWith('worker/')) continue;
    mkdirSync(dirname(join(dist, 'types', path)), { recursive: true });
    const text = readFileSync(join(root, 'build/types', path), 'utf8');
    writeFileSync(join(dist, 'types', path), withoutSources(text));
  }
  for (const [name, source] of Object.entries(entries)) {
    const target = join(dist, 'types', relative('web/src', source)).replace(/\.ts$/, '.js');
    const file = join(dist, `${name}.d.ts`);
    const path = relative(dirname(file), target);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, `export * from './${path}';\n${classOf(source, path)}`);
  }
  // Reached by its URL alone: what runs there exports nothing.
  writeFileSync(join(dist, 'worker.d.ts'), 'export {};\n');
}

/** Compilers before 5.0 take no path that ends with ".ts". */
const withoutSources = (text) =>
  text.replace(/((?:from|import)\s*\(?\s*)(['"])(\.[^'"]*)\.ts\2/g, '$1$2$3.js$2');

function classOf(source, path) {
  const element = join(root, source.replace(/\.ts$/, '.element.ts'));
  if (!existsSync(element)) return '';
  const [, name] = /export class (\w+)/.exec(readFileSync(element, 'utf8'));
  return `export type { ${name} } from './${path.replace(/\.js$/, '.element.js')}';\n`;
}

/** What editors, other tools and people read about the tags. */
async function writeDescriptions() {
  const manifest = await readManifest();
  const info = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const files = { 'custom-elements.json': manifest, ...editorData(manifest, info) };
  for (const [name, content] of Object.entries(files))
    writeFileSync(join(dist, name), `${JSON.stringify(content)}\n`);
  writeFileSync(join(dist, 'reference.md'), referenceOf(manifest, info));
  writeFrameworkTypes(manifest, dist);
}
