// Parcel, Astro and Next as they come: what they make from the packed package shows a figure in Chromium.
import assert from 'node:assert/strict';
import { execFile, execFileSync, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { promisify } from 'node:util';
import { serve } from '../../../tools/lib/static_server.mjs';
import { openHosts } from '../host.mjs';

const quiet = { NEXT_TELEMETRY_DISABLED: '1', ASTRO_TELEMETRY_DISABLED: '1', CI: '1' };
const env = { ...process.env, ...quiet };

let hosts;
before(async () => {
  hosts = await openHosts('tests/hosts/more', 'more');
});
after(() => hosts?.close());

/** Runs a tool of Node's in an app; what it printed is the message of its failure. */
async function run(app, script, ...args) {
  try {
    await promisify(execFile)(process.execPath, [script, ...args], { cwd: app, env });
  } catch ({ stdout, stderr }) {
    throw new Error(`${args.join(' ')} failed:\n${stdout}\n${stderr}`);
  }
}

async function expectFolder(folder) {
  const { address, close } = await serve(folder);
  try {
    await hosts.expectFigure(address);
  } finally {
    close();
  }
}

function freePort() {
  return new Promise((done) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => done(port));
    });
  });
}

/** Runs a server of the app until `look` has looked at its address. */
async function whileServing(app, script, args, look) {
  const port = await freePort();
  const server = spawn(process.execPath, [script, ...args, '--port', port], { cwd: app, env });
  const address = `http://localhost:${port}/`;
  try {
    for (;;) {
      if (server.exitCode !== null) throw new Error(`the server ended: ${server.exitCode}`);
      if ((await fetch(address).catch(() => null))?.ok) break;
      await new Promise((later) => setTimeout(later, 200));
    }
    await look(address);
  } finally {
    server.kill();
  }
}

describe('parcel', () => {
  test('build, with the files that the command copies: it makes scripts of JSON', async () => {
    const app = hosts.app('parcel');
    const script = hosts.fileOf('parcel', 'lib/bin.js');
    const options = ['--no-cache', '--public-url', './', '--dist-dir', 'dist'];
    await run(app, script, 'build', 'index.html', ...options);
    hosts.command(app, 'assets', 'dist');
    await expectFolder(join(app, 'dist'));
  });
});

describe('astro', () => {
  const source = 'web/examples/astro';
  test('build', async () => {
    const app = hosts.app('astro', { source });
    await run(app, hosts.fileOf('astro', 'astro.js'), 'build');
    await expectFolder(join(app, 'dist'));
  });
  test('dev server', async () => {
    const app = hosts.app('astro-dev', { source });
    const script = hosts.fileOf('astro', 'astro.js');
    await whileServing(app, script, ['dev'], (address) => hosts.expectFigure(address));
  });
});

for (const version of ['next15', 'next16']) {
  describe(version, () => {
    const source = 'web/examples/next';
    /** Next looks for itself by its name. What it needs, React included, it finds above: once, as styled-jsx does there. */
    function nextApp(name) {
      const app = hosts.app(name, { source });
      execFileSync('cp', ['-al', hosts.fileOf(version, '.'), join(app, 'node_modules/next')]);
      return app;
    }
    test('build, prerendered, and served', async () => {
      const app = nextApp(version);
      const script = join(app, 'node_modules/next/dist/bin/next');
      await run(app, script, 'build');
      const prerendered = readFileSync(join(app, '.next/server/app/index.html'), 'utf8');
      assert.match(prerendered, /<glass-model src="stories" text="Once upon a time">/);
      await whileServing(app, script, ['start'], (address) => hosts.expectFigure(address));
    });
  });
}
