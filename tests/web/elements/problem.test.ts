/** Errors in the reader's language: what the engine says in English, and what stands on the page. */
import { createEngine, loadModel } from 'glassformer';
import { expect, test } from 'vitest';
import { languages } from '../../../web/src/elements/i18n/languages.ts';
import { problemOf, sayErrors, sayProblem } from '../../../web/src/elements/i18n/problem.ts';
import { wordsFor } from '../../../web/src/elements/i18n/subjects/common.ts';
import { en, zh } from '../words.ts';
import type { ErrorCode, ErrorDetails, ErrorKind } from '../../../web/src/shared/error-types.ts';
import { fromRecord, GlassformerError, toRecord } from '../../../web/src/shared/error.ts';
import { aabFile, aabFiles, refusal, serve, serveAab, syntheticFiles } from '../engine/helpers.ts';

const kSamples: { readonly [Kind in ErrorKind]: Extract<ErrorDetails, { kind: Kind }> } = {
  unreachable: { kind: 'unreachable', url: 'http://a.b/config.json' },
  refused: { kind: 'refused', url: 'http://a.b/config.json', status: 503 },
  absent: { kind: 'absent', file: 'config.json', folder: 'http://a.b/', saved: 'x.pt' },
  noFolder: { kind: 'noFolder', file: 'http://a.b/x.pt', format: 'PyTorch' },
  invalidFile: { kind: 'invalidFile', file: 'vocab.json' },
  weightsTooLarge: { kind: 'weightsTooLarge', file: 'big', size: 5000, limit: 4096 },
  noModel: { kind: 'noModel', source: '::' },
  unknownText: { kind: 'unknownText', text: 'x', vocabulary: 'a, b' },
  noGolden: { kind: 'noGolden' },
  noTokenizer: { kind: 'noTokenizer' },
  tooLong: { kind: 'tooLong', tokens: 80, limit: 72 },
  noActivation: { kind: 'noActivation', name: 'blocks.9.z' },
  unfitEdit: { kind: 'unfitEdit' },
  notFinite: { kind: 'notFinite', name: 'logits' },
  invalidOption: { kind: 'invalidOption', option: 'generate: top_k' },
  outOfMemory: { kind: 'outOfMemory' },
  noFigure: { kind: 'noFigure' },
  noSimd: { kind: 'noSimd' },
  notCompiled: { kind: 'notCompiled' },
  engineUnreachable: { kind: 'engineUnreachable' },
  assetAbsent: { kind: 'assetAbsent', url: 'https://a.b/c/worker.js', folder: 'https://a.b/c/' },
  workerFailed: { kind: 'workerFailed' },
  crashed: { kind: 'crashed' },
  stopped: { kind: 'stopped' },
  closed: { kind: 'closed' },
};
const kCodes: readonly ErrorCode[] = [
  'InvalidArgument',
  'InvalidText',
  'InvalidFile',
  'OutOfMemory',
  'Network',
  'Unsupported',
  'Closed',
  'Internal',
];
const kEnglish = 'the engine says this in English';
const kHan = /\p{Script=Han}/u;

test('every kind of error has a Chinese sentence, which names what its details name', () => {
  for (const details of Object.values(kSamples)) {
    const error = new GlassformerError('Internal', kEnglish, { details });
    const { sentence, original } = sayProblem(error, zh);
    expect(sentence).toMatch(/^[^\n]*\p{Script=Han}[^\n]*。$/u);
    expect(sentence).not.toContain(kEnglish);
    const { kind, ...named } =
      details.kind === 'unreachable' || details.kind === 'refused'
        ? { ...details, url: 'config.json' }
        : details;
    // Lists have Chinese marks.
    const listed = sentence.replaceAll('、', ', ');
    for (const value of Object.values(named)) expect(listed).toContain(String(value));
    // Only where the sentence leaves something unsaid.
    expect(original).toBe(
      ['invalidFile', 'invalidOption', 'unfitEdit'].includes(kind) ? kEnglish : '',
    );
  }
});

test('what needs too much memory says how much', () => {
  const details = { kind: 'outOfMemory', bytes: 300.5 * 2 ** 20 } as const;
  const error = new GlassformerError('OutOfMemory', kEnglish, { details });
  expect(sayProblem(error, zh)).toEqual({ sentence: '内存不够：这里约需 301 MiB。', original: '' });
});

test('an error without details has a sentence for its code, and the English one behind it', () => {
  for (const code of kCodes) {
    const { sentence, original } = sayProblem(new GlassformerError(code, kEnglish), zh);
    expect(sentence).toMatch(kHan);
    expect(original).toBe(kEnglish);
  }
  const other = sayProblem(problemOf(new TypeError(kEnglish)), zh);
  expect(other).toEqual({ sentence: zh.errorOf('other'), original: kEnglish });
});

test('in English the engine’s own sentence stands alone', () => {
  for (const details of [...Object.values(kSamples), undefined]) {
    // Of these the reader is told the file's name, and not where it lies.
    if (details?.kind === 'unreachable' || details?.kind === 'refused') continue;
    const error = new GlassformerError('Internal', kEnglish, { details });
    expect(sayProblem(error, en)).toEqual({ sentence: kEnglish, original: '' });
  }
});

test('what cannot be fetched is told with its causes and the name of the file, in English too', () => {
  const said = (details: ErrorDetails, words = en) =>
    sayProblem(new GlassformerError('Network', kEnglish, { details }), words);
  expect(said(kSamples.unreachable)).toEqual({
    sentence:
      'config.json cannot be read: the network is down, or the browser or the server does not allow it.',
    original: '',
  });
  const url = 'http://a.b/m/config.json?key=c/d#e';
  expect(said({ kind: 'refused', url, status: 503 }).sentence).toBe(
    'config.json cannot be read: the server answered 503.',
  );
  expect(said({ kind: 'refused', url, status: 503 }, zh).sentence).toBe(
    '无法读取 config.json：服务器返回了状态码 503。',
  );
});

test('a page may have a sentence of its own for an error, by language', () => {
  const error = new GlassformerError('Network', kEnglish, { details: kSamples.assetAbsent });
  expect(sayProblem(error, zh).sentence).toContain('npx glassformer assets');
  sayErrors(zh.language, { assetAbsent: ({ url }) => `缺少 ${url}。` });
  expect(sayProblem(error, zh)).toEqual({
    sentence: '缺少 https://a.b/c/worker.js。',
    original: '',
  });
  expect(sayProblem(error, en).sentence).toBe(kEnglish);
  sayErrors(zh.language, {});
});

test('a sentence that is there already stays as it is', () => {
  for (const language of languages())
    expect(sayProblem('太长了。', wordsFor(language))).toEqual({
      sentence: '太长了。',
      original: '',
    });
});

test('details cross from the worker to the page', () => {
  for (const details of Object.values(kSamples)) {
    const record = toRecord(new GlassformerError('Network', kEnglish, { details }));
    const error = fromRecord(structuredClone(record)) as GlassformerError;
    expect(error).toMatchObject({ name: 'GlassformerError', code: 'Network', details });
    expect(sayProblem(error, zh).sentence).not.toContain(kEnglish);
  }
  expect(fromRecord(toRecord(new Error('other')))).not.toHaveProperty('details');
});

test('errors that a reader or an author can meet tell their details', async () => {
  const engine = createEngine();
  const detailsOf = async (asked: Promise<unknown> | (() => unknown)) =>
    (await refusal(asked)).details;
  const detailsOfLoading = (source: string) => detailsOf(loadModel(source, { engine }));

  expect(await detailsOfLoading('http://127.0.0.1:1/')).toEqual({
    kind: 'unreachable',
    url: 'http://127.0.0.1:1/config.json',
  });
  const failing = await serve((_, response) => response.writeHead(503).end());
  expect(await detailsOfLoading(failing)).toMatchObject({ kind: 'refused', status: 503 });
  const lacking = await serveAab({
    'model.safetensors': (_, response) => response.writeHead(404).end(),
  });
  expect(await detailsOfLoading(lacking)).toEqual({
    kind: 'absent',
    file: 'model.safetensors',
    folder: lacking,
  });
  const cut = await serveAab({
    'model.safetensors': (_, response) => response.end(aabFile('model.safetensors').subarray(0, 9)),
  });
  expect(await detailsOfLoading(cut)).toEqual({
    kind: 'invalidFile',
    file: `${cut}model.safetensors`,
  });
  expect(await detailsOfLoading('http://[')).toEqual({ kind: 'noModel', source: 'http://[' });

  const model = await loadModel(aabFiles(), { engine });
  expect(await detailsOf(model.forward('aabaabaab'))).toEqual({
    kind: 'tooLong',
    tokens: 9,
    limit: 5,
  });
  expect(await detailsOf(model.forward('a', { capture: ['blocks.9.z'] }))).toEqual({
    kind: 'noActivation',
    name: 'blocks.9.z',
  });
  expect(await detailsOf(model.forward('a', { ablate: [{ layer: 9, head: 0 }] }))).toEqual({
    kind: 'unfitEdit',
  });
  const silent = { temperature: 'hot' } as unknown as { temperature: number };
  expect(await detailsOf(() => model.generate('a', silent).result())).toEqual({
    kind: 'invalidOption',
    option: 'generate: temperature',
  });
  expect(await detailsOf(model.forward('abc'))).toEqual({
    kind: 'unknownText',
    text: 'c',
    vocabulary: 'a, b',
  });
  await model.close();
  expect(await detailsOf(model.forward('a'))).toEqual({ kind: 'closed' });

  const dumb = await loadModel(syntheticFiles(8, 16), { engine });
  expect(await detailsOf(dumb.forward('a'))).toEqual({ kind: 'noTokenizer' });
  await dumb.close();
  engine.close();
  expect(await detailsOf(loadModel(aabFiles(), { engine }))).toEqual({ kind: 'closed' });
});
