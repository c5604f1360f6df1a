// A small static file server with the right media types. It never leaves its folder, not through a
// symbolic link either, and no request ends it.
import { createReadStream, realpathSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join, sep } from 'node:path';
import { pipeline } from 'node:stream';

const mediaTypes = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.md': 'text/markdown; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.wasm': 'application/wasm',
};

/** The file that a URL's path means inside `folder`, a real path; null where there is none. */
function findFile({ folder, prefix }, url) {
  try {
    const path = decodeURIComponent(new URL(url, 'http://localhost').pathname);
    if (!path.startsWith(prefix)) return null;
    const named = join(folder, path.slice(prefix.length), path.endsWith('/') ? 'index.html' : '');
    const file = realpathSync(named);
    const stats = statSync(file);
    return file.startsWith(join(folder, sep)) && stats.isFile() ? { file, stats } : null;
  } catch {
    // No URL, or nothing that can be read: a broken escape, a zero byte, a name too long, no such file.
    return null;
  }
}

function answer(folders, request, response) {
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    response.writeHead(405, { Allow: 'GET, HEAD' }).end();
    return;
  }
  const [path, query] = request.url.split(/(?=\?)/);
  if (folders.some(({ prefix }) => prefix === `${path}/`)) {
    response.writeHead(301, { Location: `${path}/${query ?? ''}` }).end();
    return;
  }
  for (const folder of folders) {
    const found = findFile(folder, request.url);
    if (found) return send(found, folder.headers, request, response);
  }
  // A folder without its slash: what is in it would be looked for beside it.
  const mayBeFolder = /^\/(?!\/).*[^/]$/.test(path);
  if (mayBeFolder && folders.some((folder) => findFile(folder, `${path}/`))) {
    response.writeHead(301, { Location: `${path}/${query ?? ''}` }).end();
    return;
  }
  response.writeHead(404, { 'Content-Type': 'text/plain; charset=utf-8' }).end('not found\n');
}

function send(found, headers, request, response) {
  response.writeHead(200, {
    'Content-Type': mediaTypes[extname(found.file)] ?? 'application/octet-stream',
    'Content-Length': found.stats.size,
    'Cache-Control': 'no-cache',
    'X-Content-Type-Options': 'nosniff',
    ...headers,
  });
  if (request.method === 'HEAD') response.end();
  else pipeline(createReadStream(found.file), response, () => {}); // a failure closes both
}

/**
 * What answers requests with the files of folders, each under its `prefix` and with its `headers` besides those of every
 * file. A file is looked for in one folder after the other.
 */
export function answering(folders) {
  const real = folders.map(({ folder, prefix = '/', headers = {} }) => ({
    folder: realpathSync(folder),
    prefix,
    headers,
  }));
  return (request, response) => answer(real, request, response);
}

/** Serves folders on this machine only, until it is closed; resolves once it listens. */
export function serveFolders(folders, { port = 0 } = {}) {
  const server = createServer(answering(folders));
  return new Promise((done, fail) => {
    server.on('error', fail);
    server.listen(port, '127.0.0.1', () =>
      done({
        address: `http://localhost:${server.address().port}${folders[0].prefix ?? '/'}`,
        close: () => server.close().closeAllConnections(),
      }),
    );
  });
}

/** Serves one folder. */
export function serve(folder, { port, prefix, headers } = {}) {
  return serveFolders([{ folder, prefix, headers }], { port });
}
