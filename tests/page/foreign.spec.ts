/** The package where it is a guest: from another origin, in a frame without one, under policies that allow less. */
import { createServer, type Server } from 'node:http';
import { readFile } from 'node:fs/promises';
import { type AddressInfo } from 'node:net';
import { extname } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { GlassElement } from '../../web/src/elements/base/glass-element.ts';
import { expect, type Page, test } from './fixture.ts';

const types: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.wasm': 'application/wasm',
};

interface Answer {
  readonly body: string | Buffer;
  readonly headers?: Record<string, string>;
}

const servers: Server[] = [];
test.afterEach(() => {
  for (const server of servers.splice(0)) server.close().closeAllConnections();
});

/** Serves dist/, with other answers for some paths; any origin may read. */
async function host(answers: (path: string) => Answer | undefined): Promise<string> {
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '', 'http://localhost').pathname.slice(1);
    const file = new URL(`../../dist/${path}`, import.meta.url);
    void Promise.resolve(answers(path) ?? readFile(file).then((body): Answer => ({ body })))
      .then(({ body, headers }) =>
        response
          .writeHead(200, {
            'content-type': types[extname(path)] ?? 'application/octet-stream',
            'access-control-allow-origin': '*',
            ...headers,
          })
          .end(body),
      )
      .catch(() => response.writeHead(404).end());
  });
  servers.push(server);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

const figure = (scripts: string) => `<!doctype html><html lang="en"><title>Guest</title>
  <link rel="icon" href="data:,">
  <glass-model src="aab" text="aabaa"><glass-tokens></glass-tokens><glass-attention></glass-attention></glass-model>
  <script type="module" src="${scripts}elements.js"></script></html>`;

const page =
  (html: string, policy?: string) =>
  (path: string): Answer | undefined =>
    path === 'page.html'
      ? { body: html, ...(policy && { headers: { 'content-security-policy': policy } }) }
      : undefined;

async function expectFigure(view: Pick<Page, 'locator'>): Promise<void> {
  await expect(view.locator('glass-attention').locator('glass-matrix')).toBeVisible();
  const { weights } = await view
    .locator('glass-attention')
    .evaluate((each) => (each as unknown as { toJSON(): { weights: number[][] } }).toJSON());
  expect(weights).toHaveLength(5);
  for (const row of weights) expect(row.reduce((a, b) => a + b)).toBeCloseTo(1, 4);
}

test.describe('guests', () => {
  // Playwright blocks service workers by a script that fails in a sandboxed frame.
  test.use({ allowed: /^foreign request/, serviceWorkers: 'allow' });

  test('elements of another origin run, in a worker', async ({ page: tab }) => {
    const library = await host(() => undefined);
    await tab.goto(`${await host(page(figure(library)))}page.html`);
    await expectFigure(tab);
    expect(tab.workers()).toHaveLength(1);
  });

  test('in a sandboxed frame, which has no origin, they run too', async ({ page: tab }) => {
    const inner = figure('./');
    const outer = `<!doctype html><html lang="en"><title>Host</title><link rel="icon" href="data:,">
      <iframe title="figure" sandbox="allow-scripts" src="inner.html" width="600" height="600"></iframe></html>`;
    const site = await host((path) =>
      path === 'inner.html' ? { body: inner } : page(outer)(path),
    );
    await tab.goto(`${site}page.html`);
    await expectFigure(tab.frameLocator('iframe'));
  });

  test('a page that asks for trusted types gets its worker, and its figures can be saved', async ({
    page: tab,
  }) => {
    const policy = "require-trusted-types-for 'script'; trusted-types lit-html glassformer";
    await tab.goto(`${await host(page(figure('./'), policy))}page.html`);
    await expectFigure(tab);
    expect(tab.workers()).toHaveLength(1);
    const saved = await tab.locator('glass-attention').evaluate(async (element) => {
      const exporting = element as GlassElement;
      return [await exporting.toSVG(), (await exporting.toPNG()).type];
    });
    expect(saved).toEqual([expect.stringContaining('<title>'), 'image/png']);
  });

  test('a model that another origin compresses is loaded, and its progress is the file’s', async ({
    page: tab,
  }) => {
    const models = await host((path) => {
      if (!path.startsWith('models/aab/')) return undefined;
      return {
        body: gzipSync(Buffer.from(compressed.get(path) ?? '')),
        headers: { 'content-encoding': 'gzip' },
      };
    });
    const compressed = new Map<string, Buffer>();
    for (const name of ['config.json', 'model.safetensors', 'vocab.json'])
      compressed.set(
        `models/aab/${name}`,
        await readFile(new URL(`../../dist/models/aab/${name}`, import.meta.url)),
      );
    const blank = '<!doctype html><html lang="en"><link rel="icon" href="data:,"><title>-</title>';
    await tab.goto(`${await host(page(blank))}page.html`);
    const seen = await tab.evaluate(async (url) => {
      const path = './index.js';
      const { loadModel } = (await import(
        new URL(path, document.baseURI).href
      )) as typeof import('../../web/src/index.ts');
      let last = {};
      const onProgress = (progress: object) => (last = progress);
      const model = await loadModel(`${url}models/aab/`, { onProgress });
      const { text } = await model.generate('aab', { max_new_tokens: 3 }).result();
      return { text, last };
    }, models);
    const total = compressed.get('models/aab/model.safetensors')!.length;
    expect(seen).toMatchObject({ text: 'aab', last: { loaded: total, total } });
  });
});

test.describe('where no worker may be', () => {
  test.use({ allowed: /^foreign request|worker-src|CSP: worker/ });

  test('the engine runs in the page', async ({ page: tab }) => {
    const policy =
      "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; worker-src 'none'; img-src data:";
    await tab.goto(`${await host(page(figure('./'), policy))}page.html`);
    await expectFigure(tab);
    expect(tab.workers()).toHaveLength(0);
  });
});

test('arrays that a framework watches may be passed: proxies are copied', async ({ page: tab }) => {
  const blank = '<!doctype html><html lang="en"><link rel="icon" href="data:,"><title>-</title>';
  const site = await host(page(blank));
  const other = await tab.context().newPage();
  await other.goto(`${site}page.html`);
  const same = await other.evaluate(async () => {
    const path = './index.js';
    const { loadModel } = (await import(
      new URL(path, document.baseURI).href
    )) as typeof import('../../web/src/index.ts');
    // What is read of a watched object is watched too.
    const watched = <T extends object>(target: T): T =>
      new Proxy(target, {
        get(from, key, receiver) {
          const value: unknown = Reflect.get(from, key, receiver);
          return typeof value === 'object' && value !== null ? watched(value) : value;
        },
      });
    const model = await loadModel('aab');
    const options = { ablate: [{ layer: 0, head: 0 }], capture: ['logits'] };
    const runs = [
      await model.forward([0, 0, 1], options),
      await model.forward(watched([0, 0, 1]), watched(options)),
    ];
    return runs.map((run) => [...(run.activations['logits']?.data ?? [])]);
  });
  expect(same[0]!.length).toBeGreaterThan(0);
  expect(same[1]).toEqual(same[0]);
  await other.close();
});
