// Bundlers as they come, with no configuration: what they make from the packed package shows a figure in Chromium.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { serve } from '../../tools/lib/static_server.mjs';
import { openHosts } from './host.mjs';

let hosts;
before(async () => {
  hosts = await openHosts('tests/hosts', 'default');
});
after(() => hosts?.close());

async function expectFolder(folder) {
  const { address, close } = await serve(folder, { prefix: '/some/folder/' });
  try {
    return await hosts.expectFigure(address);
  } finally {
    close();
  }
}

/** The page, for tools that make scripts only. */
function writePage(app, script) {
  const page = readFileSync(join(app, 'index.html'), 'utf8');
  writeFileSync(
    join(app, 'out/index.html'),
    page.replace('<script type="module" src="./main.js">', script),
  );
}

/** The models of the repository, all of which the package ships. */
const shippedModels = readdirSync('models', { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)
  .sort();

/** What the documentation says for tools that copy nothing. */
const copyAssets = (app, ...args) => hosts.command(app, 'assets', ...args);

/** What bundlers that follow every address put there goes, but for the models of the page, which shows the same. */
async function expectPruned(app, folder) {
  const weights = () => readdirSync(join(app, folder), { recursive: true }).filter(isWeights);
  assert.ok(weights().length >= shippedModels.length - 1); // those of aab may stand in a script
  hosts.command(app, 'prune', folder, '--models', 'aab,stories');
  assert.ok(weights().length <= 2, `${weights()}`);
  await expectFolder(join(app, folder));
}

const isWeights = (name) => name.endsWith('.safetensors');

async function withVite(version, app) {
  const { build } = await hosts.tool(version);
  await build({ root: app, base: './', configFile: false, logLevel: 'error' });
  await expectFolder(join(app, 'dist'));
  await expectPruned(app, 'dist');
}

async function withWebpack(app, config) {
  const { default: webpack } = await hosts.tool('webpack');
  const output = { path: join(app, 'out'), ...config.output };
  const entry = join(app, 'main.js');
  const options = { mode: 'production', context: app, entry, ...config, output };
  const stats = await new Promise((done, fail) => {
    const compiler = webpack(options, (error, result) =>
      compiler.close(() => (error ? fail(error) : done(result))),
    );
  });
  const { errors, warnings } = stats.toJson({ all: false, errors: true, warnings: true });
  assert.deepEqual(errors, []);
  // It finds the package large, and nothing else.
  const others = warnings.filter(({ message }) => !/size limit|performance/.test(message));
  assert.deepEqual(others, []);
  writePage(app, '<script defer src="main.js">');
  await expectFolder(join(app, 'out'));
  await expectPruned(app, 'out');
}

async function withRollup(app) {
  const { rollup } = await hosts.tool('rollup');
  const { nodeResolve } = await hosts.tool('@rollup/plugin-node-resolve');
  const bundle = await rollup({ input: join(app, 'main.js'), plugins: [nodeResolve()] });
  await bundle.write({ dir: join(app, 'out'), format: 'es' });
  await bundle.close();
  writePage(app, '<script type="module" src="main.js">');
  copyAssets(app, 'out');
  await expectFolder(join(app, 'out'));
}

for (const version of ['vite6', 'vite7', 'vite8']) {
  describe(version, () => {
    test('build', () => withVite(version, hosts.app(`${version}-build`)));

    for (const hoisted of [false, true]) {
      test(`dev server${hoisted ? ', the package in a folder above' : ''}`, async () => {
        const { createServer } = await hosts.tool(version);
        const app = hosts.app(`${version}-dev${hoisted ? '-hoisted' : ''}`, { hoisted });
        const server = await createServer({
          root: app,
          configFile: false,
          logLevel: 'error',
          server: { port: 0, host: '127.0.0.1' },
        });
        try {
          await server.listen();
          await hosts.expectFigure(server.resolvedUrls.local[0]);
        } finally {
          await server.close();
        }
      });
    }
  });
}

describe('webpack', () => {
  for (const [name, config] of [
    ['build', {}],
    // As Next sets it: what is made of `new URL(…, import.meta.url)` has a path and no origin.
    [
      'build, with relative URLs',
      { module: { parser: { javascript: { url: 'relative' } } }, output: { publicPath: '' } },
    ],
  ]) {
    test(name, () => withWebpack(hosts.app('webpack'), config));
  }
});

describe('esbuild', () => {
  for (const [format, script] of [
    ['iife', '<script defer src="main.js">'],
    ['esm', '<script type="module" src="main.js">'],
  ]) {
    test(`build, ${format}, with the files that the command copies`, async () => {
      const { build } = await hosts.tool('esbuild');
      const app = hosts.app(`esbuild-${format}`);
      const entryPoints = [join(app, 'main.js')];
      await build({
        entryPoints,
        bundle: true,
        format,
        outdir: join(app, 'out'),
        logLevel: 'silent',
      });
      writePage(app, script);
      copyAssets(app, 'out', '--models', 'aab,stories');
      await expectFolder(join(app, 'out'));
    });
  }

  test('a build without these files says in one sentence which command copies them, and where to', async () => {
    const { build } = await hosts.tool('esbuild');
    const app = hosts.app('esbuild-bare');
    const entryPoints = [join(app, 'main.js')];
    const outdir = join(app, 'out');
    await build({ entryPoints, bundle: true, format: 'esm', outdir, logLevel: 'silent' });
    writePage(app, '<script type="module" src="main.js">');
    const { address, close } = await serve(outdir);
    try {
      const said = `there is no ${address}worker.js: "npx glassformer assets FOLDER" copies the package's files, FOLDER being what the server shows as ${address}`;
      assert.equal(await hosts.complaintOf(address, /worker\.js:/), said);
    } finally {
      close();
    }
  });
});

test('rollup with node-resolve, and the files that the command copies', () =>
  withRollup(hosts.app('rollup')));

describe('tags that are defined when the page has them', () => {
  const app = (tool) => {
    const folder = hosts.app(`${tool}-auto`);
    const main = join(folder, 'main.js');
    const source = readFileSync(main, 'utf8');
    writeFileSync(main, source.replace("'glassformer/elements'", "'glassformer/auto'"));
    return folder;
  };
  test('vite', () => withVite('vite8', app('vite')));
  test('webpack', () => withWebpack(app('webpack'), {}));
  test('rollup', () => withRollup(app('rollup')));
});

test('the command refuses what it does not know, in one sentence', () => {
  const app = hosts.app('command');
  const said = (...args) => {
    try {
      return copyAssets(app, ...args);
    } catch ({ status, stderr }) {
      return `${status} ${stderr.split('\n')[0]}`;
    }
  };
  assert.equal(
    said('out', '--models', 'storie'),
    `1 glassformer: there is no shipped model 'storie', only ${shippedModels.join(', ')}`,
  );
  assert.equal(said(), '1 glassformer: expected one folder to copy to, found 0');
});
