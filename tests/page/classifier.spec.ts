/** A model that classifies in figures: an encoder's attention, classes in place of next tokens, a sentence where it would write. */
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readTensors } from '../../tools/lib/safetensors.mjs';
import { violations } from './axe.ts';
import { expect, type Locator, open, type Page, test } from './kept.ts';
import { openShelf } from './shelf.ts';
import { activationsOf, toldBy } from './told.ts';

const kGolden = 'tests/golden/classifier_pre_mean';
const kConfig = readFileSync(`${kGolden}_config.json`, 'utf8');
const kLabels = ['negative', 'positive'];
/** The ids of PyTorch's numbers (tools/goldens/classifier.py): 3, 1, 4, 1, 5, 9, 2. */
const kText = 'dbebfjc';
const kLogits = [
  ...(readTensors(readFileSync(`${kGolden}_forward.safetensors`))['logits']?.data ?? []),
];
const kVocab = JSON.stringify(
  Object.fromEntries([...'abcdefghijk'].map((letter, id) => [letter, id])),
);

/** In percent, the likeliest first. */
const likeliest = (): [string, number][] => {
  const sum = kLogits.reduce((all, logit) => all + Math.exp(logit), 0);
  const all = kLogits.map((logit, id): [string, number] => [
    kLabels[id] as string,
    (100 * Math.exp(logit)) / sum,
  ]);
  return all.sort((a, b) => b[1] - a[1]);
};

/** Elements around the model, which is opened from files in memory. */
async function show(
  page: Page,
  markup: string,
  language = 'en',
  labels: readonly string[] | null = null,
): Promise<Locator> {
  await openShelf(page, language);
  await page.evaluate(
    async ([inside, text, config, weights, vocabJson]) => {
      const { loadModel } = (
        globalThis as unknown as {
          glassformer: { loadModel(files: object): Promise<unknown> };
        }
      ).glassformer;
      const bytes = Uint8Array.from(atob(weights), (each) => each.charCodeAt(0));
      const main = document.querySelector('main') as HTMLElement;
      main.innerHTML = `<glass-model text="${text}">${inside}</glass-model>`;
      const model = await loadModel({ config, weights: bytes, vocabJson });
      Object.assign(main.firstElementChild as HTMLElement, { model });
    },
    [
      markup,
      kText,
      labels === null
        ? kConfig
        : JSON.stringify({ ...JSON.parse(kConfig), id2label: { ...labels } }),
      readFileSync(`${kGolden}_weights.safetensors`).toString('base64'),
      kVocab,
    ] as const,
  );
  return page.locator('main > glass-model');
}

/** Who has opened a model closes it; with an open one the page would not be kept. */
test.afterEach(({ page }) =>
  page.evaluate(async () => {
    const figure = document.querySelector('main > glass-model') as unknown as {
      model: { close(): Promise<void> } | null;
    } | null;
    await figure?.model?.close();
  }),
);

/** What shows that each has drawn. */
const kSigns: Readonly<Record<string, string>> = {
  'glass-input': '.mirror [data-place]',
  'glass-tokens': 'button',
  'glass-embeddings': '.cell',
  'glass-attention': '.cell',
  'glass-attention-steps': 'td',
  'glass-heads': '.head',
  'glass-block': 'td',
  'glass-feed-forward': '.pushes li',
  'glass-norm': 'dd',
  'glass-join': 'canvas',
  'glass-next-token': 'button',
  'glass-map': 'svg',
  'glass-positions': '.strip canvas',
  'glass-variance': 'svg',
  'glass-matrix': '.cell, canvas',
};

for (const [tag, sign] of Object.entries(kSigns))
  test(`<${tag}> draws an encoder that classifies, and axe finds nothing`, async ({ page }) => {
    const hook = tag === 'glass-matrix' ? 'hook="blocks.1.attn.pattern" caption="Weights"' : '';
    await show(page, `<${tag} ${hook}></${tag}>`);
    const figure = page.locator(tag);
    await expect(figure.locator(sign).first()).toBeAttached();
    await expect(figure.locator('[part~=message]:not(.unseen)')).toHaveCount(0);
    expect(await violations(page, 'main')).toEqual([]);
  });

test('every token looks at every other one, and the weights are the engine’s', async ({ page }) => {
  const model = await show(page, '<glass-attention layer="1" head="2"></glass-attention>');
  const figure = model.locator('glass-attention');
  await expect(figure.locator('.cell').first()).toBeAttached();
  const { pattern } = await activationsOf(figure, kText, {
    capture: ['blocks.1.attn.pattern'],
  }).then((all) => ({ pattern: all['blocks.1.attn.pattern']! }));
  const length = kText.length;
  const first = pattern.data.slice(2 * length * length, 2 * length * length + length);
  expect(Math.min(...first)).toBeGreaterThan(0);
  const told = await toldBy<{ weights: number[][] }>(figure);
  for (const [key, weight] of first.entries())
    expect(told.weights[0]?.[key]).toBeCloseTo(weight, 3);
});

test('the whole name of a class is seen, however long it is', async ({ page }) => {
  const labels = ['a complaint about the delivery', 'praise'];
  const model = await show(page, '<glass-next-token></glass-next-token>', 'en', labels);
  const names = model.locator('glass-next-token [part=bar] bdi');
  await expect(names.filter({ hasText: labels[0]! })).toHaveCount(1);
  const hidden = await names.evaluateAll((all) =>
    all.filter((each) => each.scrollWidth > each.clientWidth + 1).map((each) => each.textContent),
  );
  expect(hidden).toEqual([]);
});

for (const [language, title] of [
  ['en', 'Classes'],
  ['zh-CN', '类别'],
] as const)
  test(`the bars are the classes, with PyTorch’s probabilities: ${language}`, async ({ page }) => {
    const model = await show(
      page,
      '<glass-next-token with-logits adjustable></glass-next-token>',
      language,
    );
    const bars = model.locator('glass-next-token [part=bar]');
    await expect(bars).toHaveCount(kLabels.length);
    for (const [place, [label, percent]] of likeliest().entries()) {
      await expect(bars.nth(place)).toContainText(label);
      await expect(bars.nth(place)).toContainText(`${percent.toFixed(1)}%`);
      await expect(bars.nth(place)).toBeDisabled();
    }
    await expect(model.locator('glass-next-token ol')).toHaveAttribute('aria-label', title);
    // There is nothing to be filtered, and no token to be looked at from another place.
    await expect(model.locator('glass-next-token [part=controls]')).toHaveCount(0);
    await expect(model.locator('glass-next-token [part=softmax]')).toContainText(
      language === 'en' ? 'the sum over all 2 classes' : '全部 2 个类别',
    );
    expect(await violations(page, 'main')).toEqual([]);
  });

test('a head that is switched off moves the classes', async ({ page }) => {
  const model = await show(
    page,
    '<glass-heads switchable></glass-heads><glass-next-token compare></glass-next-token>',
  );
  const bars = model.locator('glass-next-token [part=bar]');
  await expect(bars).toHaveCount(kLabels.length);
  await expect(bars.first().locator('.was')).toHaveCount(0);
  await model.locator('glass-heads [data-layer="0"][data-head="1"]').click();
  await model.locator('glass-heads').getByRole('button', { name: 'Switch off' }).click();
  const [[label, percent] = ['', 0]] = likeliest();
  await expect(bars.filter({ hasText: label }).locator('.was')).toContainText(
    `${percent.toFixed(1)}%`,
  );
  const { logits } = await activationsOf(model.locator('glass-heads'), kText, {
    capture: ['logits'],
    ablate: [{ layer: 0, head: 1 }],
  });
  const powers = logits!.data.map(Math.exp);
  const now = ((powers[kLabels.indexOf(label)] as number) / (powers[0]! + powers[1]!)) * 100;
  await expect(bars.filter({ hasText: label }).locator('.share')).toContainText(
    `${now.toFixed(1)}%`,
  );
});

test('after each layer it would name a class of each token alone', async ({ page }) => {
  const model = await show(page, '<glass-block></glass-block>');
  const cells = model.locator('glass-block td');
  await expect(cells.first()).toBeAttached();
  await expect(model.locator('glass-block [part=readout]').first()).toContainText(
    /After layer 2, from “c” alone its output layer would give “(negative|positive)”/,
  );
  for (const text of await cells.allInnerTexts())
    if (text.trim()) expect(text).toMatch(/negative|positive/);
});

const kWriters = [
  'glass-generate',
  'glass-beam-tree',
  'glass-translate',
  'glass-surprise',
  'glass-patch',
  'glass-attribution',
  'glass-ablation',
  'glass-circuit',
  'glass-logits',
];

for (const [language, sentence] of [
  ['en', 'This model classifies texts and does not write any.'],
  ['zh-CN', '这个模型只给文字分类，不会写文字。'],
] as const)
  test(`what shows what a model writes says that this one writes none: ${language}`, async ({
    page,
  }) => {
    const markup = kWriters.map((tag) => `<${tag}></${tag}>`).join('');
    const model = await show(page, markup, language);
    for (const tag of kWriters) {
      await expect(model.locator(`${tag} [part~=message]`)).toHaveText(sentence);
      await expect(model.locator(`${tag} [role=alert]`)).toHaveCount(0);
    }
    expect(await violations(page, 'main')).toEqual([]);
  });

for (const [language, classes] of [
  ['en', 'Which class it gives the text'],
  ['zh', '它给这段文字归的类别'],
] as const)
  test(`on the page its folder opens with its classes, in ${language}`, async ({ page }, info) => {
    const folder = info.outputPath('moods');
    mkdirSync(folder, { recursive: true });
    cpSync(`${kGolden}_config.json`, join(folder, 'config.json'));
    cpSync(`${kGolden}_weights.safetensors`, join(folder, 'model.safetensors'));
    writeFileSync(join(folder, 'vocab.json'), kVocab);
    const failures: string[] = [];
    page.on('pageerror', (error) => failures.push(String(error)));

    await open(page, `#lang=${language}&at=own-model`);
    const place = page.locator('#own-model');
    await expect(place.locator('.give')).toBeVisible();
    await place.locator('input[type=file]').first().setInputFiles(folder);
    await expect(place.locator('h3 bdi')).toHaveText('moods');
    await place.locator('glass-model textarea').fill(kText);
    await expect(place.getByRole('heading', { name: classes })).toBeVisible();
    const [[label, percent] = ['', 0]] = likeliest();
    const bars = place.locator('glass-next-token [part=bar]');
    await expect(bars.first()).toContainText(label);
    await expect(bars.first()).toContainText(`${percent.toFixed(1)}%`);
    for (const tag of ['heads', 'attention', 'block'])
      await expect(place.locator(`glass-${tag} [part~=message]`)).toHaveCount(0);
    await expect(place.locator('glass-generate, glass-surprise')).toHaveCount(0);
    expect(failures).toEqual([]);
    expect(await violations(page, '#own-model')).toEqual([]);
  });
