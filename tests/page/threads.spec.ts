/** Several threads, where the page is cross-origin isolated: the same numbers to the bit, and one thread where none come. */
import { readFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { answering } from '../../tools/lib/static_server.mjs';
import { expect, type Page, test } from './fixture.ts';
import { packageFolders } from './package.mjs';

declare const glassformer: typeof import('glassformer');

const isolating = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
};

const opened: (() => void)[] = [];
test.afterEach(() => {
  for (const close of opened.splice(0)) close();
});

/** Opens the package on a blank page with these headers, and answers what `special` answers before. */
async function openWith(
  page: Page,
  headers: Readonly<Record<string, string>>,
  special: (path: string, ...rest: Parameters<RequestListener>) => boolean = () => false,
): Promise<void> {
  const files = answering(
    packageFolders('/').map((each) => ({ ...each, headers: { ...each.headers, ...headers } })),
  ) as RequestListener;
  const server = createServer((request, response) => {
    if (!special(request.url ?? '', request, response)) files(request, response);
  });
  opened.push(() => server.close().closeAllConnections());
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  await page.goto(`http://localhost:${port}/package/blank.html`);
  await page.evaluate(async () => {
    const path = './index.js';
    Object.assign(globalThis, { glassformer: await import(new URL(path, document.baseURI).href) });
  });
}

/** What models compute, as digests of bits, and the module that did it. */
const numbers = (page: Page, threads: number) =>
  page.evaluate(async (threads) => {
    const engine = glassformer.createEngine();
    const digest = async (arrays: readonly Float32Array[]) => {
      const bytes = await new Blob(arrays as unknown as BlobPart[]).arrayBuffer();
      return new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)).join();
    };
    const found: Record<string, string> = {};
    for (const dtype of ['fp32', 'fp16', 'int8'] as const) {
      const model = await glassformer.loadModel('stories', { dtype, engine });
      while ((await engine.info()).threads < threads)
        await new Promise((done) => setTimeout(done, 5));
      const text = 'Once upon a time there was a little girl who had a red ball. '.repeat(3);
      for (const capture of [['ln_final', 'logits'], ['*']]) {
        const { activations } = await model.forward(text, { capture });
        const all = Object.values(activations).map(({ data }) => data as Float32Array);
        found[`${dtype} ${capture.join()}`] = await digest(all);
      }
      const beams = await model.generate(text, { max_new_tokens: 12, num_beams: 3 }).result();
      found[`${dtype} beams`] = beams.text;
      await model.close();
    }
    const translator = await glassformer.loadModel('en-zh', { engine });
    const source = 'I have a friend who lives in Boston.';
    found['translation'] = (await translator.generate('', { source, num_beams: 4 }).result()).text;
    const { agrees } = await translator.verify();
    const info = await engine.info();
    engine.close();
    return { found, agrees, threads: info.threads, simd: info.simd };
  }, threads);

test.describe('threads', () => {
  test.use({ allowed: /^foreign request|404/ });

  test('an isolated page computes the same bits on several threads', async ({ page }) => {
    const cores = Math.min(4, await page.evaluate(() => navigator.hardwareConcurrency));
    await openWith(page, {});
    const alone = await numbers(page, 1);
    expect(alone).toMatchObject({ threads: 1, simd: 'relaxed', agrees: true });
    await openWith(page, isolating);
    expect(await numbers(page, cores)).toEqual({ ...alone, threads: cores });
  });

  test('where a policy allows the worker no threads it computes alone', async ({ page }) => {
    const policy =
      "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; worker-src 'none'";
    await openWith(page, isolating, (path, _request, response) => {
      if (!path.endsWith('/worker.js')) return false;
      const headers = { 'Content-Type': 'text/javascript', 'Content-Security-Policy': policy };
      const script = readFileSync(new URL('../../dist/worker.js', import.meta.url));
      response.writeHead(200, { ...isolating, ...headers }).end(script);
      return true;
    });
    const { threads, agrees } = await numbers(page, 1);
    expect({ threads, agrees }).toEqual({ threads: 1, agrees: true });
  });

  test("in a worker of the author's own it computes alone", async ({ page }) => {
    const script = `import { loadModel, sharedEngine } from './index.js';
      await loadModel('aab');
      postMessage((await sharedEngine().info()).threads);`;
    await openWith(page, isolating, (path, _request, response) => {
      if (!path.endsWith('/own.js')) return false;
      response.writeHead(200, { ...isolating, 'Content-Type': 'text/javascript' }).end(script);
      return true;
    });
    const threads = await page.evaluate(
      () =>
        new Promise((told) => {
          const worker = new Worker('own.js', { type: 'module' });
          worker.addEventListener('message', ({ data }) => told(data));
        }),
    );
    expect(threads).toBe(1);
    expect(page.workers()).toHaveLength(1);
  });

  test('where the module for threads is not there the other one runs', async ({ page }) => {
    await openWith(page, isolating, (path, _request, response) => {
      if (!path.endsWith('-threads.wasm')) return false;
      response.writeHead(404, isolating).end();
      return true;
    });
    expect(await numbers(page, 1)).toMatchObject({ threads: 1, simd: 'relaxed', agrees: true });
  });
});
