// The page's service worker: keeps what the page is made of, so that it opens again without a network. The build puts
// in what there is (the SHA-256 of each file, by its path), and a version that changes with any of it or of this script.
// Nothing is put into a cache but what has the hash of its file: hosts answer 200 with their own HTML for a file that is
// not there yet, and a network's login page answers so for every file. What is in a cache can therefore be answered with.
// Keeping is never waited for by the page, so that a full disk, or a slow one, takes nothing from it.
const { version, hashes } = self.__PAGE__;
const files = Object.keys(hashes);
/** The page in each of its languages, by folders: their files. */
const kPageFile = 'index.html';
const isPage = (file) => file === kPageFile || file.endsWith(`/${kPageFile}`);
const folderOf = (file) => file.slice(0, -kPageFile.length) || './';
const pages = new Map(files.filter(isPage).map((file) => [folderOf(file), file]));
// Caches belong to the origin, on which there may be other copies of the page, each with its own scope.
const kPrefix = `glassformer-page ${self.registration.scope} `;
const cacheName = kPrefix + version;

/** The model of `assets/models/<version>/<model>/<file>`. */
const modelOf = (file) => /^assets\/models\/[^/]+\/([^/]+)\//.exec(file)?.[1];
const pathOf = (url) => url.slice(self.registration.scope.length).replace(/[?#].*$/, '');

/** The modules that can train, which are for those who do. */
const trains = (file) => /-training[^/]*\.wasm$/.test(file);
/** The script of pages that a reader saves. */
const saves = (file) => /\/one-file[^/]*\.js$/.test(file);

// Everything but what is large and not for every reader: of that, what the reader has met. A page is kept as its
// folder, because there are hosts that redirect from the file.
const isOnlyKeptWhenMet = (file) => modelOf(file) !== undefined || trains(file) || saves(file);
const inShell = (file) => !isPage(file) && !isOnlyKeptWhenMet(file);
const shell = [...pages.keys(), ...files.filter(inShell)];

/** Whether an answer may be what was asked for, by what is known before its body has arrived. */
function looksRight(path, response) {
  const isHtml = /html/i.test(response.headers.get('content-type') ?? '');
  return response.ok && !response.redirected && isHtml === pages.has(path);
}

/** Whether an answer is the file of this version, byte by byte. Reads a copy: the answer can still be used. */
async function isRight(path, response) {
  if (!looksRight(path, response)) return false;
  const body = await response.clone().arrayBuffer();
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', body));
  const hex = [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex === hashes[pages.get(path) ?? path];
}

/**
 * An answer of the network that passes `check`, else the last one. The browser's own cache may hold files of an earlier
 * version as fresh: the server is asked whether they still are. A server that compares dates may say so of a wrong
 * answer, too, because that came after the file was written: then the file is asked for as if there were no such cache.
 */
async function askFor(request, check) {
  const response = await fetch(new Request(request, { cache: 'no-cache' }));
  if (await check(response)) return response;
  return fetch(new Request(request, { cache: 'reload' }));
}

/**
 * What is kept is the file, whatever was asked with: its bytes have the file's hash. `Vary`, which hosts send with
 * everything, would hide it from another request, and `Vary: *` may not be kept at all.
 */
function withoutVary({ body, status, statusText, headers }) {
  const others = new Headers(headers);
  others.delete('vary');
  return new Response(body, { status, statusText, headers: others });
}

/** Answers on their way into the cache: their path, and a promise of their end. */
const storing = new Set();

async function keep(paths) {
  const cache = await caches.open(cacheName);
  const coming = [...storing].filter(({ path }) => paths.includes(path));
  await Promise.all(coming.map(({ stored }) => stored));
  const keepOne = async (path) => {
    if (await cache.match(path)) return;
    const check = (response) => isRight(path, response);
    const response = await askFor(path, check);
    if (!(await check(response))) throw new Error(`${path} is not the file of this version`);
    await cache.put(path, withoutVary(response));
  };
  await Promise.all(paths.map(keepOne));
}

async function otherVersions() {
  const names = await caches.keys();
  return names.filter((name) => name.startsWith(kPrefix) && name !== cacheName);
}

/**
 * Files in assets/ have their version in the name: what another version of the page has kept need not come again.
 * Returns whether any of it was wrong: earlier workers kept whatever was answered.
 */
async function takeOver(paths) {
  const cache = await caches.open(cacheName);
  let wasWrong = false;
  for (const name of await otherVersions()) {
    const other = await caches.open(name);
    for (const path of paths.filter((file) => file.startsWith('assets/'))) {
      const kept = await other.match(path);
      if (kept === undefined) continue;
      if (await isRight(path, kept)) await cache.put(path, withoutVary(kept));
      else wasWrong = true;
    }
  }
  return wasWrong;
}

/**
 * The page itself has precedence: models may be too much for the disk as long as the other version is there, too. The
 * worker of the other version answers until all its tabs are closed, except where its answers are wrong.
 */
async function install() {
  const none = () => false;
  let wasWrong = false;
  try {
    wasWrong = await takeOver(shell).catch(none);
    await keep(shell);
  } catch (error) {
    await caches.delete(cacheName);
    throw error;
  }
  const others = await takeOver(files.filter(isOnlyKeptWhenMet)).catch(none);
  if (wasWrong || others) await self.skipWaiting();
}

async function dropOthers() {
  await Promise.all((await otherVersions()).map((name) => caches.delete(name)));
  await self.clients.claim();
}

/** How long a reader waits for a network that is there and does not answer, where the page is kept. */
const kPatienceMs = 6000;

/**
 * The newest page there is, in the language of its folder; the one that was kept without a network, where it does not
 * answer, and where the host has only an error of its own to show.
 */
async function openPage(request, page) {
  const keptPage = () => caches.match(page, { cacheName }).catch(() => undefined);
  const asked = fetch(request);
  const late = new Promise((resolve) => setTimeout(resolve, kPatienceMs));
  try {
    const answer = await Promise.race([asked, late]);
    if (answer !== undefined && answer.status < 500) return answer;
    return (await keptPage()) ?? (await asked);
  } catch (error) {
    const kept = await keptPage();
    if (kept === undefined) throw error;
    return kept;
  }
}

/** Where a reader or the browser has emptied the cache, the worker is still there: it is filled again. */
async function restore(page) {
  if (await caches.match(page, { cacheName })) return;
  await keep(shell);
}

/**
 * The answer as it arrives, of which a copy is kept when it has come; without it, where there is no room or it is not
 * the file. To cancel it ends the download, which a clone would continue.
 */
function passOn(event, path, response) {
  const { status, statusText, headers } = response;
  const options = { status, statusText, headers };
  const reader = response.body.getReader();
  const chunks = [];
  const put = async () => {
    const whole = new Response(new Blob(chunks), options);
    if (!(await isRight(path, whole))) return;
    await (await caches.open(cacheName)).put(path, withoutVary(whole));
  };
  let body;
  const come = new Promise((resolve, reject) => {
    body = new ReadableStream({
      async pull(controller) {
        const { done, value } = await reader.read().catch((error) => {
          reject(error);
          throw error;
        });
        if (done) {
          controller.close();
          resolve();
          return;
        }
        chunks.push(value);
        controller.enqueue(value);
      },
      cancel(reason) {
        reject(reason);
        return reader.cancel(reason);
      },
    });
  });
  const stored = come
    .then(put)
    .catch(() => {})
    .finally(() => storing.delete(entry));
  const entry = { path, stored };
  storing.add(entry);
  event.waitUntil(stored);
  return new Response(body, options);
}

/** What was kept; else what the network has, which is kept. */
async function find(event, path) {
  // Under its path: a query makes no other file of it.
  const kept = await caches.match(path, { cacheName }).catch(() => undefined);
  if (kept !== undefined) return kept;
  const check = (response) => looksRight(path, response);
  const response = await askFor(event.request, check);
  return check(response) && response.body ? passOn(event, path, response) : response;
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
  const page = isPage(path) ? folderOf(path) : path || './';
  const isNavigation = request.mode === 'navigate';
  if (pages.has(page) && isNavigation) {
    event.respondWith(openPage(request, page));
    event.waitUntil(restore(page).catch(() => {}));
  } else if (!pages.has(page) && Object.hasOwn(hashes, path)) event.respondWith(find(event, path));
});
