// npm start [-- --port N] [--no-open] [--no-install]: builds what is missing and serves the demo page.
import { spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { buildAll } from './build.mjs';
import { Problem, main, root, which } from './lib/shell.mjs';
import { serve } from './lib/static_server.mjs';

const usualPort = 5173;

function readArguments(args) {
  try {
    const { values } = parseArgs({
      args,
      options: { port: { type: 'string' }, 'no-open': { type: 'boolean' } },
    });
    const port = values.port === undefined ? undefined : Number(values.port);
    if (port !== undefined && !(Number.isInteger(port) && port >= 0 && port < 65536)) {
      throw new Problem(`not a port: ${values.port}`);
    }
    return { port, open: !values['no-open'] };
  } catch (error) {
    throw new Problem(
      `${error.message}; usage: npm start -- [--port N] [--no-open] [--no-install]`,
    );
  }
}

const taken = (port, { code }) =>
  new Problem(`port ${port} cannot be used (${code}); choose another with --port N.`);

/** Before the build, which takes minutes the first time. */
async function expectFree(port) {
  const server = createServer();
  await new Promise((done, fail) => {
    server.on('error', (error) => fail(taken(port, error)));
    server.listen(port, '127.0.0.1', done);
  });
  await new Promise((done) => server.close(done));
}

/** At the wanted port, or, if none was asked for, the usual one or any other that is free. */
async function serveSomewhere(folder, port) {
  try {
    return await serve(folder, { port: port ?? usualPort });
  } catch (error) {
    if (port !== undefined) throw taken(port, error);
    return serve(folder);
  }
}

/** Opens the address where there is a desktop with a browser; anywhere else does nothing. */
function openBrowser(address) {
  const desktop =
    process.platform === 'darwin' || process.env.DISPLAY || process.env.WAYLAND_DISPLAY;
  const opener = which('xdg-open', 'open');
  if (!desktop || !opener) return;
  spawn(opener, [address], { stdio: 'ignore', detached: true })
    .on('error', () => {})
    .unref();
}

await main(async (args) => {
  const { port, open } = readArguments(args);
  if (port !== undefined) await expectFree(port);
  await buildAll();
  const { address } = await serveSomewhere(join(root, 'build/page'), port);
  console.log(`\nGlassformer: ${address}\n(Ctrl+C ends it)`);
  if (open) openBrowser(address);
});
