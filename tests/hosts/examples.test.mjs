// The examples for authors that need no tool, or Vite alone: each with the packed package, opened in Chromium.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { serveFolders } from '../../tools/lib/static_server.mjs';
import { openHosts } from './host.mjs';

let hosts;
before(async () => {
  hosts = await openHosts('tests/hosts', 'default');
});
after(() => hosts?.close());

const example = (name) => hosts.app(`example-${name}`, { source: `web/examples/${name}` });

/** Serves a folder under a path, as blogs are. Files may have headers of their own: `[path, headers]`. */
async function whileServed(folder, look, files = []) {
  const prefix = '/blog/2026/';
  const own = files.map(([path, headers]) => ({
    folder: join(folder, path),
    prefix: `${prefix}${path}/`,
    headers,
  }));
  const { address, close } = await serveFolders([...own, { folder, prefix }]);
  try {
    await look(address.replace(/\/blog\/.*/, prefix));
  } finally {
    close();
  }
}

/** As web/examples/README.md says: the package's folder beside the page. */
function withPackage(name) {
  const app = example(name);
  cpSync(join(app, 'node_modules/glassformer/dist'), join(app, 'glassformer'), { recursive: true });
  return app;
}

test('html: a folder, a script, tags', async () => {
  await whileServed(withPackage('html'), (address) =>
    hosts.expectFigure(address, {
      output: null,
      act: async (page) => {
        const next = page.locator('glass-next-token');
        await next.scrollIntoViewIfNeeded();
        await next.locator('[part=bar]').nth(4).waitFor();
      },
    }),
  );
});

test('strict-policy: the page and its worker, each under its policy', async () => {
  const app = withPackage('strict-policy');
  const [path, header] = readFileSync(join(app, '_headers'), 'utf8')
    .split('\n')
    .filter((line) => !line.startsWith('#'));
  assert.equal(path, '/glassformer/worker.js');
  const [name, value] = header.trim().split(/: (.*)/);
  await whileServed(app, (address) => hosts.expectFigure(address, { output: null }), [
    ['glassformer', { [name]: value }],
  ]);
});

test('reveal: a figure on a slide, which stays when the figure uses an arrow key', async () => {
  const app = withPackage('reveal');
  mkdirSync(join(app, 'node_modules'), { recursive: true });
  cpSync(hosts.folderOf('reveal.js'), join(app, 'node_modules/reveal.js'), { recursive: true });
  await whileServed(app, (address) =>
    hosts.expectFigure(`${address}#/1`, {
      output: null,
      act: async (page) => {
        const cell = page.locator('glass-attention .cell').first();
        await cell.click();
        await page.keyboard.press('ArrowRight');
        assert.equal(new URL(page.url()).hash, '#/1');
      },
    }),
  );
});

test('notebook: the cells give a frame with a live figure', async () => {
  const app = example('notebook');
  mkdirSync(join(app, 'node_modules/.bin'), { recursive: true });
  const command = join(app, 'node_modules/.bin/glassformer');
  symlinkSync('../glassformer/dist/cli.js', command);
  chmodSync(command, 0o755);
  const { cells } = JSON.parse(readFileSync(join(app, 'attention.ipynb'), 'utf8'));
  const code = cells.filter(({ cell_type }) => cell_type === 'code').map((cell) => cell.source);
  const [last, ...before] = code.map((lines) => lines.join('')).reverse();
  // What Jupyter does with the value of the last cell.
  mkdirSync(join(app, 'IPython'));
  writeFileSync(join(app, 'IPython/__init__.py'), '');
  writeFileSync(
    join(app, 'IPython/display.py'),
    'class HTML:\n    def __init__(self, data):\n        self.data = data\n',
  );
  const script = `${before.reverse().join('\n')}\nprint((${last}).data)\n`;
  const output = execFileSync('python3', ['-c', script], {
    cwd: app,
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
    env: { ...process.env, npm_config_offline: 'true' },
  });
  const frame = output.slice(output.indexOf('<iframe'));
  writeFileSync(
    join(app, 'output.html'),
    `<!doctype html><html lang="en"><title>Output</title><link rel="icon" href="data:,">${frame}`,
  );
  await whileServed(app, (address) =>
    hosts.expectFigure(`${address}output.html`, { output: null, isFramed: true }),
  );
});

describe('components', () => {
  for (const framework of ['react', 'vue', 'svelte'])
    test(`${framework}: its state is the figure's text, and the figure's event its state`, async () => {
      const { build } = await hosts.tool('vite');
      const app = example(framework);
      // Vite reads the example's own configuration.
      await build({ root: app, base: './', logLevel: 'error' });
      await whileServed(join(app, 'dist'), (address) =>
        hosts.expectFigure(address, {
          output: '4 tokens',
          act: async (page) => {
            await page.getByLabel('Text', { exact: true }).fill('A little dog');
            await page.getByText('3 tokens', { exact: true }).waitFor();
          },
        }),
      );
    });
});
