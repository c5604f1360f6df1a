// WebKitGTK over WebDriver, on a display of its own.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { createServer } from 'node:net';
import { createInterface } from 'node:readline';

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  await once(server, 'close');
  return port;
}

async function startDisplay() {
  const size = ['-screen', '0', '1280x1000x24'];
  const display = spawn('Xvfb', ['-displayfd', '3', '-nolisten', 'tcp', ...size], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const [number] = await once(createInterface({ input: display.stdio[3] }), 'line');
  return { display, name: `:${number}` };
}

/** The browser that WebKitGTK brings, which lies in the libraries' folder of the machine's kind. */
function miniBrowser() {
  const libraries = '/usr/lib';
  for (const kind of readdirSync(libraries)) {
    const path = `${libraries}/${kind}/webkit2gtk-4.1/MiniBrowser`;
    if (existsSync(path)) return path;
  }
  throw new Error(`there is no webkit2gtk-4.1/MiniBrowser under ${libraries}`);
}

export async function startWebKit() {
  const { display, name } = await startDisplay();
  const port = await freePort();
  const driver = spawn('WebKitWebDriver', [`--port=${port}`], {
    env: { ...process.env, DISPLAY: name },
    stdio: 'ignore',
  });
  const stop = () => {
    driver.kill();
    display.kill();
  };

  const call = async (method, path, body) => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      ...(body && { body: JSON.stringify(body) }),
    });
    const { value } = await answer.json();
    if (!answer.ok) throw new Error(`${path}: ${value.error}: ${value.message}`);
    return value;
  };
  const isReady = async () => (await call('GET', '/status').catch(() => undefined))?.ready;
  for (const start = Date.now(); !(await isReady());) {
    if (Date.now() - start > 20_000) {
      stop();
      throw new Error('WebKitWebDriver does not answer within 20 seconds');
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  const options = { binary: miniBrowser(), args: ['--automation'] };
  const { sessionId, capabilities } = await call('POST', '/session', {
    capabilities: { alwaysMatch: { 'webkitgtk:browserOptions': options } },
  });
  const session = `/session/${sessionId}`;
  await call('POST', `${session}/timeouts`, { script: 120_000, pageLoad: 120_000 });

  return {
    version: capabilities.browserVersion,
    goto: (url) => call('POST', `${session}/url`, { url }),
    run: (script) => call('POST', `${session}/execute/sync`, { script, args: [] }),
    /** What the function gives in the page; what it throws there is thrown. */
    async evaluate(f, ...args) {
      const script = `const [args, done] = arguments;
        Promise.resolve().then(() => (${f})(...args))
          .then((value) => done({ value }), (error) => done({ error: String(error) }));`;
      const { value, error } = await call('POST', `${session}/execute/async`, {
        script,
        args: [args],
      });
      if (error !== undefined) throw new Error(error);
      return value;
    },
    async close() {
      await call('DELETE', session).catch(() => undefined);
      stop();
    },
  };
}
