import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createEngine, loadModel } from 'glassformer';
import { afterEach, describe, expect, test } from 'vitest';
import {
  aabFile,
  aabFiles,
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

describe('loading is refused', () => {
  const refused = async (source: Parameters<typeof loadModel>[0]) => {
    const { code, message } = await refusal(loadModel(source, { engine }));
    return `${code}: ${message}`;
  };
  const served = async (name: string, body: string | Uint8Array) =>
    refused(await serveAab({ [name]: (_, response) => response.end(body) }));

  test('where there is no such model: those that there are are named', async () => {
    expect(await refused('storie')).toBe(
      "InvalidArgument: there is no shipped model 'storie', only 'aab', 'en-zh', 'stories', 'stories-large', 'tang', 'zh', 'zh-en'; a folder of yours is meant by its address, as './storie/'",
    );
    expect(await refused('constructor')).toMatch(/^InvalidArgument: there is no shipped model/);
  });
  test('where a folder holds no model', async () => {
    expect(await refused('./core/')).toMatch(
      /^Network: there is no config.json at file:.*\/core\/$/,
    );
  });
  test('where it is a file, of PyTorch or another', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'glassformer-'));
    const at = pathToFileURL(folder).href;
    const how = "in PyTorch's own format, of which `npx glassformer convert` tells how";
    for (const name of ['x.pt', 'pytorch_model.bin', 'x.pth', 'x.ckpt']) {
      writeFileSync(join(folder, name), 'PK');
      expect(await refused(join(folder, name))).toBe(
        `InvalidArgument: expected the folder of a model, found the file ${at}/${name}, ${how} model.safetensors is made`,
      );
    }
    writeFileSync(join(folder, 'model.safetensors'), 'x');
    expect(await refused(join(folder, 'model.safetensors'))).toBe(
      `InvalidArgument: expected the folder of a model, found the file ${at}/model.safetensors`,
    );
    const served = await serve((_, response) => response.writeHead(404).end());
    const { details } = await refusal(loadModel(`${served}a/x.pt?v=1`, { engine }));
    expect(details).toEqual({ kind: 'noFolder', file: `${served}a/x.pt?v=1`, format: 'PyTorch' });
    rmSync(folder, { recursive: true });
  });
  test('where a folder holds files of PyTorch only: one is named', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'glassformer-'));
    const at = `${pathToFileURL(folder).href}/`;
    const how = '(of its model.pth `npx glassformer convert` tells how model.safetensors is made)';
    for (const name of ['model.pth', 'optimizer.pt', 'a.txt'])
      writeFileSync(join(folder, name), 'PK');
    expect(await refused(folder)).toBe(`Network: there is no config.json at ${at} ${how}`);
    writeFileSync(join(folder, 'config.json'), aabFile('config.json'));
    writeFileSync(join(folder, 'vocab.json'), aabFile('vocab.json'));
    const { message, details } = await refusal(loadModel(folder, { engine }));
    expect(message).toBe(`there is no model.safetensors at ${at} ${how}`);
    expect(details).toEqual({
      kind: 'absent',
      file: 'model.safetensors',
      folder: at,
      saved: 'model.pth',
    });
    rmSync(folder, { recursive: true });
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
    for (const type of ['text/html', 'application/octet-stream'])
      for (const page of ['<!doctype html><p>hello', '\n<!-- hello -->\n<html>', ' <HTML>']) {
        const url = await serve((_, response) =>
          response.writeHead(200, { 'content-type': type }).end(page),
        );
        expect(await refused(url)).toBe(
          `InvalidFile: config.json at ${url}config.json is an HTML page, not JSON (found '<', expected '{')`,
        );
      }
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
    expect(await refused(url)).toMatch(
      /^Network: there is no model\.safetensors at \S+ \(where it has pytorch_model\.bin, .*`npx glassformer convert` tells/,
    );
  });
  test('where config.json is not JSON, or not a model', async () => {
    expect(await served('config.json', '{"model_type": "gpt2",')).toMatch(
      /^InvalidFile: http.*config\.json/,
    );
    expect(await served('config.json', '{"model_type": "llama"}')).toMatch(/^InvalidFile: .*llama/);
  });
  test('where something stands behind a zero byte, or a second byte order mark in front', async () => {
    const config = aabFiles().config as string;
    const column = (text: string) => `is not valid JSON at line 1, column ${text.length + 1}`;
    for (const text of [`${config}\0`, `${config}\0{"model_type": "gpt2"}`]) {
      const told = `InvalidFile: the given files: config.json ${column(config)}`;
      expect(await refused(aabFiles({ config: text }))).toBe(told);
      expect(await served('config.json', text)).toMatch(
        new RegExp(`^InvalidFile: http.*: config\\.json ${column(config)}$`),
      );
    }
    const marked = `\uFEFF\uFEFF${config}`;
    const kTold = /^InvalidFile: .*: config\.json is not valid JSON at line 1, column \d$/;
    expect(await refused(aabFiles({ config: marked }))).toMatch(kTold);
    expect(await served('config.json', marked)).toMatch(kTold);
    const vocabJson = '{"a": 0, "b": 1}';
    expect(await refused(aabFiles({ vocabJson: `${vocabJson}\0` }))).toBe(
      `InvalidFile: the given files: vocab.json ${column(vocabJson)}`,
    );
  });
  test('where config.json is larger than any, or has no end', async () => {
    const told = 'has more than the 1048576 bytes that such a file may have';
    const { config } = aabFiles();
    const padded = (config as string).replace('{', `{${' '.repeat(2 ** 20)}`);
    expect(await refused(aabFiles({ config: padded }))).toBe(`InvalidFile: config.json ${told}`);
    let givenUp = () => {};
    const closed = new Promise<void>((resolve) => (givenUp = resolve));
    const url = await serveAab({
      'config.json': (_, response) => {
        const more = () => response.write(' '.repeat(2 ** 16), () => setImmediate(more));
        response.on('close', givenUp);
        more();
      },
    });
    expect(await refused(url)).toBe(`InvalidFile: ${url}config.json ${told}`);
    await closed;
  });
  test('where the header of the weights is longer than that of any model', async () => {
    const weights = new Uint8Array(77_000_008).fill(0x20);
    new DataView(weights.buffer).setBigUint64(0, 77_000_000n, true);
    const before = await engine.info();
    expect(await refused(aabFiles({ weights }))).toBe(
      'InvalidFile: model.safetensors: the file begins with a header length of 77000000 bytes, expected at most 16000000: it is no safetensors file of a transformer',
    );
    expect((await engine.info()).memoryBytes).toBe(before.memoryBytes);
  });
  test('where a token has no row, and is shown on one line', async () => {
    const vocabJson = JSON.stringify({ a: 0, b: 1, ['\u0000\n\u202e']: 2 });
    expect(await refused(aabFiles({ vocabJson }))).toBe(
      "InvalidFile: the given files: vocab.json gives the token '\\u0000\\u000a\\u202e' the id 2, but the vocabulary that config.json gives the model ends at 1",
    );
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
    // What turns the direction of a line is written out.
    const turned = { engine, 'a\u202eb': 1 } as object;
    expect((await refusal(loadModel('aab', turned))).message).toMatch(
      /^loadModel: unknown option a\\u202eb;/,
    );
    const wrong = { engine, onprogress: () => {} };
    expect((await refusal(loadModel('aab', wrong))).message).toMatch(
      /^loadModel: unknown option onprogress; known are dtype, names, onProgress/,
    );
    expect(
      (await refusal(loadModel({ ...aabFiles(), vocab: '' } as never, { engine }))).message,
    ).toMatch(/unknown option vocab/);
    const table = { ...aabFiles(), names: { 'wte.weight': 'embedding.weight' } };
    expect((await refusal(loadModel(table as never, { engine }))).message).toBe(
      "loadModel: files: names belongs to loadModel's second argument",
    );
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
  test('for an address that cannot be asked for, or be shown', async () => {
    const told = async (source: string) => {
      const { code, message } = await refusal(loadModel(source, { engine }));
      expect(code).toBe('InvalidArgument');
      return message;
    };
    for (const who of ['user:secret@', 'user@', ':secret@']) {
      const message = await told(`http://${who}localhost/a/`);
      expect(message).toMatch(
        /^the model's address at localhost holds a user's name or a password/,
      );
      expect(message).not.toMatch(/secret|user@/);
    }
    expect(await told('a'.repeat(3e6))).toMatch(/^there is no shipped model 'a{60}…', only /);
    expect(await told(`./${'a'.repeat(1e5)}`)).toBe(
      "the model's address has 100002 characters, expected at most 8192",
    );
    expect(await told('\0')).toBe('not a model\'s name or the URL of its folder: "\\u0000"');
  });
  test('for options that are none', async () => {
    for (const options of [null, [], 7] as never[])
      expect((await refusal(loadModel('aab', options))).message).toMatch(
        /^loadModel: options must be an object, found /,
      );
  });
});
