// The page's service worker: keeps what the page is made of, so that it opens again without a network. The build puts
// in what there is, and a version that changes with any of it; with another version everything is fetched anew.
const { version, files } = self.__PAGE__;
const kPrefix = 'glassformer-page ';
const cacheName = kPrefix + version;

const isModel = (file) => file.startsWith('assets/models/');
const pathOf = (url) => url.slice(self.registration.scope.length).replace(/[?#].*$/, '');

// Everything but the models, which are large: of these, what the reader has met.
const shell = ['./', ...files.filter((file) => !isModel(file))];

async function keep(paths) {
  const cache = await caches.open(cacheName);
  const missing = [];
  for (const path of paths) if (!(await cache.match(path))) missing.push(path);
  await cache.addAll(missing);
}

async function dropOthers() {
  const names = await caches.keys();
  const others = names.filter((name) => name.startsWith(kPrefix) && name !== cacheName);
  await Promise.all(others.map((name) => caches.delete(name)));
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

/** What was kept; else what the network has, which is kept. */
async function find(request) {
  const cache = await caches.open(cacheName);
  const kept = await cache.match(request);
  if (kept !== undefined) return kept;
  const response = await fetch(request);
  if (response.ok) await cache.put(request, response.clone());
  return response;
}

self.addEventListener('install', (event) => event.waitUntil(keep(shell)));
self.addEventListener('activate', (event) => event.waitUntil(dropOthers()));
self.addEventListener('message', (event) => {
  const folder = `assets/models/${event.data.model}/`;
  // A model that cannot be kept now is kept when it is next met.
  event.waitUntil(keep(files.filter((file) => file.startsWith(folder))).catch(() => {}));
});
self.addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.method !== 'GET' || !request.url.startsWith(self.registration.scope)) return;
  const path = pathOf(request.url);
  const isPage = path === '' || path === 'index.html';
  if (isPage && request.mode === 'navigate') event.respondWith(openPage(request));
  else if (files.includes(path)) event.respondWith(find(request));
});
