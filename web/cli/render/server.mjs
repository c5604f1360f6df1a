/** What the browser that draws is served: one page of nothing but our tags, the package, and the models that they name. */
import { randomBytes } from 'node:crypto';
import { createReadStream, realpathSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join, sep } from 'node:path';
import { pipeline } from 'node:stream';
import { dist } from '../folders.mjs';
import { modelFiles } from '../model-files.mjs';
import { drawPost } from './draw.mjs';

const kTypes = {
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.wasm': 'application/wasm',
};
/** Nothing of another origin, and no script but ours: an attribute of the post can neither run nor ask for anything. */
const kPolicy =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; worker-src 'self'; img-src data:";
const kPage =
  '<!doctype html><meta charset="utf-8"><title>Glassformer</title><link rel="icon" href="data:,"><main></main><script type="module" src="draw.js"></script>';
/** A picture of pixels is some hundred kilobytes. */
const kMaxBytes = 64 * 2 ** 20;

/**
 * Serves on this machine only, under a path that nobody can guess.
 *
 * @param plan what `drawPost` draws
 * @param models folders, by the number in their address
 * @param heard is told what the page says, message by message
 */
export function serveFigures({ plan, models, heard }) {
  const secret = `/${randomBytes(16).toString('hex')}/`;
  const texts = {
    '': [kPage, 'text/html; charset=utf-8'],
    'draw.js': [`(${drawPost})();`, kTypes['.js']],
    'plan.json': [JSON.stringify(plan), kTypes['.json']],
  };
  const server = createServer((request, response) => {
    const { host } = request.headers;
    const [path] = request.url.split('?');
    // Another name for this machine would be another site's, whose page asks in its own name.
    const isOurs = host === `127.0.0.1:${server.address().port}` && path.startsWith(secret);
    if (!isOurs) return refuse(response);
    const asked = path.slice(secret.length);
    if (request.method === 'POST' && asked === 'said') return listen(request, response, heard);
    if (request.method !== 'GET') return refuse(response);
    const headers = { 'Content-Security-Policy': kPolicy, 'X-Content-Type-Options': 'nosniff' };
    if (Object.hasOwn(texts, asked)) {
      const [text, type] = texts[asked];
      return response.writeHead(200, { ...headers, 'Content-Type': type }).end(text);
    }
    const file = fileAt(asked, models);
    if (file === null) return refuse(response);
    const type = kTypes[extname(file)] ?? 'application/octet-stream';
    const { size } = statSync(file);
    response.writeHead(200, { ...headers, 'Content-Type': type, 'Content-Length': size });
    pipeline(createReadStream(file), response, () => {}); // a failure closes both
  });
  return new Promise((done, fail) => {
    server.on('error', fail);
    server.listen(0, '127.0.0.1', () =>
      done({
        address: `http://127.0.0.1:${server.address().port}${secret}`,
        close: () => server.close().closeAllConnections(),
      }),
    );
  });
}

const refuse = (response) => response.writeHead(404).end();

/** A file of the package, or one that loading reads of a model's folder. */
function fileAt(asked, models) {
  try {
    const [kind, ...rest] = decodeURIComponent(asked).split('/');
    if (kind === 'package') return fileIn(dist, join(...rest));
    const [number, , name] = rest;
    const folder = kind === 'models' && rest.length === 3 ? models[number] : undefined;
    if (folder === undefined || !modelFiles.includes(name)) return null;
    const file = join(folder, name);
    return statSync(file).isFile() ? file : null;
  } catch {
    return null;
  }
}

function fileIn(folder, path) {
  const file = realpathSync(join(folder, path));
  return file.startsWith(join(realpathSync(folder), sep)) && statSync(file).isFile() ? file : null;
}

function listen(request, response, heard) {
  const parts = [];
  let length = 0;
  request.on('data', (part) => {
    length += part.length;
    if (length > kMaxBytes) request.destroy();
    else parts.push(part);
  });
  request.on('end', () => {
    response.writeHead(204).end();
    heard(JSON.parse(Buffer.concat(parts).toString()));
  });
}
