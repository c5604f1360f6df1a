/**
 * What hosts do to the page that is kept for offline use. One answers its HTML for files that are not there (a new version half uploaded, a network's login page): what
 * it answers so is never kept, and who has kept it is rid of it with the next version.
 */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { basename, extname, join } from 'node:path';
import { type BrowserContext, type Page, test } from '@playwright/test';
import { expect, isLive } from './fixture.ts';

const kFolder = 'build/page';
const kMediaTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.wasm': 'application/wasm',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
};

test.use({ serviceWorkers: 'allow' });

/** What the host does wrong, and which version of the page it has. */
interface Host {
  server: Server;
  absent: RegExp | null;
  /** Files of which half is sent, and the rest never. */
  halted: RegExp | null;
  /** The halted files whose connections the browser has closed. */
  readonly givenUp: string[];
  /** What it sends as `Vary`. */
  vary: string | null;
  /** For how long the page's worker waits for an answer: not as long as readers' workers do. */
  isImpatient: boolean;
  /** Of every request: nothing comes, or an error. */
  trouble: 'silence' | 503 | null;
  /** Another version: the same page with another main script, or with none but another worker. */
  version: 1 | 2 | 3;
}

const [script = ''] = /index-[\w-]+\.js/.exec(readFileSync(`${kFolder}/index.html`, 'utf8')) ?? [];
/** A script's name with another hash, which no other script's new name ends with. */
const newName = (name: string): string => name.replace(/[\w-]{3}(?=[\w-]{5}\.js$)/, 'new');
const newScript = newName(script);

let host: Host;

async function hash(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return Buffer.from(digest).toString('hex');
}

const pages = readdirSync(kFolder, { recursive: true, encoding: 'utf8' }).filter(
  (path) => /\.(html|js)$/.test(path) && path !== 'sw.js',
);

/** These scripts, and all files that name them, or name one that does. */
function withAllThatName(scripts: readonly string[]): readonly string[] {
  const names = scripts.map((path) => basename(path));
  const found = pages.filter((path) => {
    const text = readFileSync(join(kFolder, path), 'utf8');
    return scripts.includes(path) || names.some((name) => text.includes(name));
  });
  const foundScripts = found.filter((path) => path.endsWith('.js'));
  return foundScripts.length === scripts.length ? found : withAllThatName(foundScripts);
}

/** What another main script makes another: each language's page, its texts, and the scripts of chapters. */
const naming = withAllThatName(pages.filter((path) => basename(path) === script));
/** What is in a file is in its name: other names mean other names in the files that name them. */
const renames = naming
  .filter((path) => path.endsWith('.js'))
  .map((path) => {
    const old = basename(path);
    return { old, other: newName(old) };
  });
const renamed = (text: string): string =>
  renames.reduce((all, { old, other }) => all.replaceAll(old, other), text);
const unnamed = (text: string): string =>
  renames.reduce((all, { old, other }) => all.replaceAll(other, old), text);

/** How long the worker waits for a host before the kept page takes its place. */
const kPatience = 'kPatienceMs = 6000;';

async function fileOf(path: string): Promise<string | Buffer | null> {
  if (path === 'sw.js') {
    const built = readFileSync(`${kFolder}/sw.js`, 'utf8');
    const worker = host.isImpatient ? built.replace(kPatience, 'kPatienceMs = 600;') : built;
    if (host.version === 1) return worker;
    const [version = ''] = /"version":"\w+"/.exec(worker) ?? [];
    let given = renamed(worker).replace(version, `"version":"${host.version}"`);
    for (const each of naming) {
      const text = readFileSync(join(kFolder, each), 'utf8');
      given = given.replace(await hash(text), await hash(renamed(text)));
    }
    return given;
  }
  const old = unnamed(path);
  const file = join(kFolder, old);
  if (!existsSync(file) || !statSync(file).isFile()) return null;
  const isRenamed = host.version !== 1 && naming.includes(old);
  return isRenamed ? renamed(readFileSync(file, 'utf8')) : readFileSync(file);
}

test.beforeEach(async () => {
  const server = createServer((request, response) => {
    void (async () => {
      const { pathname } = new URL(request.url ?? '', 'http://localhost');
      const path = pathname.slice(1).replace(/(?<=^|\/)$/, 'index.html');
      if (host.trouble === 'silence') return;
      if (host.trouble !== null) response.statusCode = host.trouble;
      if (host.vary !== null) response.setHeader('vary', host.vary);
      const found = host.absent?.test(path) ? null : await fileOf(path);
      const type = found === null ? 'text/html' : kMediaTypes[extname(path)];
      response.setHeader('content-type', type ?? 'application/octet-stream');
      response.setHeader('cache-control', 'no-cache');
      const body = found ?? (await fileOf('index.html')) ?? '';
      if (!host.halted?.test(path)) return void response.end(body);
      response.setHeader('content-length', body.length);
      response.write(body.slice(0, body.length / 2));
      response.on('close', () => host.givenUp.push(path));
    })();
  });
  host = {
    server,
    absent: null,
    halted: null,
    givenUp: [],
    vary: null,
    isImpatient: false,
    trouble: null,
    version: 1,
  };
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
});
test.afterEach(() => void host.server.close().closeAllConnections());

/** A visit in a tab of its own, so that no tab holds an earlier version. */
async function visit(context: BrowserContext, text = ''): Promise<Page> {
  for (const page of context.pages()) await page.close();
  const page = await context.newPage();
  const { port } = host.server.address() as AddressInfo;
  await page.goto(`http://localhost:${port}/${text && `#text=${encodeURIComponent(text)}`}`);
  return page;
}

/** The versions that are kept whole and answer, and the addresses below which HTML is kept for another file. */
const keptBy = (page: Page): Promise<{ versions: string[]; wrong: string[] }> =>
  page.evaluate(async () => {
    const wrong: string[] = [];
    const names = await caches.keys();
    for (const name of names) {
      const cache = await caches.open(name);
      for (const { url } of await cache.keys()) {
        const type = (await cache.match(url))?.headers.get('content-type') ?? '';
        if (type.includes('html') && !url.endsWith('/')) wrong.push(new URL(url).pathname);
      }
    }
    return { versions: names.map((name) => name.replace(/^.* /, '')), wrong };
  });

const isControlled = (page: Page): Promise<void> =>
  expect
    .poll(() => page.evaluate(() => navigator.serviceWorker.controller?.state))
    .toBe('activated');

/** The first visit, once the worker answers for it. */
async function controlledVisit(context: BrowserContext): Promise<Page> {
  const page = await visit(context);
  await isLive(page);
  await isControlled(page);
  return page;
}

test('a version that is half uploaded is not taken, and the page comes when it is whole', async ({
  context,
}) => {
  const first = await controlledVisit(context);
  const [version] = (await keptBy(first)).versions;

  host.version = 2;
  host.absent = new RegExp(newScript);
  const half = await visit(context);
  const refused = await half.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration();
    await registration?.update().catch(() => {});
    const coming = registration?.installing;
    if (coming)
      await new Promise<void>((done) => {
        coming.addEventListener('statechange', () => done());
      });
    return [registration?.installing ?? null, registration?.waiting ?? null];
  });
  expect(refused).toEqual([null, null]);
  expect(await keptBy(half)).toEqual({ versions: [version], wrong: [] });

  host.absent = null;
  const whole = await visit(context);
  await isLive(whole);
  await expect.poll(async () => (await keptBy(whole)).versions).toContain('2');
  // Its cache is there before all of it is: a tab that opens until then is the former version's.
  await expect
    .poll(() =>
      whole.evaluate(async () => {
        const registration = await navigator.serviceWorker.getRegistration();
        return registration?.waiting?.state;
      }),
    )
    .toBe('installed');
  // A tab that opens before the browser has let go of the last one is the former version's, too.
  await expect
    .poll(async () => {
      const later = await visit(context);
      await isLive(later);
      return keptBy(later);
    })
    .toEqual({ versions: ['2'], wrong: [] });
  await context.setOffline(true);
  await isLive(await visit(context));
});

test('HTML for a model’s file is not kept, and the model comes when the host has it', async ({
  context,
}) => {
  await controlledVisit(context);
  host.absent = /\/tang\//;
  const without = await visit(context, '春眠不觉晓');
  await expect(without.locator('.first [part=message]').first()).toHaveAttribute(
    'title',
    /tang\/config\.json is missing on the server\. Try again later\./,
    { timeout: 20_000 },
  );
  expect((await keptBy(without)).wrong).toEqual([]);
  host.absent = null;
  await isLive(await visit(context, '春眠不觉晓'));
});

test('who has kept wrong answers has the page again with the next version', async ({ context }) => {
  const first = await controlledVisit(context);
  // As an earlier worker did, which kept whatever was answered.
  await first.evaluate(async () => {
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const { url } of await cache.keys()) {
        const html = new Response('<!doctype html>', { headers: { 'content-type': 'text/html' } });
        if (/\.(js|wasm)$|\/config\.json$/.test(url)) await cache.put(url, html);
      }
    }
  });
  host.version = 3;
  const blank = await visit(context);
  await expect.poll(async () => (await keptBy(blank)).versions).toEqual(['3']);
  await blank.reload();
  await isLive(blank);
  expect((await keptBy(blank)).wrong).toEqual([]);
});

test('a download that is cancelled ends at the host, and nothing of it is kept', async ({
  context,
}) => {
  await isLive(await visit(context));
  const page = await visit(context);
  await isControlled(page);
  const { files } = await page.evaluate(async () => {
    const worker = await (await fetch('./sw.js')).text();
    return { files: worker.match(/assets\/models\/\w+\/tang\/[\w.]+/g) ?? [] };
  });
  const weights = files.find((file) => file.endsWith('.safetensors')) ?? '';
  expect(weights).not.toBe('');
  host.halted = /\.safetensors$/;
  const end = await page.evaluate(async (path) => {
    const cancel = new AbortController();
    const response = await fetch(path, { signal: cancel.signal });
    const reader = response.body?.getReader();
    // Bytes come before the file is whole.
    const first = await reader?.read();
    cancel.abort();
    const next = await reader?.read().catch((error: unknown) => (error as Error).name);
    return [(first?.value?.length ?? 0) > 0, next];
  }, weights);
  expect(end).toEqual([true, 'AbortError']);
  await expect.poll(() => host.givenUp).toEqual([weights]);
  const isKept = (): Promise<boolean> =>
    page.evaluate(async (path) => (await caches.match(path)) !== undefined, weights);
  expect(await isKept()).toBe(false);
  host.halted = null;
  await page.evaluate(async (path) => void (await (await fetch(path)).arrayBuffer()), weights);
  await expect.poll(isKept).toBe(true);
});

/** What the cache has, by the paths and queries of the addresses. */
const keptFiles = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const all: string[] = [];
    for (const name of await caches.keys())
      for (const { url } of await (await caches.open(name)).keys()) {
        const { pathname, search } = new URL(url);
        all.push(pathname + search);
      }
    return all.sort();
  });

const hasModel = async (page: Page): Promise<boolean> =>
  (await keptFiles(page)).some((path) => /\/stories\/model\.safetensors$/.test(path));

/** The first visit, once its model is kept, too. */
async function keptVisit(context: BrowserContext): Promise<Page> {
  const page = await controlledVisit(context);
  await expect.poll(() => hasModel(page)).toBe(true);
  return page;
}

for (const vary of ['Origin, Accept, User-Agent', '*'])
  test(`a host that sends Vary: ${vary} is kept from the first visit on`, async ({ context }) => {
    host.vary = vary;
    await keptVisit(context);
    await context.setOffline(true);
    await isLive(await visit(context));
  });

test('a host that does not answer, or with an error, has the kept page in its place', async ({
  context,
}) => {
  expect(readFileSync(`${kFolder}/sw.js`, 'utf8')).toContain(kPatience);
  host.isImpatient = true;
  await keptVisit(context);
  for (const trouble of [503, 'silence'] as const) {
    host.trouble = trouble;
    await isLive(await visit(context));
  }
});

test('a cache that was emptied is filled again, and a query makes no second file', async ({
  context,
}) => {
  const first = await keptVisit(context);
  const before = await keptFiles(first);
  await first.evaluate(async () => {
    for (const name of await caches.keys()) await caches.delete(name);
  });
  const second = await visit(context);
  await isLive(second);
  await expect.poll(() => keptFiles(second)).toEqual(before);
  const weights = before.find((path) => path.endsWith('.safetensors')) ?? '';
  expect(weights).not.toBe('');
  await second.evaluate(async (path) => {
    for (let i = 0; i < 3; ++i) await (await fetch(`${path}?${i}`)).arrayBuffer();
  }, weights);
  expect(await keptFiles(second)).toEqual(before);
  await context.setOffline(true);
  await isLive(await visit(context));
});
