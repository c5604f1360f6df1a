// Browsers that lack something, or take it away: older instructions, no workers, no storage, a clock that jumps.
import { openBlank } from './blank.ts';
import { expect, open, type Page, test, typeAnother } from './fixture.ts';

declare const glassformer: typeof import('glassformer');

/** Without workers, so that what is taken away is not there for the engine either. `lacks`: which instructions. */
const take = (page: Page, lacks: 'relaxed SIMD' | 'SIMD') =>
  page.addInitScript((lacks) => {
    Reflect.deleteProperty(globalThis, 'Worker');
    const validate = WebAssembly.validate.bind(WebAssembly);
    WebAssembly.validate = (source) => {
      const bytes = new Uint8Array(source as ArrayBuffer);
      // SIMD's instructions begin with 0xfd; those of relaxed SIMD have a second byte of the number, which is 2.
      const isRelaxed = (byte: number, i: number) =>
        byte === 0xfd && bytes[i + 1]! >= 0x80 && bytes[i + 2] === 2;
      const isTaken =
        lacks === 'SIMD' ? bytes.includes(0xfd) : bytes.some((byte, i) => isRelaxed(byte, i));
      return !isTaken && validate(source);
    };
  }, lacks);

test('without relaxed SIMD and without workers the other module runs, in the page', async ({
  page,
}) => {
  await take(page, 'relaxed SIMD');
  const modules: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('.wasm')) modules.push(request.url().split('/').pop()!);
  });
  await openBlank(page);
  const found = await page.evaluate(async () => {
    const model = await glassformer.loadModel('aab');
    const { text } = await model.generate('aab', { max_new_tokens: 3 }).result();
    return { text, simd: (await glassformer.sharedEngine().info()).simd };
  });
  expect(found).toEqual({ text: 'aab', simd: 'simd128' });
  expect(modules).toEqual(['glassformer.wasm']);
  expect(page.workers()).toHaveLength(0);
});

/** Beginnings for the shipped models that write. */
const kBeginnings = {
  stories: [
    'Once upon a time, there was a little girl named',
    'The dog was sad because he lost his',
  ],
  'stories-large': ['One day, Tom found a red ball.'],
  zh: ['今天天气很好，', '星期天早上，我和'],
  tang: ['空山新雨后，', '白日依山尽，黄河入海流。'],
  'en-zh': ['The moon is very bright tonight.', 'It is not easy to learn a foreign language.'],
  'zh-en': ['我是一个学生。', '今天天气很好。'],
};

test('the module without relaxed SIMD writes the tokens that the other writes, with every dtype', async ({
  page,
  anotherPage,
}) => {
  test.setTimeout(480_000);
  const lesser = await anotherPage();
  await take(lesser, 'relaxed SIMD');
  const writtenIn = async (where: Page) => {
    await openBlank(where);
    return where.evaluate(async (beginnings) => {
      const written: Record<string, readonly number[]> = {};
      for (const [name, texts] of Object.entries(beginnings))
        for (const dtype of ['fp32', 'fp16', 'int8'] as const) {
          const model = await glassformer.loadModel(name, { dtype });
          for (const text of texts)
            for (const num_beams of [1, 4]) {
              const options = { max_new_tokens: 20, num_beams };
              const { ids } = await model.generate(text, options).result();
              written[`${name}, ${dtype}, ${num_beams}: ${text}`] = ids;
            }
          await model.close();
        }
      return { simd: (await glassformer.sharedEngine().info()).simd, written };
    }, kBeginnings);
  };
  const [here, there] = [await writtenIn(page), await writtenIn(lesser)];
  expect([here.simd, there.simd]).toEqual(['relaxed', 'simd128']);
  expect(Object.values(here.written).flat().length).toBeGreaterThan(500);
  expect(there.written).toEqual(here.written);
});

test('without SIMD the page says what it needs, and its text can be read', async ({ page }) => {
  await take(page, 'SIMD');
  await page.goto('.');
  await expect(page.getByRole('alert').first()).toContainText(
    'needs WebAssembly SIMD, which is not available here',
  );
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});

test('where a policy forbids WebAssembly the engine says so', async ({ page }) => {
  await page.addInitScript(() => {
    Reflect.deleteProperty(globalThis, 'Worker');
    const blocked = () => {
      throw new WebAssembly.CompileError('blocked by a policy');
    };
    Object.assign(WebAssembly, { Module: blocked, compile: blocked, compileStreaming: blocked });
  });
  await openBlank(page);
  const told = await page.evaluate(() =>
    glassformer.loadModel('aab').then(
      () => 'loaded',
      (error: unknown) => `${(error as { code: string }).code}: ${(error as Error).message}`,
    ),
  );
  expect(told).toBe('Unsupported: the engine could not be compiled: blocked by a policy');
});

test('where storage is denied the page runs', async ({ page }) => {
  await page.addInitScript(() => {
    const denied = () => {
      throw new DOMException('denied', 'SecurityError');
    };
    for (const name of ['localStorage', 'sessionStorage', 'indexedDB', 'caches'])
      Object.defineProperty(globalThis, name, { get: denied });
    Object.defineProperty(navigator, 'serviceWorker', { get: denied });
  });
  await open(page);
  await typeAnother(page, 'The cat sat on the');
});

test('a clock that jumps ahead and back ends no generation and no training', async ({ page }) => {
  await page.addInitScript(() => {
    Reflect.deleteProperty(globalThis, 'Worker');
    const now = performance.now.bind(performance);
    const jumps = [0, 3_600_000, 0, -3_600_000];
    let asked = 0;
    performance.now = () => now() + jumps[asked++ % jumps.length]!;
    Date.now = () => jumps[asked % jumps.length]!;
  });
  await openBlank(page);
  const found = await page.evaluate(async () => {
    const model = await glassformer.loadModel('aab');
    const { text } = await model.generate('aab', { max_new_tokens: 3 }).result();
    const trainer = await glassformer.createTrainer({
      config: { model_type: 'gpt2', n_layer: 1, n_head: 1, n_embd: 8, n_positions: 8 },
      texts: 'aab'.repeat(10),
    });
    let steps = 0;
    for await (const _ of trainer.train({ steps: 20 })) steps++;
    return { text, steps };
  });
  expect(found).toEqual({ text: 'aab', steps: 20 });
});
