// The benchmark program in a worker of headless Chromium, single-threaded, without special headers.
import { chromium } from '@playwright/test';
import { serve } from '../lib/static_server.mjs';
import { installedBrowser } from '../lib/browser.mjs';

// Nothing else of the browser shall run beside the benchmark.
const browserArguments = ['--no-sandbox', '--disable-gpu', '--disable-background-networking'];

/** Runs the program that `folder` holds, gives `print` the lines that it prints, and returns its exit status. */
export async function benchInChromium(folder, args, print = console.log) {
  const { address, close } = await serve(folder);
  const browser = await chromium.launch({
    executablePath: installedBrowser(),
    args: browserArguments,
  });
  try {
    const page = await browser.newPage();
    await page.exposeFunction('tell', ({ line, progress }) => {
      if (line !== undefined) print(line);
      if (progress !== undefined) console.error(progress);
    });
    await page.goto(address);
    print(`Chromium ${browser.version()}, one worker`);
    return await page.evaluate(
      (list) =>
        new Promise((done) => {
          const worker = new Worker('worker.js', { type: 'module' });
          worker.onerror = (event) => window.tell({ progress: event.message }).then(() => done(1));
          let told = Promise.resolve();
          worker.onmessage = ({ data }) => {
            told = told.then(() => window.tell(data));
            if (data.status !== undefined) told.then(() => done(data.status));
          };
          worker.postMessage({ args: list });
        }),
      args,
    );
  } finally {
    await browser.close();
    close();
  }
}
