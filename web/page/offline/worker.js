// The page's service worker: keeps what the page is made of, so that it opens again without a network. The build puts
// in what there is, and a version that changes with any of it; with another version everything is asked for anew.
// Keeping is never waited for by the page, so that a full disk, or a slow one, takes nothing from it.
const { version, files } = self.__PAGE__;
// Caches belong to the origin, on which there may be other copies of the page, each with its own scope.
const kPrefix = `glassformer-page ${self.registration.scope} `;
const cacheName = kPrefix + version;

/** The model of `assets/models/<version>/<model>/<file>`. */
const modelOf = (file) => /^assets\/models\/[^/]+\/([^/]+)\//.exec(file)?.[1];
const pathOf = (url) => url.slice(self.registration.scope.length).replace(/[?#].*$/, '');

/** The modules that can train, which are for those who do. */
const trains = (file) => /-training[^/]*\.wasm$/.test(file);

// Everything but what is large and not for every reader: of that, what the reader has met.
const isOnlyKeptWhenMet = (file) => modelOf(file) !== undefined || trains(file);
const shell = ['./', ...files.filter((file) => !isOnlyKeptWhenMet(file))];

// The browser's own cache may hold files of an earlier version as fresh: the server is asked whether they still are.
const current = (request) => new Request(request, { cache: 'no-cache' });

/** Answers on their way into the cache. */
const storing = new Set();

async function keep(paths) {
  const cache = await caches.open(cacheName);
  await Promise.all(storing);
  const missing = [];
  for (const path of paths) if (!(await cache.match(path))) missing.push(path);
  await cache.addAll(missing.map(current));
}

async function otherVersions() {
  const names = await caches.keys();
  return names.filter((name) => name.startsWith(kPrefix) && name !== cacheName);
}

/** Files in assets/ have their version in the name: what another version of the page has kept need not come again. */
async function takeOver(paths) {
  const cache = await caches.open(cacheName);
  for (const name of await otherVersions()) {
    const other = await caches.open(name);
    for (const path of paths.filter((file) => file.startsWith('assets/'))) {
      const kept = await other.match(path);
      if (kept !== undefined) await cache.put(path, kept);
    }
  }
}

/** The page itself has precedence: models may be too much for the disk as long as the other version is there, too. */
async function install() {
  try {
    await takeOver(shell).catch(() => {});
    await keep(shell);
  } catch (error) {
    await caches.delete(cacheName);
    throw error;
  }
  await takeOver(files.filter(isOnlyKeptWhenMet)).catch(() => {});
}

async function dropOthers() {
  await Promise.all((await otherVersions()).map((name) => caches.delete(name)));
  await self.clients.claim();
}

/** The newest page there is; without a network the one that was kept. */
async function openPage(request) {
  try {
    return await fetch(request);
  } catch (error) {
    const kept = await caches.match('./', { cacheName });
    if (kept === undefined) throw error;
    return kept;
  }
}

/** Keeps a copy of what arrives, while it arrives; without it, where there is no room. */
function store(event, response) {
  const copy = response.clone();
  const stored = caches
    .open(cacheName)
    .then((cache) => cache.put(event.request, copy))
    .catch(() => {})
    .finally(() => storing.delete(stored));
  storing.add(stored);
  event.waitUntil(stored);
}

/** What was kept; else what the network has, which is kept. */
async function find(event) {
  const kept = await caches.match(event.request, { cacheName }).catch(() => undefined);
  if (kept !== undefined) return kept;
  const response = await fetch(current(event.request));
  if (response.ok) store(event, response);
  return response;
}

self.addEventListener('install', (event) => event.waitUntil(install()));
self.addEventListener('activate', (event) => event.waitUntil(dropOthers()));
self.addEventListener('message', (event) => {
  const { model, training } = event.data;
  const isMet = (file) => (training ? trains(file) : modelOf(file) === model);
  // A model that cannot be kept now is kept when it is next met.
  event.waitUntil(keep(files.filter(isMet)).catch(() => {}));
});
self.addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.method !== 'GET' || !request.url.startsWith(self.registration.scope)) return;
  const path = pathOf(request.url);
  const isPage = path === '' || path === 'index.html';
  if (isPage && request.mode === 'navigate') event.respondWith(openPage(request));
  else if (files.includes(path)) event.respondWith(find(event));
});
