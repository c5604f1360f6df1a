import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import { createEngine, loadModel, type LoadProgress } from 'glassformer';
import { afterEach, describe, expect, onTestFinished, test } from 'vitest';
import {
  aabFile,
  aabFiles,
  aabFolder,
  byteLevel,
  encoderDecoderFiles,
  refusal,
  serve,
  serveAab,
  syntheticFiles,
} from './helpers.ts';
import { readTensors, writeTensors } from '../../../tools/lib/safetensors.mjs';

const engine = createEngine();

afterEach(async () => {
  expect((await engine.info()).openHandles).toBe(0); // whatever failed holds nothing
});

async function loads(source: Parameters<typeof loadModel>[0]) {
  const model = await loadModel(source, { engine });
  const { text } = await model.generate('aab', { max_new_tokens: 3 }).result();
  await model.close();
  expect(text).toBe('aab');
}

describe('a model is loaded', () => {
  test('by the name of a shipped one', () => loads('aab'));
  test('from a folder of the file system', () => loads(aabFolder));
  test('from a path seen from the working folder', () => loads('./models/aab'));
  test('from a path with signs that have a meaning in addresses, and from its address', async () => {
    const parent = mkdtempSync(join(tmpdir(), 'glassformer-'));
    onTestFinished(() => rmSync(parent, { recursive: true }));
    const folder = join(parent, 'a #1? 100% %20 é');
    cpSync(aabFolder, folder, { recursive: true });
    await loads(folder);
    await loads(relative(process.cwd(), folder));
    await loads(pathToFileURL(folder));
    await loads(pathToFileURL(folder).href);
  });
  test('from a folder whose address has a query, which each file gets', async () => {
    const asked: string[] = [];
    const url = await serve((path, response) => {
      asked.push(path);
      response.end(aabFile(new URL(path, 'http://localhost').pathname.slice(1)));
    });
    await loads(`${url}?version=2&key=a%20b`);
    expect(asked.sort()).toEqual(
      ['config.json', 'model.safetensors', 'vocab.json'].map(
        (file) => `/${file}?version=2&key=a%20b`,
      ),
    );
  });
  test('from a config with a byte order mark, in memory and served', async () => {
    const config = `\uFEFF${aabFile('config.json').toString()}`;
    await loads(aabFiles({ config }));
    await loads(await serveAab({ 'config.json': (_, response) => response.end(config) }));
  });
  test('from files in memory', () => loads(aabFiles()));
  test('from files whose weights are an ArrayBuffer or a Blob', async () => {
    const bytes = new Uint8Array(aabFile('model.safetensors'));
    await loads(aabFiles({ weights: bytes.buffer }));
    await loads(aabFiles({ weights: new Blob([bytes]) }));
  });
  test('from a server', async () => loads(await serveAab()));
  test('from a folder given without its slash', async () => {
    await loads(
      `${await serve((path, response) => response.end(aabFile(path.replace('/my/model/', ''))))}my/model`,
    );
  });
  test('from a server that tells no length and sends a few bytes at a time', async () => {
    const bytes = aabFile('model.safetensors');
    const drip = await serveAab({
      'model.safetensors': (_, response) => {
        for (let i = 0; i < bytes.length; i += 7) response.write(bytes.subarray(i, i + 7));
        response.end();
      },
    });
    await loads(drip);
  });
  test('from a server that compresses', async () => {
    const zip = (path: string) => gzipSync(aabFile(path.slice(1)));
    const compressing = await serve((path, response) => {
      if (path === '/source_vocab.json') return response.writeHead(404).end();
      const body = zip(path);
      return response
        .writeHead(200, { 'content-encoding': 'gzip', 'content-length': body.length })
        .end(body);
    });
    await loads(compressing);
  });
});

test('a vocabulary without a merge may come with an empty merges.txt; a file that lists nothing else may not be empty', async () => {
  const { config, weights, vocabJson } = { ...syntheticFiles(16, 256), ...byteLevel() };
  const files: Record<string, string | Uint8Array> = {
    '/config.json': JSON.stringify(config),
    '/model.safetensors': weights as Uint8Array,
    '/vocab.json': vocabJson as string,
    '/merges.txt': '',
  };
  const url = await serve((path, response) =>
    path in files ? response.end(files[path]) : response.writeHead(404).end(),
  );
  const model = await loadModel(url, { engine });
  expect(await model.tokenizer.encode('ab')).toHaveLength(2);
  await model.close();
  files['/vocab.json'] = '';
  expect((await refusal(loadModel(url, { engine }))).message).toBe(`${url}vocab.json is empty`);
});

test('the shipped models are those in models/, with all files that a page reads', async () => {
  const folder = new URL('../../../models/', import.meta.url);
  const source = readFileSync(new URL('../web/src/client/assets.ts', folder), 'utf8');
  const listed = [...source.matchAll(/new URL\('\.\/models\/(.+?)', import\.meta\.url\)/g)];
  const unread = /^(README\.md|credits\.md|recipe\.json|log\.tsv)$/;
  const there = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .flatMap(({ name }) =>
      readdirSync(new URL(`${name}/`, folder))
        .filter((file) => !unread.test(file))
        .map((file) => `${name}/${file}`),
    );
  expect(listed.map(([, path]) => path).sort()).toEqual(there.sort());
});

test('progress of a file whose length the server does not tell counts to what its header says', async () => {
  const bytes = aabFile('model.safetensors');
  const seen: LoadProgress[] = [];
  const url = await serveAab({
    'model.safetensors': (_, response) => {
      for (let i = 0; i < bytes.length; i += 700) response.write(bytes.subarray(i, i + 700));
      response.end();
    },
  });
  const model = await loadModel(url, { engine, onProgress: (progress) => seen.push(progress) });
  await model.close();
  expect(seen.at(-1)).toMatchObject({ loaded: bytes.length, total: bytes.length });
});

test('where a config lists no tokenizer files they are looked for, and pages in their place are not taken for them', async () => {
  const asked: string[] = [];
  const url = await serveAab({
    'config.json': (_, response) =>
      response.end(
        JSON.stringify({
          ...JSON.parse(aabFile('config.json').toString()),
          tokenizer_files: undefined,
        }),
      ),
    'tokenizer.json': (path, response) => {
      asked.push(path);
      response
        .writeHead(200, { 'content-type': 'text/html' })
        .end('<!doctype html><title>Welcome</title>');
    },
    'merges.txt': (path, response) => {
      asked.push(path);
      response.end('<!DOCTYPE html>\n<title>Welcome</title>');
    },
  });
  await loads(url);
  expect(asked).toEqual(['/tokenizer.json', '/merges.txt']);
});

test('a model without a tokenizer takes and gives ids', async () => {
  const model = await loadModel({ ...aabFiles(), vocabJson: '' }, { engine });
  expect(model.hasTokenizer).toBe(false);
  expect((await refusal(model.tokenizer.encode('aab'))).code).toBe('InvalidText');
  expect((await refusal(model.forward('aab'))).code).toBe('InvalidText');
  const { text, ids } = await model.generate([0, 0, 1], { max_new_tokens: 3 }).result();
  expect([text, ids]).toEqual(['0 0 1', [0, 0, 1]]);
  await model.close();
});

test('what a header claims takes no memory before it comes', async () => {
  const { config, weights } = syntheticFiles(16, 100);
  const tensors = readTensors(Buffer.from(weights as Uint8Array));
  tensors['wte.weight'] = { shape: [1_000_000, 16], data: new Float32Array(16_000_000) };
  const bytes = writeTensors(tensors);
  const headerBytes = 8 + Number(new DataView(bytes.buffer).getBigUint64(bytes.byteOffset, true));
  const before = (await engine.info()).memoryBytes;
  const answers = {
    'config.json': JSON.stringify({ ...(config as object), vocab_size: 1_000_000 }),
    'model.safetensors': bytes.subarray(0, headerBytes + 100),
  };
  const url = await serve((path, response) => {
    const body = answers[path.slice(1) as keyof typeof answers];
    if (body === undefined) return response.writeHead(404).end();
    response.write(body); // in pieces of a length that is not told
    return response.end();
  });
  expect((await refusal(loadModel(url, { engine }))).message).toMatch(
    /the weights end after 100 of/,
  );
  expect((await engine.info()).memoryBytes - before).toBeLessThan(2 ** 21); // of 64 MB
});

test('what only the weights tell stands in the config as it was resolved', async () => {
  const { config, weights } = syntheticFiles(8, 100);
  const fields = { ...(config as object), n_positions: null };
  const tensors = readTensors(Buffer.from(weights as Uint8Array));
  const resolved = async (named: object, bytes: Uint8Array) => {
    const model = await loadModel({ config: named, weights: bytes }, { engine });
    await model.close();
    return model.config.resolved;
  };
  expect(await resolved(fields, weights as Uint8Array)).toMatchObject({
    max_positions: 64,
    activation: 'gelu_new',
  });
  // nanoGPT's linear layers are (out, in), and its activation is the exact GELU.
  for (const [name, { shape, data }] of Object.entries(tensors)) {
    const [rows, columns] = shape as [number, number];
    if (shape.length < 2 || !name.startsWith('h.')) continue;
    const at = (_: number, i: number) => data[(i % rows) * columns + Math.floor(i / rows)]!;
    tensors[name] = { shape: [columns, rows], data: new Float32Array(data.length).map(at) };
  }
  const transposed = writeTensors(tensors);
  expect(await resolved(fields, transposed)).toMatchObject({ activation: 'gelu' });
  const said = { ...fields, activation_function: 'gelu_new' };
  expect(await resolved(said, transposed)).toMatchObject({ activation: 'gelu_new' });
});

test('progress counts the bytes of the weights', async () => {
  const seen: LoadProgress[] = [];
  const files = syntheticFiles(128, 3000);
  const model = await loadModel(files, { engine, onProgress: (progress) => seen.push(progress) });
  await model.close();
  const total = (files.weights as Uint8Array).length;
  expect(seen.length).toBeGreaterThan(1);
  expect(seen.at(-1)).toEqual({ file: 'model.safetensors', loaded: total, total });
  expect(seen.map(({ loaded }) => loaded)).toEqual(
    seen.map(({ loaded }) => loaded).sort((a, b) => a - b),
  );
});

describe('loading is refused', () => {
  const refused = async (source: Parameters<typeof loadModel>[0]) => {
    const { code, message } = await refusal(loadModel(source, { engine }));
    return `${code}: ${message}`;
  };
  const served = async (name: string, body: string | Uint8Array) =>
    refused(await serveAab({ [name]: (_, response) => response.end(body) }));

  test('where there is no such model: those that there are are named', async () => {
    expect(await refused('storie')).toBe(
      "InvalidArgument: there is no shipped model 'storie', only 'aab', 'en-zh', 'stories', 'tang'; a folder of yours is meant by its address, as './storie/'",
    );
    expect(await refused('constructor')).toMatch(/^InvalidArgument: there is no shipped model/);
  });
  test('where a folder holds no model', async () => {
    expect(await refused('./core/')).toMatch(
      /^Network: there is no config.json at file:.*\/core\/$/,
    );
  });
  test('where there is no server', async () => {
    expect(await refused('http://127.0.0.1:1/')).toMatch(
      /^Network: http:\/\/127.0.0.1:1\/config.json cannot be read: /,
    );
  });
  test('where the server fails', async () => {
    expect(await refused(await serve((_, response) => response.writeHead(503).end()))).toMatch(
      /^Network: .*config.json cannot be read: the server answered 503$/,
    );
  });
  test('where the server refuses a file, which is not the same as having none', async () => {
    for (const status of [400, 401, 408, 429, 451]) {
      const url = await serveAab({
        'config.json': (_, response) => {
          const { tokenizer_files: _listed, ...config } = JSON.parse(
            aabFile('config.json').toString(),
          ) as Record<string, unknown>;
          response.end(JSON.stringify(config));
        },
        'tokenizer.json': (_, response) => response.writeHead(status).end(),
      });
      const { code, message, details } = await refusal(loadModel(url, { engine }));
      expect([code, message]).toEqual([
        'Network',
        `${url}tokenizer.json cannot be read: the server answered ${status}`,
      ]);
      expect(details).toEqual({ kind: 'refused', url: `${url}tokenizer.json`, status });
    }
    for (const status of [403, 404, 410]) {
      const url = await serve((_, response) => response.writeHead(status).end());
      expect(await refused(url)).toMatch(/^Network: there is no config.json/);
    }
  });
  test('where every path is answered with a page', async () => {
    expect(
      await refused(await serve((_, response) => response.end('<!doctype html><p>hello'))),
    ).toMatch(/^Network: there is no config.json/);
  });
  test('where a file was cut off before its first byte', async () => {
    const empty = (_: unknown, response: { end(): unknown }) => response.end();
    for (const file of ['config.json', 'vocab.json'])
      expect(await refused(await serveAab({ [file]: empty as never }))).toMatch(
        new RegExp(`^InvalidFile: \\S*/${file} is empty$`),
      );
  });
  test('where the weights are missing', async () => {
    const url = await serveAab({
      'model.safetensors': (_, response) => response.writeHead(404).end(),
    });
    expect(await refused(url)).toMatch(/^Network: there is no model.safetensors/);
  });
  test('where config.json is not JSON, or not a model', async () => {
    expect(await served('config.json', '{"model_type": "gpt2",')).toMatch(
      /^InvalidFile: http.*config\.json/,
    );
    expect(await served('config.json', '{"model_type": "llama"}')).toMatch(/^InvalidFile: .*llama/);
  });
  test('where vocab.json is not JSON', async () => {
    expect(await served('vocab.json', '{"a": 0')).toMatch(/^InvalidFile: .*vocab\.json/);
  });
  test('where a text is not UTF-8', async () => {
    const bytes = Uint8Array.of(0x7b, 0x22, 0xff, 0x22, 0x3a, 0x30, 0x7d);
    expect(await served('vocab.json', bytes)).toMatch(
      /^InvalidFile: http.*vocab.json is not UTF-8$/,
    );
  });
  test('where the weights are cut off, in the header and behind it', async () => {
    const bytes = aabFile('model.safetensors');
    for (const length of [5, 50, bytes.length - 1]) {
      expect(await served('model.safetensors', bytes.subarray(0, length))).toMatch(
        /^InvalidFile: http.*model\.safetensors: /,
      );
    }
  });
  test('where the connection breaks', async () => {
    const url = await serveAab({
      'model.safetensors': (_, response) => {
        const bytes = aabFile('model.safetensors');
        response.writeHead(200, { 'content-length': bytes.length });
        response.write(bytes.subarray(0, 1000), () => response.destroy());
      },
    });
    expect(await refused(url)).toMatch(/^Network: .*model.safetensors cannot be read: /);
  });
  test('where the weights are nonsense', async () => {
    expect(await served('model.safetensors', new Uint8Array(1000).fill(65))).toMatch(
      /^InvalidFile: .*model\.safetensors/,
    );
  });
  test('where the table of positions has no rows', async () => {
    const { config, weights } = syntheticFiles(8, 100);
    const unlimited = { ...(config as object), n_positions: null };
    const tensors = readTensors(Buffer.from(weights as Uint8Array));
    const model = await loadModel({ config: unlimited, weights }, { engine });
    expect((await refusal(model.forward(Array(65).fill(1)))).message).toMatch(/64/);
    await model.close();
    tensors['wpe.weight'] = { shape: [0, 8], data: new Float32Array() };
    expect(await refused({ config: unlimited, weights: writeTensors(tensors) })).toBe(
      "InvalidFile: model.safetensors: the weights (naming scheme: GPT-2) hold 'wpe.weight' [0, 8]; no dimension of a weight may be 0",
    );
  });
  test('where the weights are another model’s', async () => {
    expect(await refused(aabFiles({ config: encoderDecoderFiles().config }))).toMatch(
      /^InvalidFile: /,
    );
  });
  test('for an option or a file that does not exist, by its name', async () => {
    const wrong = { engine, onprogress: () => {} };
    expect((await refusal(loadModel('aab', wrong))).message).toMatch(
      /^loadModel: unknown option onprogress; known are dtype, onProgress/,
    );
    expect(
      (await refusal(loadModel({ ...aabFiles(), vocab: '' } as never, { engine }))).message,
    ).toMatch(/unknown option vocab/);
    expect((await refusal(loadModel(7 as never, { engine }))).code).toBe('InvalidArgument');
    for (const address of ['http://[', 'javascript:0', 'data:text/plain,x', 'blob:null/1-2']) {
      const { code, message, details } = await refusal(loadModel(address, { engine }));
      expect([code, message]).toEqual([
        'InvalidArgument',
        `not a model's name or the URL of its folder: "${address}"`,
      ]);
      expect(details).toEqual({ kind: 'noModel', source: address });
    }
  });
});

describe('a signal', () => {
  test('that was aborted before stops the load', async () => {
    await expect(loadModel('aab', { engine, signal: AbortSignal.abort() })).rejects.toThrow(
      /aborted/,
    );
  });
  test('that is aborted on the way stops it, and nothing is left', async () => {
    const stop = new AbortController();
    const bytes = aabFile('model.safetensors');
    let closed!: () => void;
    const givenUp = new Promise<void>((resolve) => (closed = resolve));
    const url = await serveAab({
      'model.safetensors': (_, response) => {
        response.on('close', closed);
        response.writeHead(200, { 'content-length': bytes.length });
        response.write(bytes.subarray(0, 1500)); // and nothing more
      },
    });
    const reason = new Error('changed my mind');
    const loading = loadModel(url, {
      engine,
      signal: stop.signal,
      onProgress: () => stop.abort(reason),
    });
    await expect(loading).rejects.toBe(reason);
    await givenUp; // the download, too
  });
  test('that is aborted too late changes nothing', async () => {
    const stop = new AbortController();
    const model = await loadModel('aab', { engine, signal: stop.signal });
    stop.abort();
    expect((await model.forward('a')).tokens).toHaveLength(1);
    await model.close();
  });
});
