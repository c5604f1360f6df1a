import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import { createEngine, loadModel, type LoadProgress, type ModelFiles } from 'glassformer';
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
    const vocabJson = `\uFEFF${aabFiles().vocabJson}`;
    await loads(aabFiles({ vocabJson }));
    await loads(await serveAab({ 'vocab.json': (_, response) => response.end(vocabJson) }));
    const goldenJson = `\uFEFF${aabFile('golden.json').toString()}`;
    const inMemory = await loadModel(aabFiles({ goldenJson }), { engine });
    const url = await serveAab({ 'golden.json': (_, response) => response.end(goldenJson) });
    const served = await loadModel(url, { engine });
    for (const model of [inMemory, served]) {
      expect(await model.verify()).toMatchObject({ agrees: true });
      await model.close();
    }
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
  // The table of words is imported by those who show it.
  const unread = /^(README\.md|credits\.md|recipe\.json|log\.tsv|gloss\.json)$/;
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

test('a tokenizer file that a config lists must be there, and be one', async () => {
  const serving = (tokenizer_files: unknown) =>
    serveAab({
      'config.json': (_, response) =>
        response.end(
          JSON.stringify({ ...JSON.parse(aabFile('config.json').toString()), tokenizer_files }),
        ),
      'tokenizer.json': (_, response) => response.end('<!doctype html><title>Welcome</title>'),
    });
  const refused = async (listed: unknown) => {
    const url = await serving(listed);
    const { code, message } = await refusal(loadModel(url, { engine }));
    return `${code}: ${message.replace(url, '')}`;
  };
  expect(await refused(['vocab.txt'])).toBe('Network: there is no vocab.txt at ');
  expect(await refused(['tokenizer.json'])).toBe('Network: there is no tokenizer.json at ');
  expect(await refused(['vocab.json', 'merges.txt'])).toBe('Network: there is no merges.txt at ');
  for (const prefix of ['', 'source_'])
    expect(await refused([`${prefix}merges.txt`])).toBe(
      `InvalidFile: : config.json's tokenizer_files lists ${prefix}merges.txt without ${prefix}vocab.json, expected both`,
    );
  for (const wrong of ['vocab.json', [1], ['Vocab.json'], ['../vocab.json'], {}, 1])
    expect(await refused(wrong)).toBe(
      `InvalidFile: : config.json's tokenizer_files is ${JSON.stringify(wrong)}, expected a list of some of tokenizer.json, vocab.json, merges.txt, vocab.txt, source_tokenizer.json, source_vocab.json, source_merges.txt, source_vocab.txt`,
    );
});

test('so must it be among files in memory, of which the others are left alone', async () => {
  const base = JSON.parse(aabFile('config.json').toString()) as object;
  const files = (tokenizer_files: unknown, others: object = {}) =>
    ({ ...aabFiles(others), config: { ...base, tokenizer_files } }) as ModelFiles;
  const tokensOf = async (given: ModelFiles) => {
    const model = await loadModel(given, { engine });
    const texts = model.hasTokenizer ? await model.tokenizer.texts([0, 1]) : null;
    await model.close();
    return texts;
  };
  const nonsense = { tokenizerJson: 'no JSON', vocabTxt: 'x\ny' };
  expect(await tokensOf(files(['vocab.json'], nonsense))).toEqual(['a', 'b']);
  expect(await tokensOf(files(['vocab.txt'], nonsense))).toEqual(['x', 'y']);
  expect(await tokensOf(files([], nonsense))).toBeNull();
  const refused = async (given: ModelFiles) => {
    const { code, message } = await refusal(loadModel(given, { engine }));
    return `${code}: ${message}`;
  };
  const lacking = (name: string) =>
    `InvalidFile: the given files: config.json's tokenizer_files lists ${name}, which is not among them`;
  expect(await refused(files(['vocab.txt']))).toBe(lacking('vocab.txt'));
  expect(await refused(files(['vocab.json'], { vocabJson: '' }))).toBe(lacking('vocab.json'));
  expect(await refused(files(['vocab.json', 'merges.txt']))).toBe(lacking('merges.txt'));
  const source = { vocabTxt: 'x\ny' };
  const pair = { ...encoderDecoderFiles(), source };
  const listing = (names: readonly string[]) =>
    ({ ...pair, config: { ...(pair.config as object), tokenizer_files: names } }) as ModelFiles;
  const opened = await loadModel(listing(['source_vocab.txt']), { engine });
  expect([opened.hasTokenizer, opened.hasSourceTokenizer]).toEqual([false, true]);
  await opened.close();
  expect(await refused(listing(['source_vocab.json']))).toBe(lacking('source_vocab.json'));
});

test('half of a pair of surrogates is U+FFFD, in a file as in a text', async () => {
  const model = await loadModel(aabFiles({ vocabJson: '', vocabTxt: 'a\ud800\nb\n' }), { engine });
  expect(await model.tokenizer.texts([0, 1])).toEqual(['a\ufffd', 'b']);
  expect((await model.tokenizer.encode('a\ud800 b')).map(({ id }) => id)).toEqual([0, 1]);
  await model.close();
  const { message } = await refusal(
    loadModel(aabFiles({ vocabJson: '{"a\udc00": 0, "b\ud83d": 7}' }), { engine }),
  );
  expect(message).toContain("gives the token 'b\ufffd' the id 7");
  const astral = aabFiles({ vocabJson: '{"\ud83d\ude00": 0, "é": 1}' });
  const whole = await loadModel(astral, { engine });
  expect(await whole.tokenizer.texts([0, 1])).toEqual(['\ud83d\ude00', 'é']);
  await whole.close();
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
  test('ends with what its callback throws, and nothing of it stays', async () => {
    const thrown = new Error('of the callback');
    const throws = () => {
      throw thrown;
    };
    for (const onProgress of [throws, async () => throws()])
      await expect(loadModel('aab', { engine, onProgress })).rejects.toBe(thrown);
    await expect.poll(async () => (await engine.info()).openHandles, { timeout: 5000 }).toBe(0); // an async one may have thrown after the last byte
  });
  test('that is aborted too late changes nothing', async () => {
    const stop = new AbortController();
    const model = await loadModel('aab', { engine, signal: stop.signal });
    stop.abort();
    expect((await model.forward('a')).tokens).toHaveLength(1);
    await model.close();
  });
});
