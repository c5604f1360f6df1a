/** A download whose connection breaks goes on where it broke, where the server can do that and the file is still the same. */
import { readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createEngine, loadModel } from 'glassformer';
import { afterAll, describe, expect, test } from 'vitest';
import { type Ask, BegunAnew, bodyOf } from '../../../web/src/shared/resumed.ts';
import { aabFile, refusal, serveAab } from './helpers.ts';

const kLastModified = 'Fri, 27 Nov 2026 12:00:00 GMT';

interface Served {
  /** The file as it is at each request, beginning with the first. */
  readonly files: readonly Uint8Array[];
  /** How many of these requests are cut off, and behind how many bytes: when these have been read, if any. */
  readonly cuts: readonly number[];
  readonly tags?: readonly string[];
  readonly takesRanges?: boolean;
}

/** Answers as a server of files does; tells which ranges were asked for. `cut` cuts off the last answer that shall be. */
function cutting({ files, cuts, tags = ['"one"'], takesRanges = true }: Served) {
  const asked: (string | null)[] = [];
  let cut = () => {};
  const handler = (_: string, response: ServerResponse, request: IncomingMessage) => {
    const nth = asked.length;
    asked.push(request.headers.range ?? null);
    const file = files[Math.min(nth, files.length - 1)]!;
    const tag = tags[Math.min(nth, tags.length - 1)]!;
    const condition = request.headers['if-range'];
    const start = Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1]);
    const isPart = takesRanges && !Number.isNaN(start) && (!condition || condition === tag);
    const sent = isPart ? file.subarray(start) : file;
    const headers = {
      'content-length': sent.length,
      ...(tag === '' ? {} : { etag: tag }),
      ...(isPart ? { 'content-range': `bytes ${start}-${file.length - 1}/${file.length}` } : {}),
    };
    response.writeHead(isPart ? 206 : 200, headers);
    const count = cuts[nth];
    if (count === undefined) response.end(sent);
    else {
      response.flushHeaders();
      if (count === 0) response.destroy();
      else response.write(sent.subarray(0, count));
      cut = () => response.destroy();
    }
  };
  return { handler, asked, cut: () => cut() };
}

const engine = createEngine();
afterAll(() => engine.close());
const weights = new Uint8Array(
  readFileSync(new URL('../../../models/aab/model.safetensors', import.meta.url)),
);

describe('the weights of a model', () => {
  async function load(served: Served) {
    const { handler, asked, cut } = cutting(served);
    const told: number[] = [];
    const url = await serveAab({ 'model.safetensors': handler });
    const loading = loadModel(url, {
      engine,
      onProgress({ loaded }) {
        told.push(loaded);
        cut();
      },
    });
    return { asked, told, loading };
  }
  async function expectWhole(loading: ReturnType<typeof loadModel>) {
    const model = await loading;
    expect((await model.generate('aab', { max_new_tokens: 3 }).result()).text).toBe('aab');
    await model.close();
  }

  test('are asked for from where they broke off, however often', async () => {
    const { asked, told, loading } = await load({ files: [weights], cuts: [1000, 500, 0] });
    await expectWhole(loading);
    expect(asked).toEqual([null, 'bytes=1000-', 'bytes=1500-', 'bytes=1500-']);
    // No byte counts twice.
    expect(told).toEqual([...told].sort((a, b) => a - b));
    expect(told.at(-1)).toBe(weights.length);
  });

  test('begin anew at a server that takes no ranges', async () => {
    const { asked, told, loading } = await load({
      files: [weights],
      cuts: [1000],
      takesRanges: false,
    });
    await expectWhole(loading);
    expect(asked).toEqual([null, 'bytes=1000-', null]);
    expect(told.at(-1)).toBe(weights.length);
  });

  test('begin only so often', async () => {
    const { asked, loading } = await load({
      files: [weights],
      cuts: Array.from({ length: 20 }, () => 1000),
      takesRanges: false,
    });
    expect((await refusal(loading)).code).toBe('Network');
    expect(asked.filter((range) => range === null)).toHaveLength(4);
  });

  test('begin anew where they are others by now', async () => {
    // Of the earlier file nothing may be left: its last numbers are others.
    const earlier = weights.slice().fill(0x7f, weights.length - 1200);
    const { asked, told, loading } = await load({
      files: [earlier, weights],
      cuts: [weights.length - 100],
      tags: ['"one"', '"two"'],
    });
    await expectWhole(loading);
    expect(asked).toEqual([null, `bytes=${weights.length - 100}-`, null]);
    expect(told.at(-1)).toBe(weights.length);
  });

  test('begin anew where nothing tells that they are the same', async () => {
    const { asked, loading } = await load({ files: [weights], cuts: [1000], tags: [''] });
    await expectWhole(loading);
    expect(asked).toEqual([null, null, null]);
  });

  test('are given up where no attempt brings more', async () => {
    const { asked, loading } = await load({ files: [weights], cuts: [1000, 0, 0, 0, 0, 0] });
    const { code, message } = await refusal(loading);
    expect(code).toBe('Network');
    expect(message).toMatch(/model\.safetensors cannot be read: /);
    expect(asked).toHaveLength(5);
  });

  test('and a load that is aborted in between asks no more', async () => {
    const abort = new AbortController();
    const { handler, asked, cut } = cutting({ files: [weights], cuts: [1000, 0, 0, 0, 0] });
    const url = await serveAab({ 'model.safetensors': handler });
    const loading = loadModel(url, {
      engine,
      signal: abort.signal,
      onProgress() {
        abort.abort(new Error('enough'));
        cut();
      },
    });
    await expect(loading).rejects.toThrow('enough');
    expect(asked).toEqual([null]);
  });

  test('as do the small files', async () => {
    const { handler, asked } = cutting({ files: [aabFile('vocab.json')], cuts: [0] });
    const model = await loadModel(await serveAab({ 'vocab.json': handler }), { engine });
    expect(asked).toEqual([null, null, null]);
    await model.close();
  });
});

describe('an answer of another origin', () => {
  const bytes = Uint8Array.from({ length: 100 }, (_, i) => i);

  /** Breaks behind `cut` bytes. Only the headers that such an answer shows are there. */
  function answer(sent: Uint8Array, cut: number | null, status: number, headers: object): Response {
    let isSent = false;
    const body = new ReadableStream({
      pull(controller) {
        if (!isSent) controller.enqueue(cut === null ? sent.slice() : sent.slice(0, cut));
        else if (cut === null) controller.close();
        else controller.error(new TypeError('network error'));
        isSent = true;
      },
    });
    const response = new Response(body, { status, headers: { ...headers } });
    Object.defineProperty(response, 'type', { value: 'cors' });
    return response;
  }

  async function read(first: Response, answers: readonly Response[]) {
    const asked: object[] = [];
    const ask: Ask = async (headers) => {
      asked.push(headers);
      return answers[asked.length - 1] ?? Promise.reject(new TypeError('no more'));
    };
    const come: number[] = [];
    const ended = await (async () => {
      for await (const piece of bodyOf(first, ask)) come.push(...piece);
      return 'whole';
    })().catch((error: unknown) => error);
    return { asked, come, ended };
  }

  const headers = { 'content-length': '100', 'last-modified': kLastModified };
  const rest = (length: number, date = kLastModified) =>
    answer(bytes.subarray(40), null, 206, {
      'content-length': String(length),
      'last-modified': date,
    });

  test('goes on with a range alone, which needs no leave of the server', async () => {
    const { asked, come, ended } = await read(answer(bytes, 40, 200, headers), [rest(60)]);
    expect(asked).toEqual([{ range: 'bytes=40-' }]);
    expect(come).toEqual([...bytes]);
    expect(ended).toBe('whole');
  });

  test('begins anew where the lengths are not those of one file: its first part was compressed', async () => {
    const compressed = { ...headers, 'content-length': '70' };
    const whole = answer(bytes, null, 200, compressed);
    const { asked, ended } = await read(answer(bytes, 40, 200, compressed), [rest(60), whole]);
    expect(asked).toEqual([{ range: 'bytes=40-' }, {}]);
    expect(ended).toMatchObject({ response: whole });
  });

  test('begins anew where the date is another one, or there is none', async () => {
    const later = { ...headers, 'last-modified': 'Fri, 27 Nov 2026 13:00:00 GMT' };
    const changed = await read(answer(bytes, 40, 200, headers), [
      rest(60, later['last-modified']),
      answer(bytes, null, 200, later),
    ]);
    expect(changed.asked).toEqual([{ range: 'bytes=40-' }, {}]);
    expect(changed.ended).toBeInstanceOf(BegunAnew);
    expect(changed.come).toHaveLength(40);
    const dateless = { 'content-length': '100' };
    const unknown = await read(answer(bytes, 40, 200, dateless), [
      answer(bytes, null, 200, dateless),
    ]);
    expect(unknown.asked).toEqual([{}]);
    expect(unknown.ended).toBeInstanceOf(BegunAnew);
  });

  test('of another kind, such as the page of a network that wants a login, is no attempt', async () => {
    const login = answer(bytes, null, 200, { ...headers, 'content-type': 'text/html' });
    const { come, asked } = await read(answer(bytes, 40, 200, headers), [login, rest(60)]);
    expect(asked).toHaveLength(2);
    expect(come).toEqual([...bytes]);
  });
});
