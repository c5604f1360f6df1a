// The page's service worker by itself, in a browser of a few lines: what it asks for, what it keeps, under which name.
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
  const all = new Map<string, Map<string, unknown>>();
  const put = { now: (_: unknown): Promise<void> => Promise.resolve() };
  const open = (name: string) => {
    const entries = all.get(name) ?? new Map<string, unknown>();
    all.set(name, entries);
    return Promise.resolve({
      match: (key: string | FakeRequest) =>
        Promise.resolve(entries.get(typeof key === 'string' ? key : key.url)),
      addAll: (requests: readonly FakeRequest[]) => {
        for (const request of requests) entries.set(request.url, request);
        return Promise.resolve();
      },
      put: async (request: string | FakeRequest, response: unknown) => {
        await put.now(response);
        entries.set(typeof request === 'string' ? request : request.url, response);
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

/** A worker in its scope, and how to send it an event: its answer, and the end of what it waits for. */
const kFiles = ['index.html', 'a.js', 'assets/models/1/m/w'];

function start(scope: string, caches: object, version = '1', files = kFiles) {
  const listeners = new Map<string, Listener>();
  const asked: FakeRequest[] = [];
  const page = { version, files };
  runInNewContext(source, {
    self: {
      __PAGE__: page,
      registration: { scope },
      clients: { claim: () => Promise.resolve() },
      addEventListener: (type: string, listener: Listener) => listeners.set(type, listener),
    },
    caches,
    Request: FakeRequest,
    fetch: (request: FakeRequest) => {
      asked.push(request);
      return Promise.resolve({ ok: true, text: 'fresh', clone: () => ({ text: 'fresh' }) });
    },
  });
  const send = (type: string, fields: object = {}) => {
    const waiting: Promise<unknown>[] = [];
    let answer: Promise<unknown> | undefined;
    listeners.get(type)?.({
      ...fields,
      waitUntil: (promise: Promise<unknown>) => void waiting.push(promise),
      respondWith: (promise: Promise<unknown>) => (answer = promise),
    });
    return { answer, settled: async () => void (await Promise.all(waiting)) };
  };
  return { asked, send };
}

const weights = (scope: string) => ({ request: new FakeRequest(`${scope}assets/models/1/m/w`) });

test('an answer does not wait until it is kept, nor fail with what cannot be kept', async () => {
  const { caches, put } = fakeCaches();
  const worker = start('https://a/', caches);
  put.now = () => new Promise(() => {});
  expect(await worker.send('fetch', weights('https://a/')).answer).toMatchObject({ text: 'fresh' });
  put.now = () => Promise.reject(new Error('QuotaExceededError'));
  const full = worker.send('fetch', weights('https://a/'));
  expect(await full.answer).toMatchObject({ text: 'fresh' });
  await full.settled();
});

test('an answer is given although the caches cannot be read', async () => {
  const broken = () => Promise.reject(new Error('broken'));
  const worker = start('https://a/', { open: broken, match: broken });
  expect(await worker.send('fetch', weights('https://a/')).answer).toMatchObject({ text: 'fresh' });
});

test('what was kept answers the next time', async () => {
  const { caches } = fakeCaches();
  const worker = start('https://a/', caches);
  const first = worker.send('fetch', weights('https://a/'));
  await first.answer;
  await first.settled();
  await worker.send('fetch', weights('https://a/')).answer;
  expect(worker.asked).toHaveLength(1);
});

test('what is kept is not taken from the browser’s own cache unasked', async () => {
  const { caches, all } = fakeCaches();
  const worker = start('https://a/', caches);
  await worker.send('install').settled();
  const kept = [...all.values()].flatMap((entries) => [...entries.values()]) as FakeRequest[];
  expect(kept.map(({ cache }) => cache)).toEqual(['no-cache', 'no-cache', 'no-cache']);
  await worker.send('fetch', weights('https://a/')).answer;
  expect(worker.asked.map(({ cache }) => cache)).toEqual(['no-cache']);
});

test('a new version drops the caches of its own scope alone', async () => {
  const { caches, all } = fakeCaches();
  const scopes = ['https://a/', 'https://a/one/', 'https://a/one/two/'];
  for (const scope of scopes) await start(scope, caches, '1').send('install').settled();
  const newer = start('https://a/one/', caches, '2');
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
  const old = start('https://a/', caches, '1', ['index.html', ...models]);
  await old.send('install').settled();
  for (const model of ['m', 'n']) await old.send('message', { data: { model } }).settled();
  const files = ['index.html', 'assets/models/1/m/w', 'assets/models/3/n/w'];
  const newer = start('https://a/', caches, '2', files);
  await newer.send('install').settled();
  await newer.send('activate').settled();
  expect([...all.keys()]).toEqual(['glassformer-page https://a/ 2']);
  const kept = [...(all.get('glassformer-page https://a/ 2')?.keys() ?? [])];
  expect(kept.sort()).toEqual(['./', 'assets/models/1/m/w', 'index.html']);
  // What the page knows of another version is the server's to answer.
  const request = new FakeRequest('https://a/assets/models/2/n/w');
  expect(newer.send('fetch', { request }).answer).toBeUndefined();
});
