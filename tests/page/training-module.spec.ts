// The module that can train is fetched when somebody trains, and not before.
import { openBlank } from './blank.ts';
import { expect, test } from './fixture.ts';

declare const glassformer: typeof import('glassformer');

const run = async () => {
  const model = await glassformer.loadModel('aab');
  const tokens = (await model.forward('aab')).tokens.length;
  await model.close();
  return tokens;
};
const train = async () => {
  const trainer = await glassformer.createTrainer({
    config: { model_type: 'gpt2', n_layer: 1, n_head: 1, n_embd: 8, n_positions: 8 },
    texts: 'aab'.repeat(10),
  });
  for await (const _ of trainer.train({ steps: 1 }));
  const model = await trainer.model();
  const tokens = (await model.forward('aab')).tokens.length;
  await trainer.close();
  await model.close();
  return tokens;
};

test.use({ allowed: /training|net::ERR_FAILED/ });

test('training fetches its module once; where that fails models run on, and it is fetched again', async ({
  page,
}) => {
  const modules: string[] = [];
  page.on('request', (request) => {
    const [, name] = /([^/]+)\.wasm$/.exec(new URL(request.url()).pathname) ?? [];
    if (name !== undefined) modules.push(name);
  });
  await openBlank(page);
  expect(await page.evaluate(run)).toBe(3);
  expect(modules).toEqual([expect.stringMatching(/^glassformer(-relaxed)?$/)]);

  const training = '**/glassformer-training*.wasm';
  await page.route(training, (route) => route.abort());
  const error = page.evaluate(train);
  await expect(error).rejects.toThrow(/glassformer-training(-relaxed)?\.wasm cannot be read/);
  expect(await page.evaluate(run)).toBe(3);

  await page.unroute(training);
  modules.splice(0);
  expect(await page.evaluate(train)).toBe(3);
  expect(await page.evaluate(train)).toBe(3);
  expect(modules).toEqual([expect.stringMatching(/^glassformer-training(-relaxed)?$/)]);
});
