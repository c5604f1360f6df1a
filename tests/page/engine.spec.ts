// The package straight from dist/, without a bundler, in a blank page that allows nothing but its own origin: the engine in
// its worker, in a worker of the page's own, and what happens when it fails.
import { readFile } from 'node:fs/promises';
import { openBlank } from './blank.ts';
import { expect, test } from './fixture.ts';

type Package = typeof import('glassformer');
declare const glassformer: Package;
declare const allHaveAsked: () => Promise<void>;

test.describe('the engine in its worker', () => {
  test('loads by name and by relative URL, runs, and generates', async ({ page }) => {
    await openBlank(page);
    const found = await page.evaluate(async () => {
      const model = await glassformer.loadModel('aab');
      const other = await glassformer.loadModel('./models/aab');
      const run = await model.forward('aabaa', { capture: ['logits'] });
      const texts: string[] = [];
      for await (const step of other.generate('aab', { max_new_tokens: 4 })) texts.push(step.text);
      await model.close();
      await other.close();
      const { data } = run.activations['logits']!;
      return { texts, logits: [...data], own: data.buffer.byteLength };
    });
    expect(found.texts).toEqual(['a', 'a', 'b', 'a']);
    expect(found.logits).toEqual([1, 1024, 1, 1024, 1024, 1, 1025, 0, 1, 1024]);
    expect(found.own).toBe(40);
  });

  test('does not block the page', async ({ page }) => {
    await openBlank(page);
    const workers = page.workers();
    await page.evaluate(() => glassformer.softmax({ shape: [2], data: Float32Array.of(0, 0) }));
    expect(page.workers().length).toBe(workers.length + 1);
    await page.evaluate(() => glassformer.createEngine().info());
    expect(page.workers().length).toBe(workers.length + 2);
  });

  test('tells errors with name, code, message and stack', async ({ page }) => {
    await openBlank(page);
    const told = await page.evaluate(async () => {
      const model = await glassformer.loadModel('aab');
      const error = await model.forward('abc').catch((error: unknown) => error as Error);
      return {
        own: error instanceof glassformer.GlassformerError,
        code: (error as Error & { code: string }).code,
        name: (error as Error).name,
        message: (error as Error).message,
        stack: Boolean((error as Error).stack),
      };
    });
    expect(told).toMatchObject({
      own: true,
      name: 'GlassformerError',
      code: 'InvalidText',
      stack: true,
    });
    expect(told.message).toContain("'c'");
  });
});

test.describe('a signal', () => {
  test.use({ allowed: /request failed: .*config\.json/ });

  test('stops a load when its signal is aborted', async ({ page }) => {
    await openBlank(page);
    const told = await page.evaluate(async () => {
      const stop = new AbortController();
      const engine = glassformer.createEngine();
      await engine.info();
      const loading = glassformer.loadModel('aab', { engine, signal: stop.signal });
      stop.abort(new Error('changed my mind'));
      const message = await loading.catch((error: unknown) => (error as Error).message);
      // What is left of the first load, which began earlier, has ended before this one.
      await (await glassformer.loadModel('aab', { engine })).close();
      return { message, handles: (await engine.info()).openHandles };
    });
    expect(told).toEqual({ message: 'changed my mind', handles: 0 });
  });
});

test.describe('an engine that failed', () => {
  test.use({ allowed: /worker\.js|404/ });

  test('is replaced after it ran out of memory; calls under way are told', async ({ page }) => {
    // The first worker runs on a machine without memory to give.
    const worker = await readFile(new URL('../../dist/worker.js', import.meta.url), 'utf8');
    const stingy = `WebAssembly.Memory.prototype.grow = () => { throw new RangeError('no more memory'); };`;
    const files = { 'worker.js': `${stingy}\n${worker}` } as Record<string, string>;
    await openBlank(page, files);
    // The training module comes when all that ask for it wait.
    const asked = new Promise<void>((resolve) => page.exposeFunction('allHaveAsked', resolve));
    await page.route('**/glassformer-training*.wasm', async (route) => {
      await asked;
      await route.fallback();
    });
    const config = JSON.parse(
      await readFile(new URL('../../models/aab/config.json', import.meta.url), 'utf8'),
    ) as object;
    const told = await page.evaluate(
      async (options) => {
        const sentence = (error: unknown) =>
          `${(error as { code: string }).code}: ${(error as Error).message}`;
        const model = await glassformer.loadModel('aab');
        const large = { shape: [2 ** 24], data: new Float32Array(2 ** 24) };
        const refused = await glassformer.softmax(large).catch(sentence);
        const alive = await glassformer.softmax({ shape: [1], data: new Float32Array(1) });
        // Each is too small to be refused; together they are too much.
        const asking = Array.from({ length: 2000 }, () => glassformer.createTrainer(options));
        const answering = Promise.allSettled(asking);
        await glassformer.softmax({ shape: [1], data: new Float32Array(1) }); // comes after all of them
        await allHaveAsked();
        const answers = await answering;
        const sentences = answers.map((answer) =>
          answer.status === 'rejected' ? sentence(answer.reason) : 'fine',
        );
        return {
          refused,
          alive: [...alive.data],
          first: sentences[0],
          others: [...new Set(sentences)],
          late: (await model.forward('aab')).tokens.length,
        };
      },
      { config, sequences: [[0, 0, 1, 0, 0, 1, 0, 0, 1]] },
    );
    expect(told.refused).toMatch(/^OutOfMemory: this call needs about 257 MiB, more than is left/);
    expect(told.alive).toEqual([1]);
    expect(told.first).toBe('fine');
    expect(told.others).toEqual(['fine', 'OutOfMemory: there is not enough memory for this']);
    // The model is opened again in a new engine.
    expect(told.late).toBe(3);

    delete files['worker.js'];
    const text = await page.evaluate(async () => {
      const again = await glassformer.loadModel('aab');
      return (await again.generate('aab', { max_new_tokens: 3 }).result()).text;
    });
    expect(text).toBe('aab');
  });

  test('is started anew when its worker could not be fetched the first time', async ({ page }) => {
    await openBlank(page);
    await page.route('**/worker.js', (route) => route.fulfill({ status: 404 }));
    const load = () =>
      page.evaluate(async () => {
        const model = await glassformer.loadModel('aab').catch((error: unknown) => error as Error);
        return model instanceof Error ? model.message : 'loaded';
      });
    expect(await load()).toMatch(
      /^there is no http:.*\/worker\.js: "npx glassformer assets FOLDER" copies the package's files, FOLDER being what the server shows as http:.*\/$/,
    );
    await page.unroute('**/worker.js');
    expect(await load()).toBe('loaded');
  });
});

test('in a worker of the page’s own the engine runs right there', async ({ page }) => {
  const source = `
    import { loadModel } from './index.js';
    const model = await loadModel(new URL('./models/aab/', import.meta.url));
    postMessage((await model.generate('aab', { max_new_tokens: 3 }).result()).text);`;
  await openBlank(page, { 'own.js': source });
  const text = await page.evaluate(
    () =>
      new Promise((resolve, reject) => {
        const worker = new Worker(new URL('./own.js', document.baseURI), { type: 'module' });
        worker.onmessage = ({ data }) => resolve(data);
        worker.onerror = ({ message }) => reject(new Error(message));
      }),
  );
  expect(text).toBe('aab');
  expect(page.workers()).toHaveLength(1);
});
