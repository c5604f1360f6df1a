// What the tests of all hosts share: their tools, the packed package in an app of its own, and a look at what it shows.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from '../../tools/lib/shell.mjs';
import { installTools } from './install.mjs';
import { look, openBrowser } from './look.mjs';

const run = (command, args, cwd) =>
  execFileSync(command, args, { cwd, encoding: 'utf8', stdio: 'pipe' });

/** Packs the package as npm would publish it. Returns the folder that it unpacks to. */
function pack(into) {
  mkdirSync(into, { recursive: true });
  const folder = mkdtempSync(join(into, 'packed-'));
  const [{ filename }] = JSON.parse(
    run('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', folder], root),
  );
  run('tar', ['-xzf', filename], folder);
  return join(folder, 'package');
}

/** Opens everything that a test of hosts needs; `manifest`: the folder of the tools' package.json in the project. */
export async function openHosts(manifest, name) {
  const tools = await installTools(manifest, name);
  // Dev servers give files of the workspace only, which the tools are part of.
  writeFileSync(join(tools, 'pnpm-workspace.yaml'), 'packages: []\n');
  const packed = pack(join(tools, 'apps'));
  const browser = await openBrowser();
  const { resolve } = createRequire(join(tools, 'package.json'));
  const { loadModel } = await import(pathToFileURL(join(packed, 'dist/index.js')).href);
  const model = await loadModel('stories');
  const { activations } = await model.forward('Once upon a time', {
    capture: ['blocks.0.attn.pattern'],
  });
  await model.close();
  const { data } = activations['blocks.0.attn.pattern'];

  return {
    /** Imports a tool by its name. */
    tool: (id) => import(pathToFileURL(resolve(id)).href),
    /** The file of a tool's package. */
    fileOf: (id, path) => join(dirname(resolve(`${id}/package.json`)), path),
    /** The folder of a package that has no entry of its own for that. */
    folderOf: (id) => join(tools, 'node_modules', id),
    /** A folder with the files of `source` and nothing but the package installed, or, if `hoisted`, in a folder above. */
    app(app, { source = 'tests/hosts/app', hoisted = false } = {}) {
      const folder = join(tools, 'apps', app);
      rmSync(folder, { recursive: true, force: true });
      const project = hoisted ? join(folder, 'packages/site') : folder;
      cpSync(join(root, source), project, { recursive: true });
      cpSync(packed, join(folder, 'node_modules/glassformer'), { recursive: true });
      return project;
    },
    /** Runs the package's command, as `npx glassformer` does. */
    command: (app, ...args) =>
      run(process.execPath, [join(app, 'node_modules/glassformer/dist/cli.js'), ...args], app),
    /**
     * Opens the page: its figure shows the numbers that Node computes, its `<output>` says `output` (null: it has none),
     * and nothing complains, also after what a reader does then (`act`).
     */
    async expectFigure(address, { output = 'aab', ...how } = {}) {
      const { attention, written, complaints, requests } = await look(browser, address, how);
      assert.deepEqual(complaints, []);
      assert.equal(written, output);
      const { queries, weights } = attention;
      assert.deepEqual(
        queries,
        ['Once', ' upon', ' a', ' time'].map((text) => text.trim()),
      );
      const off = weights.flat().map((weight, i) => Math.abs(weight - data[i]));
      assert.ok(Math.max(...off) < 1e-4, `${JSON.stringify(weights)} beside ${data.slice(0, 16)}`);
      return requests;
    },
    /** The first thing like this that the page's console says. */
    complaintOf: async (address, until) => (await look(browser, address, { until })).complaints[0],
    async close() {
      await browser.close();
      rmSync(dirname(packed), { recursive: true, force: true });
    },
  };
}
