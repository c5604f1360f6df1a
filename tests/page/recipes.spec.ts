/** The JavaScript under a figure computes what the figure shows: it is run in Node, with the package as it was built. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { expect, type Page, test as base } from './kept.ts';
import { mount } from './mount.ts';
import { recipeOf, toldBy } from './told.ts';

/** What `name` is at the end of a recipe. */
type Computed = (recipe: string | null, name: string) => Promise<unknown>;

const test = base.extend<object, { computed: Computed }>({
  computed: [
    async ({ browserName: _ }, use) => {
      let runner: ChildProcess | null = null;
      await use(async (recipe, name) => {
        runner ??= fork(`${import.meta.dirname}/recipe-runner.mjs`, { execArgv: [] });
        const answer = once(runner, 'message') as Promise<[{ value: string; error?: string }]>;
        runner.send([String(recipe), name]);
        const [{ value, error }] = await answer;
        if (error !== undefined) throw new Error(error);
        return JSON.parse(value) as unknown;
      });
      (runner as ChildProcess | null)?.disconnect();
    },
    { scope: 'worker' },
  ],
});

/** Numbers of two instruction sets differ in their last digits. */
function expectNear(found: unknown, wanted: unknown): void {
  if (typeof wanted === 'number') expect(found).toBeCloseTo(wanted, 3);
  else if (typeof wanted !== 'object' || wanted === null) expect(found).toEqual(wanted);
  else for (const [name, each] of Object.entries(wanted)) expectNear((found as never)[name], each);
}

const kTexts = {
  stories: 'Once upon a time, there was a "little" girl\'s',
  tang: '空山新雨后，',
  aab: 'aabaa',
};

async function switchOff(page: Page): Promise<void> {
  await page
    .locator('glass-model')
    .evaluate((model) => Object.assign(model, { ablations: [{ layer: 0, head: 0 }] }));
}

for (const src of ['stories', 'tang', 'aab'] as const)
  test(`of the surprise: ${src}`, async ({ page, computed }) => {
    const options = { tags: ['glass-surprise'], src, text: kTexts[src] };
    const figure = await mount(page, options, '.token');
    const { bits } = await toldBy<{ bits: unknown }>(figure);
    expectNear(await computed(await recipeOf(figure), 'bits'), bits);
  });

test('it is two imports, the model, and one call', async ({ page }) => {
  const options = { tags: ['glass-surprise'], src: 'tang', text: kTexts.tang };
  const figure = await mount(page, options, '.token');
  expect((await recipeOf(figure))?.split('\n')).toEqual([
    `import { loadModel } from 'glassformer';`,
    `import { surprise } from 'glassformer/study';`,
    '',
    `const model = await loadModel('tang');`,
    `const { bits } = await surprise(model, '${kTexts.tang}');`,
    '',
  ]);
});

for (const src of ['stories', 'tang', 'aab'] as const)
  test(`of the attribution: ${src}`, async ({ page, computed }) => {
    const options = { tags: ['glass-attribution'], src, text: kTexts[src] };
    const figure = await mount(page, options, 'tfoot td');
    await figure.locator('select').selectOption({ index: 1 });
    await expect
      .poll(async () => (await toldBy<{ against: unknown }>(figure)).against)
      .not.toBeNull();
    const told = await toldBy<{
      shares: object;
      sum: number;
      logit: number;
    }>(figure);
    expect(Object.keys(told.shares).length).toBeGreaterThan(2);
    const recipe = await recipeOf(figure);
    const found = (await computed(recipe, 'shares')) as object;
    expect(Object.keys(found).sort()).toEqual(Object.keys(told.shares).sort());
    expectNear(found, told.shares);
    const sum = await computed(recipe, 'sum');
    expectNear(sum, told.sum);
    expectNear(sum, told.logit);
  });

test('of the surprise, with a head switched off', async ({ page, computed }) => {
  const options = { tags: ['glass-surprise'], src: 'stories', text: kTexts.stories };
  const figure = await mount(page, options, '.token');
  const before = await toldBy<{ bits: unknown }>(figure);
  await switchOff(page);
  await expect
    .poll(async () => (await toldBy<{ bits: unknown }>(figure)).bits)
    .not.toEqual(before.bits);
  const { bits } = await toldBy<{ bits: unknown }>(figure);
  expectNear(await computed(await recipeOf(figure), 'bits'), bits);
});

for (const [src, props] of [
  ['stories', {}],
  [
    'tang',
    { clean: '床前明月光，疑是地上', corrupted: '床前明月夜，疑是地上', activation: 'attn_out' },
  ],
  ['stories', { activation: 'attn.z', token: 300 }],
  ['stories', { activation: 'attn.pattern', head: 4 }],
] as const)
  test(`of the cells: ${src}, ${JSON.stringify(props)}`, async ({ page, computed }) => {
    const options = { tags: ['glass-patch'], src, text: kTexts[src], props };
    const figure = await mount(page, options, 'td button');
    await figure.locator('td button').nth(24).click();
    const { chosen, restored } = await toldBy<{
      chosen: { layer: number; place: number; restored: number };
      restored: number[][];
    }>(figure);
    const found = (await computed(await recipeOf(figure), 'restored')) as number[][];
    expectNear(found, restored);
    expect(restored[chosen.layer]![chosen.place]).toBe(chosen.restored);
  });

for (const [src, text, props] of [
  ['stories', kTexts.stories, {}],
  ['stories', kTexts.stories, { kind: 'mean', reference: "It's a dog." }],
  ['tang', kTexts.tang, { kind: 'mean' }],
  ['en-zh', 'I like tea.', { kind: 'mean' }],
] as const)
  test(`of all parts that are left out: ${src}, ${JSON.stringify(props)}`, async ({
    page,
    computed,
  }) => {
    const options = { tags: ['glass-ablation'], src, text, props };
    const figure = await mount(page, options, 'td button');
    type Part = { hooks: string[]; head: number | null; probability: number };
    const named = (parts: Part[]) =>
      Object.fromEntries(
        parts.map(({ hooks, head, probability }) => [`${hooks.join()} ${head}`, probability]),
      );
    const told = await toldBy<{ probability: number; without: Part[] }>(figure);
    const recipe = await recipeOf(figure);
    const found = (await computed(recipe, '[probability, without]')) as [number, Part[]];
    expectNear(found[0], told.probability);
    expect(found[1]).toHaveLength(told.without.length);
    expectNear(named(found[1]), named(told.without));
  });

for (const [src, kind, props] of [
  ['stories', 'qk', { layer: 1, head: 2, withPositions: true }],
  ['tang', 'ov', { layer: 4, head: 0 }],
  ['aab', 'qk', {}],
] as const)
  test(`of a circuit: ${src}, ${kind}`, async ({ page, computed }) => {
    const options = { tags: ['glass-circuit'], src, text: kTexts[src], props: { kind, ...props } };
    const figure = await mount(page, options, 'glass-matrix .cell, [part=raised] li');
    const name = kind === 'qk' ? 'scores' : 'raised';
    const told = await toldBy<Record<string, unknown>>(figure);
    expectNear(await computed(await recipeOf(figure), name), told[name]);
  });

for (const src of ['stories', 'tang'] as const)
  test(`of a neuron: ${src}`, async ({ page, computed }) => {
    const props = { layer: 1, neuron: 17 };
    const options = { tags: ['glass-feed-forward'], src, text: kTexts[src], props };
    const figure = await mount(page, options, '.pushes li');
    const before = await toldBy<{ along: unknown }>(figure);
    await switchOff(page);
    await expect
      .poll(async () => (await toldBy<{ along: unknown }>(figure)).along)
      .not.toEqual(before.along);
    for (const name of ['along', 'raised']) {
      const told = await toldBy<Record<string, unknown>>(figure);
      expectNear(await computed(await recipeOf(figure), name), told[name]);
    }
  });

for (const src of ['stories', 'tang', 'aab'] as const)
  test(`of a logit: ${src}`, async ({ page, computed }) => {
    const options = { tags: ['glass-logits'], src, text: kTexts[src] };
    const figure = await mount(page, options, '.sums dd');
    await figure.locator('input[type=radio]').nth(1).check();
    const { shown } = await toldBy<{ shown: { logit: number } }>(figure);
    expectNear(await computed(await recipeOf(figure), 'sum'), shown.logit);
  });

test('of what is learned, with the norm after and sine positions', async ({ page, computed }) => {
  const props = {
    layers: 2,
    norm: 'post',
    positions: 'sinusoidal',
    lr: 0.01,
    seed: 7,
    maxSteps: 6,
  };
  const figure = await mount(page, { tags: ['glass-train'], src: 'aab', props }, 'svg.chart');
  await figure.getByRole('button', { name: 'Run', exact: true }).click();
  await expect(figure.getByText('Stopped after 6 steps.')).toBeVisible();
  const { runs } = await toldBy<{ runs: { points: { step: number; loss: number }[] }[] }>(figure);
  const [, ...taken] = runs[0]!.points;
  expect(taken.at(-1)!.step).toBe(6);
  const losses = (await computed(await recipeOf(figure), 'losses')) as number[];
  expectNear(
    taken.map(({ step }) => losses[step - 1]),
    taken.map(({ loss }) => loss),
  );
});

test('it is copied, and a model that a script has loaded has none', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const options = { tags: ['glass-surprise'], src: 'aab', text: 'aabaa' };
  const figure = await mount(page, options, '.token');
  await figure.locator('summary').click();
  await figure.getByRole('button', { name: 'Copy', exact: true }).click();
  await expect(figure.locator('.recipe [role=status]')).toHaveText('Copied.');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(await recipeOf(figure));
  await page.evaluate(async () => {
    const { loadModel } = (globalThis as unknown as { glassformer: typeof import('glassformer') })
      .glassformer;
    const model = await loadModel('aab');
    const other = document.createElement('glass-model');
    Object.assign(other, { model, text: 'aab' });
    other.append(document.createElement('glass-surprise'));
    document.body.append(other);
  });
  const alone = page.locator('glass-surprise').nth(1);
  await expect(alone.locator('.token')).toHaveCount(3);
  expect(await recipeOf(alone)).toBeNull();
  await expect(alone.locator('.recipe')).toHaveCount(0);
});

test('it loads the model that the figure names, not the one around', async ({ page, computed }) => {
  const own = { modelName: 'aab', text: 'aabaa' };
  const options = { tags: ['glass-surprise'], src: 'tang', text: '空山', props: own };
  const figure = await mount(page, options, '.token');
  const recipe = await recipeOf(figure);
  expect(recipe).toContain("loadModel('aab'");
  const { bits } = await toldBy<{ bits: unknown }>(figure);
  expectNear(await computed(recipe, 'bits'), bits);
});

test('where a script edits every run there is none', async ({ page }) => {
  const options = { tags: ['glass-surprise'], src: 'aab', text: 'aabaa' };
  const figure = await mount(page, options, '.token');
  expect(await recipeOf(figure)).not.toBeNull();
  await page.locator('glass-model').evaluate((model) => {
    const edits = [{ hook: 'blocks.0.attn.z', head: 0, scale: 0 }];
    Object.assign(model, { options: { edits } });
  });
  await expect.poll(() => recipeOf(figure)).toBeNull();
});
