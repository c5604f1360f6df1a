// The development server: what it gives, and that no request ends it or leads out of its folder.
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';

const script = fileURLToPath(new URL('../../../tools/serve.mjs', import.meta.url));
const temporary = mkdtempSync(join(tmpdir(), 'glassformer-server-'));
const folder = join(temporary, 'a b #%é');

let server: ChildProcess;
let port: number;

beforeAll(async () => {
  mkdirSync(join(folder, 'inside'), { recursive: true });
  writeFileSync(join(temporary, 'secret.txt'), 'secret');
  writeFileSync(join(folder, 'index.html'), '<!doctype html>');
  writeFileSync(join(folder, 'inside/index.html'), 'inside');
  writeFileSync(join(folder, '中文 #%.js'), 'export {}');
  mkdirSync(join(temporary, 'a b #%é beside'));
  writeFileSync(join(temporary, 'a b #%é beside/secret.txt'), 'secret');
  symlinkSync('inside', join(folder, 'link'));
  symlinkSync('../secret.txt', join(folder, 'file-out.txt'));
  symlinkSync('..', join(folder, 'folder-out'));
  symlinkSync('../a b #%é beside', join(folder, 'beside'));
  symlinkSync('loop', join(folder, 'loop'));
  symlinkSync('nowhere', join(folder, 'dangling'));

  server = spawn(process.execPath, [script, folder, '--prefix', 'at'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  port = await new Promise((done, fail) => {
    server.on('exit', () => fail(new Error('the server ended')));
    server.stdout!.setEncoding('utf8').on('data', (text: string) => {
      const found = text.match(/localhost:(\d+)\/at\//)?.[1];
      if (found !== undefined) done(Number(found));
    });
  });
});
afterAll(() => {
  server.kill();
  rmSync(temporary, { recursive: true });
});

interface Answer {
  status: number;
  type: string;
  text: string;
  location?: string;
}

/** The answer to a path, which is sent as it stands. */
const ask = (path: string, method = 'GET') =>
  new Promise<Answer>((done, fail) => {
    request({ port, host: '127.0.0.1', path, method, agent: false }, (response) => {
      let text = '';
      response
        .setEncoding('utf8')
        .on('data', (part: string) => (text += part))
        .on('end', () => {
          const { statusCode, headers } = response;
          const { location } = headers;
          const type = String(headers['content-type']);
          done({ status: statusCode ?? 0, type, text, ...(location && { location }) });
        });
    })
      .on('error', fail)
      .end();
  });

const lives = async () => expect((await ask('/at/')).text).toBe('<!doctype html>');

test.each([
  ['/at/', 'text/html; charset=utf-8', '<!doctype html>'],
  ['/at/index.html?v=1', 'text/html; charset=utf-8', '<!doctype html>'],
  ['/at/inside/', 'text/html; charset=utf-8', 'inside'],
  ['/at/link/', 'text/html; charset=utf-8', 'inside'],
  ['/at/%E4%B8%AD%E6%96%87%20%23%25.js', 'text/javascript; charset=utf-8', 'export {}'],
])('gives %s', async (path, type, text) => {
  expect(await ask(path)).toEqual({ status: 200, type, text });
  expect(await ask(path, 'HEAD')).toEqual({ status: 200, type, text: '' });
});

test('leads to a folder that is asked for without its slash', async () => {
  const { status, location } = await ask('/at/inside?v=1');
  expect([status, location]).toEqual([301, '/at/inside/?v=1']);
  for (const path of ['/at/index.html', '//at/inside', 'http://other/at/inside'])
    expect((await ask(path)).location).toBeUndefined();
});

const long = 'a'.repeat(300);
test.each([
  [`/at/${long}`],
  [`/at/${'a/'.repeat(4000)}`],
  [`/at/index.html/${long}`],
  ['/at/%'],
  ['/at/%zz'],
  ['/at/%ff%fe'],
  ['/at/%00'],
  ['/at/index.html%00.txt'],
  ['/at/index.html/'],
  ['/at/missing'],
  ['/at/loop'],
  ['/at/loop/'],
  ['/at/dangling'],
  ['//'],
  ['//['],
  ['/other/'],
  ['*'],
  ['http://['],
  ['/at/../secret.txt'],
  ['/at/%2e%2e/secret.txt'],
  ['/at/..%2fsecret.txt'],
  ['/at/inside/..%2f..%2fsecret.txt'],
  ['/at/..%2fa%20b%20%23%25%C3%A9%20beside/secret.txt'],
  ['/at/..%5csecret.txt'],
  ['/at/file-out.txt'],
  ['/at/folder-out/secret.txt'],
  ['/at/beside/secret.txt'],
])('finds nothing at %s and lives on', async (path) => {
  expect(await ask(path)).toMatchObject({ status: 404, text: 'not found\n' });
  await lives();
});

test('the folder’s address without its last slash leads to it, its query included', async () => {
  for (const [path, location] of [
    ['/at', '/at/'],
    ['/at?a=1', '/at/?a=1'],
  ] as const) {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, { redirect: 'manual' });
    expect([response.status, response.headers.get('location')]).toEqual([301, location]);
  }
});

test.each([
  [['nowhere'], /^nowhere is not a folder: name the one to serve\.\n$/],
  [['.', '--port', 'abc'], /^--port is 'abc': it may be 0 \(any that is free\) to 65535\.\n$/],
  [['.', '--port', '65536'], /^--port is '65536': .*\n$/],
  [['.', '--port', ''], /^--port is '': .*\n$/],
  [['.', '--nope'], /^Unknown option '--nope': node tools\/serve\.mjs FOLDER .*\n$/],
])('%j is refused in one sentence', (args, sentence) => {
  const { status, stderr } = spawnSync(process.execPath, [script, ...args], {
    encoding: 'utf8',
    timeout: 20_000,
  });
  expect(status).toBe(1);
  expect(stderr).toMatch(sentence);
});

test('a port that is taken is refused in one sentence', () => {
  const args = [script, folder, '--port', String(port)];
  const { status, stderr } = spawnSync(process.execPath, args, {
    encoding: 'utf8',
    timeout: 20_000,
  });
  expect(status).toBe(1);
  expect(stderr).toBe(`port ${port} cannot be used (EADDRINUSE): name another with --port.\n`);
});

test('takes GET and HEAD only, and lives on', async () => {
  for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH'])
    expect((await ask('/at/', method)).status).toBe(405);
  await lives();
});

test('lives on after what is no request, and after a client that leaves', async () => {
  for (const text of [
    'nonsense\r\n\r\n',
    'GET\0/ HTTP/1.1\r\n\r\n',
    'CONNECT a:1 HTTP/1.1\r\n\r\n',
  ])
    await new Promise<void>((done) => {
      const socket = connect(port, '127.0.0.1', () => socket.end(text));
      socket
        .resume()
        .on('error', () => done())
        .on('close', () => done());
    });
  await new Promise<void>((done) => {
    const socket = connect(port, '127.0.0.1', () =>
      socket.write('GET /at/ HTTP/1.1\r\nHost: a\r\n\r\n', () => socket.destroy()),
    );
    socket.on('close', () => done());
  });
  await lives();
});
