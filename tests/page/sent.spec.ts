// What crosses from a page to the engine's worker: whatever cannot be sent or read there is told, and nothing waits for ever.
import { openBlank } from './blank.ts';
import { expect, test } from './fixture.ts';

type Package = typeof import('glassformer');
declare const glassformer: Package;

test('what cannot be sent is refused in a sentence, and other models stay', async ({ page }) => {
  await openBlank(page);
  const found = await page.evaluate(async () => {
    const told: string[] = [];
    const refused = async (asked: () => Promise<unknown>) => {
      const error = await asked().then(
        () => ({ code: 'taken', message: '' }),
        (error: unknown) => error as Error & { code: string },
      );
      told.push(`${error.code}: ${error.message}`);
    };
    const model = await glassformer.loadModel('aab');
    const bytesOf = async (name: string) =>
      new Uint8Array(await (await fetch(`models/aab/${name}`)).arrayBuffer());
    const weights = await bytesOf('model.safetensors');
    const config = JSON.parse(new TextDecoder().decode(await bytesOf('config.json'))) as object;
    const nested = (levels: number) => {
      let value = {};
      for (let i = 0; i < levels; ++i) value = { a: value };
      return value;
    };
    // Depths that a message holds and a worker cannot read, and depths that no message holds.
    for (const x of [nested(1440), nested(3585), nested(9000), document.body, () => 1])
      await refused(() => glassformer.loadModel({ config: { ...config, x }, weights }));
    const detached = weights.slice();
    structuredClone(detached, { transfer: [detached.buffer] });
    await refused(() => glassformer.loadModel({ config, weights: detached }));
    const data = new Float32Array();
    structuredClone(data, { transfer: [data.buffer] });
    await refused(() => model.logitLens({ shape: [0, 5], data }));
    await refused(() => model.forward([0], { capture: [document.body] as never }));
    // What no option is may hold anything.
    const extra = { id: 0, text: 'a', start: 0, end: 1, node: document.body };
    const { tokens } = await model.forward([extra, extra]);
    return { told, tokens: tokens.length };
  });
  const config = 'InvalidArgument: loadModel: config must be what JSON can hold, found';
  expect(found).toEqual({
    told: [
      ...Array.from({ length: 3 }, () => `${config} more than 64 levels in a`),
      `${config} a value of the kind HTMLBodyElement in x`,
      `${config} a function in x`,
      'InvalidArgument: loadModel: files: weights must be an ArrayBuffer, a Uint8Array or a Blob, found a detached Uint8Array',
      'InvalidArgument: logitLens: residual must be { shape, data } with a Float32Array of as many finite numbers as the shape says, found {"shape":[0,5],"data":a detached Float32Array}',
      'InvalidArgument: forward: capture must be a list, each a text, found [{}]',
    ],
    tokens: 2,
  });
});

test('what a callback throws rejects the load, also when it is told of the last bytes', async ({
  page,
}) => {
  await openBlank(page);
  const found = await page.evaluate(async () => {
    const engine = glassformer.createEngine();
    const thrown = new Error('of the callback');
    const onProgress = ({ loaded, total }: { loaded: number; total: number | undefined }) => {
      if (loaded === total) throw thrown;
    };
    const rejected = await glassformer.loadModel('aab', { engine, onProgress }).catch(String);
    const { openHandles } = await engine.info();
    return { rejected, openHandles };
  });
  expect(found).toEqual({ rejected: 'Error: of the callback', openHandles: 0 });
});

test('a message that the worker cannot read is told to all that wait', async ({ page }) => {
  await openBlank(page);
  const found = await page.evaluate(async () => {
    const model = await glassformer.loadModel('aab');
    const { prototype } = Worker;
    const post = prototype.postMessage;
    // A message that is read neither here nor there, in the place of the next one.
    prototype.postMessage = function (this: Worker) {
      prototype.postMessage = post;
      let deep = {};
      for (let i = 0; i < 2500; ++i) deep = { a: deep };
      post.call(this, deep);
    };
    const { code, message } = await model.forward('aab').then(
      () => ({ code: 'answered', message: '' }),
      (error: unknown) => error as Error & { code: string },
    );
    return { code, message, tokens: (await model.forward('aab')).tokens.length };
  });
  expect(found).toEqual({
    code: 'Internal',
    message: "a message between the page and the engine's worker could not be read by the worker",
    tokens: 3,
  });
});
