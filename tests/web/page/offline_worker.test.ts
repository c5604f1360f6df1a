// The page's service worker by itself, in a browser of a few lines: what it asks for, what it keeps, under which name.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';

const source = readFileSync(
  new URL('../../../web/page/offline/worker.js', import.meta.url),
  'utf8',
);

type Listener = (event: object) => void;

class FakeRequest {
  readonly url: string;
  readonly method = 'GET';
  readonly mode = 'cors';
  readonly cache: string;
  constructor(input: string | FakeRequest, options: { cache?: string } = {}) {
    this.url = typeof input === 'string' ? input : input.url;
    this.cache = options.cache ?? 'default';
  }
}

/** The caches of an origin, which several workers share. */
function fakeCaches() {
  const all = new Map<string, Map<string, Response>>();
  const put = { now: (_: unknown): Promise<void> => Promise.resolve() };
  const open = (name: string) => {
    const entries = all.get(name) ?? new Map<string, Response>();
    all.set(name, entries);
    // A path means the same as its address below the cache's scope.
    const pathOf = (key: string | FakeRequest): string =>
      (typeof key === 'string' ? key : key.url).replace(name.split(' ')[1] ?? '', '');
    return Promise.resolve({
      match: (key: string | FakeRequest) => Promise.resolve(entries.get(pathOf(key))?.clone()),
      put: async (key: string | FakeRequest, response: Response) => {
        await put.now(response);
        entries.set(pathOf(key), response);
      },
    });
  };
  const caches = {
    open,
    keys: () => Promise.resolve([...all.keys()]),
    delete: (name: string) => Promise.resolve(all.delete(name)),
    match: async (key: string | FakeRequest, { cacheName }: { cacheName: string }) =>
      (await open(cacheName)).match(key),
  };
  return { caches, all, put };
}

/** What a server answers to a path, by its media type and its text. */
type Server = (path: string) => Response;

const answer = (type: string, text: string): Response =>
  new Response(text, { headers: { 'content-type': type } });
const html = (): Response => answer('text/html; charset=utf-8', '<!doctype html>');
const isHtml = (file: string): boolean => file.endsWith('index.html');
/** A server that has each file; its text is its path, unless told otherwise. */
const honest: Server = (path) => (path.endsWith('/') ? html() : answer('application/json', path));

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
const kFiles = ['index.html', 'a.js', 'assets/models/1/m/w'];
const kWeights = 'assets/models/1/m/w';

interface Version {
  readonly version?: string;
  readonly files?: readonly string[];
  readonly server?: Server;
}

/** A worker in its scope, and how to send it an event: its answer, and the end of what it waits for. */
function start(
  scope: string,
  caches: object,
  { version = '1', files = kFiles, server = honest }: Version = {},
) {
  const listeners = new Map<string, Listener>();
  const asked: FakeRequest[] = [];
  const waits = { skipped: false };
  const textOf = (file: string): string => (isHtml(file) ? '<!doctype html>' : file);
  const hashes = Object.fromEntries(files.map((file) => [file, sha256(textOf(file))]));
  runInNewContext(source, {
    self: {
      __PAGE__: { version, hashes },
      registration: { scope },
      clients: { claim: () => Promise.resolve() },
      skipWaiting: () => Promise.resolve((waits.skipped = true)),
      addEventListener: (type: string, listener: Listener) => listeners.set(type, listener),
    },
    caches,
    crypto,
    Blob,
    Headers,
    ReadableStream,
    Response,
    Request: FakeRequest,
    fetch: (request: FakeRequest) => {
      asked.push(request);
      return Promise.resolve(server(request.url.replace(scope, '')));
    },
  });
  const send = (type: string, fields: object = {}) => {
    const waiting: Promise<unknown>[] = [];
    let answer: Promise<Response> | undefined;
    listeners.get(type)?.({
      ...fields,
      waitUntil: (promise: Promise<unknown>) => void waiting.push(promise),
      respondWith: (promise: Promise<Response>) => (answer = promise),
    });
    return {
      answer,
      text: async () => (await answer)?.text(),
      settled: async () => void (await Promise.all(waiting)),
    };
  };
  return { asked, send, waits };
}

const weights = (scope: string) => ({ request: new FakeRequest(`${scope}assets/models/1/m/w`) });

test('an answer does not wait until it is kept, nor fail with what cannot be kept', async () => {
  const { caches, put } = fakeCaches();
  const worker = start('https://a/', caches);
  put.now = () => new Promise(() => {});
  expect(await worker.send('fetch', weights('https://a/')).text()).toBe(kWeights);
  put.now = () => Promise.reject(new Error('QuotaExceededError'));
  const full = worker.send('fetch', weights('https://a/'));
  expect(await full.text()).toBe(kWeights);
  await full.settled();
});

test('an answer is given although the caches cannot be read', async () => {
  const broken = () => Promise.reject(new Error('broken'));
  const worker = start('https://a/', { open: broken, match: broken });
  expect(await worker.send('fetch', weights('https://a/')).text()).toBe(kWeights);
});

test('an answer that is cancelled ends its download and is not kept', async () => {
  const { caches, all } = fakeCaches();
  let cancelled = false;
  const server = (): Response =>
    new Response(
      new ReadableStream({
        pull: (controller) => controller.enqueue(new TextEncoder().encode('as')),
        cancel: () => void (cancelled = true),
      }),
      { headers: { 'content-type': 'application/json' } },
    );
  const worker = start('https://a/', caches, { server });
  const asked = worker.send('fetch', weights('https://a/'));
  const reader = (await asked.answer)?.body?.getReader();
  expect((await reader?.read())?.value).toEqual(new TextEncoder().encode('as'));
  await reader?.cancel();
  await asked.settled();
  expect(cancelled).toBe(true);
  expect(kept(all, '1')).toEqual([]);
});

test('what was kept answers the next time', async () => {
  const { caches } = fakeCaches();
  const worker = start('https://a/', caches);
  const first = worker.send('fetch', weights('https://a/'));
  await first.text();
  await first.settled();
  await worker.send('fetch', weights('https://a/')).answer;
  expect(worker.asked).toHaveLength(1);
});

test('each language’s page is kept as its folder, and opens without a network', async () => {
  const { caches, all } = fakeCaches();
  const files = ['index.html', 'zh/index.html', 'a.js'];
  let isOnline = true;
  const server: Server = (path) => (isOnline ? honest(path) : Response.error());
  const worker = start('https://a/', caches, { files, server });
  await worker.send('install').settled();
  expect(kept(all, '1')).toEqual(['./', 'a.js', 'zh/']);
  isOnline = false;
  for (const path of ['', 'index.html', 'zh/', 'zh/index.html?a=1#b']) {
    const request = Object.assign(new FakeRequest(`https://a/${path}`), { mode: 'navigate' });
    const answered = worker.send('fetch', { request }).answer;
    expect(answered, path).toBeDefined();
  }
});

test('the browser’s own cache is asked whether its file is still the host’s', async () => {
  const worker = start('https://a/', fakeCaches().caches);
  await worker.send('install').settled();
  await worker.send('fetch', weights('https://a/')).answer;
  expect(worker.asked.map(({ cache }) => cache)).toEqual(['no-cache', 'no-cache', 'no-cache']);
});

test('a new version drops the caches of its own scope alone', async () => {
  const { caches, all } = fakeCaches();
  const scopes = ['https://a/', 'https://a/one/', 'https://a/one/two/'];
  for (const scope of scopes) await start(scope, caches).send('install').settled();
  const newer = start('https://a/one/', caches, { version: '2' });
  await newer.send('install').settled();
  await newer.send('activate').settled();
  expect([...all.keys()]).toEqual([
    'glassformer-page https://a/ 1',
    'glassformer-page https://a/one/two/ 1',
    'glassformer-page https://a/one/ 2',
  ]);
});

test('a new version takes over the models that did not change, and no others', async () => {
  const { caches, all } = fakeCaches();
  const models = ['assets/models/1/m/w', 'assets/models/2/n/w'];
  const old = start('https://a/', caches, { files: ['index.html', ...models] });
  await old.send('install').settled();
  for (const model of ['m', 'n']) await old.send('message', { data: { model } }).settled();
  const files = ['index.html', 'assets/models/1/m/w', 'assets/models/3/n/w'];
  const newer = start('https://a/', caches, { version: '2', files });
  await newer.send('install').settled();
  await newer.send('activate').settled();
  expect([...all.keys()]).toEqual(['glassformer-page https://a/ 2']);
  const kept = [...(all.get('glassformer-page https://a/ 2')?.keys() ?? [])];
  expect(kept.sort()).toEqual(['./', 'assets/models/1/m/w']);
  // What the page knows of another version is the server's to answer.
  const request = new FakeRequest('https://a/assets/models/2/n/w');
  expect(newer.send('fetch', { request }).answer).toBeUndefined();
});

/** What a host answers that has this file not yet, or a network that wants a login first. */
const without =
  (file: string): Server =>
  (path) =>
    path === file ? html() : honest(path);

const kept = (all: Map<string, Map<string, Response>>, version: string): string[] =>
  [...(all.get(`glassformer-page https://a/ ${version}`)?.keys() ?? [])].sort();

test.each([
  ['HTML', without('a.js')],
  ['another file', (path: string) => honest(path === 'a.js' ? 'b.js' : path)],
  [
    'an error',
    (path: string) => (path === 'a.js' ? new Response('', { status: 500 }) : honest(path)),
  ],
  ['another page', (path: string) => (path === './' ? answer('text/html', 'v2') : honest(path))],
])('a version one of whose files is %s is not taken', async (_, server) => {
  const { caches, all } = fakeCaches();
  await start('https://a/', caches).send('install').settled();
  const newer = start('https://a/', caches, { version: '2', server });
  await expect(newer.send('install').settled()).rejects.toThrow(/is not the file of this version/);
  expect([...all.keys()]).toEqual(['glassformer-page https://a/ 1']);
  expect(kept(all, '1')).toEqual(['./', 'a.js']);
});

test('what is redirected is not kept', async () => {
  const { caches, all } = fakeCaches();
  const server = (path: string): Response =>
    Object.defineProperty(honest(path), 'redirected', { value: true });
  const worker = start('https://a/', caches, { server });
  await expect(worker.send('install').settled()).rejects.toThrow();
  expect([...all.keys()]).toEqual([]);
});

test('a wrong answer to a model’s file is given once, and not kept', async () => {
  const { caches, all } = fakeCaches();
  let server = without(kWeights);
  const worker = start('https://a/', caches, { server: (path) => server(path) });
  await worker.send('install').settled();
  const meet = async (): Promise<string | undefined> => {
    const asked = worker.send('fetch', weights('https://a/'));
    const text = await asked.text();
    await asked.settled();
    await worker.send('message', { data: { model: 'm' } }).settled();
    return text;
  };
  expect(await meet()).toBe('<!doctype html>');
  expect(kept(all, '1')).toEqual(['./', 'a.js']);
  server = (path) => honest(path === kWeights ? 'cut short' : path);
  expect(await meet()).toBe('cut short');
  expect(kept(all, '1')).toEqual(['./', 'a.js']);
  server = honest;
  expect(await meet()).toBe(kWeights);
  expect(kept(all, '1')).toEqual(['./', 'a.js', kWeights]);
});

test('a wrong answer that the browser has kept itself is asked for without it', async () => {
  const { caches, all } = fakeCaches();
  let fresh = false;
  const server: Server = (path) => (fresh ? honest(path) : without('a.js')(path));
  const worker = start('https://a/', caches, { server: (path) => server(path) });
  const push = worker.asked.push.bind(worker.asked);
  worker.asked.push = (request) => {
    fresh = request.cache === 'reload';
    return push(request);
  };
  // The page itself is right in either case.
  await worker.send('install').settled();
  expect(kept(all, '1')).toEqual(['./', 'a.js']);
});

test('who has kept wrong answers has the right ones with the next version, and need not close the page', async () => {
  const { caches, all } = fakeCaches();
  const files = ['index.html', 'assets/a.js', kWeights];
  const old = await (caches.open('glassformer-page https://a/ 1') as Promise<{
    put: (path: string, response: Response) => Promise<void>;
  }>);
  for (const path of ['./', 'assets/a.js', kWeights]) await old.put(path, html());
  const newer = start('https://a/', caches, { version: '2', files });
  await newer.send('install').settled();
  expect(newer.waits.skipped).toBe(true);
  await newer.send('activate').settled();
  expect(kept(all, '2')).toEqual(['./', 'assets/a.js']);
  const script = new FakeRequest('https://a/assets/a.js');
  expect(await newer.send('fetch', { request: script }).text()).toBe('assets/a.js');
  expect(await newer.send('fetch', weights('https://a/')).text()).toBe(kWeights);
});

test('a version whose predecessor is right waits until that is closed', async () => {
  const { caches } = fakeCaches();
  await start('https://a/', caches).send('install').settled();
  const newer = start('https://a/', caches, { version: '2' });
  await newer.send('install').settled();
  expect(newer.waits.skipped).toBe(false);
});
