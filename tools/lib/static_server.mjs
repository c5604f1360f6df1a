// A small static file server with the right media types. It never leaves its folder.
import { createReadStream, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join, normalize, sep } from 'node:path';

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

/** The file that a URL's path means inside `folder`, or null. */
function findFile(folder, prefix, url) {
  let path;
  try {
    path = decodeURIComponent(new URL(url, 'http://localhost').pathname);
  } catch {
    return null;
  }
  if (!path.startsWith(prefix) || path.includes('\0')) return null;
  const file = normalize(join(folder, path.slice(prefix.length)));
  if (file !== normalize(folder) && !file.startsWith(normalize(folder + sep))) return null;
  const stats = statSync(file, { throwIfNoEntry: false });
  if (!stats?.isDirectory()) return stats ? { file, stats } : null;
  const index = join(file, 'index.html');
  const indexStats = path.endsWith('/') && statSync(index, { throwIfNoEntry: false });
  return indexStats ? { file: index, stats: indexStats } : null;
}

function answer(folder, prefix, request, response) {
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    response.writeHead(405, { Allow: 'GET, HEAD' }).end();
    return;
  }
  const found = findFile(folder, prefix, request.url);
  if (!found) {
    response.writeHead(404, { 'Content-Type': 'text/plain; charset=utf-8' }).end('not found\n');
    return;
  }
  response.writeHead(200, {
    'Content-Type': mediaTypes[extname(found.file)] ?? 'application/octet-stream',
    'Content-Length': found.stats.size,
    'Cache-Control': 'no-cache',
    'X-Content-Type-Options': 'nosniff',
  });
  if (request.method === 'HEAD') response.end();
  else
    createReadStream(found.file)
      .on('error', () => response.destroy())
      .pipe(response);
}

/** Serves `folder` under `prefix` on this machine only, until it is closed; resolves once it listens. */
export function serve(folder, { port = 0, prefix = '/' } = {}) {
  const server = createServer((request, response) => answer(folder, prefix, request, response));
  return new Promise((done, fail) => {
    server.on('error', fail);
    server.listen(port, '127.0.0.1', () =>
      done({
        address: `http://localhost:${server.address().port}${prefix}`,
        close: () => server.close().closeAllConnections(),
      }),
    );
  });
}
