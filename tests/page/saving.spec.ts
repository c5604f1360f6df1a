/** Figures of the page that a reader may keep. */
import { readFileSync } from 'node:fs';
import { expect, type Locator, open, sentenceField, test } from './fixture.ts';
import { goToLearning } from './learning.ts';
import { goTo, likeliest, modelOf } from './models.ts';
import { parse, svgOf } from './svg.ts';

test('a figure of the first view, of the hand-made model and of the last chapter can be kept', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await open(page);
  const model = modelOf(page, 'tokens');
  const [share = 0] = await likeliest(model, 'Once upon a time, there was a little girl named');
  const textsOf = async (figure: Locator) => {
    const { error, texts } = await parse(page, await svgOf(figure));
    expect(error).toBe('');
    return texts.join(' ');
  };
  const first = await textsOf(page.locator('.first glass-save'));
  for (const text of ['Layer 5', 'named', 'Who looks at whom', `${share.toFixed(1)}%`])
    expect(first).toContain(text);

  await goToLearning(page);
  await goTo(page, 'inside', 'glass-matrix .cell');
  const inside = await textsOf(page.locator('#inside glass-save'));
  for (const text of ['attn.pattern', 'logits', '1024']) expect(inside).toContain(text);
  await expect(page.locator('#learning-live glass-save > glass-train')).toBeAttached();
  await expect(page.locator('#choosing glass-save > glass-generate')).toBeAttached();

  await goTo(page, 'what-if', 'glass-translate .output');
  const [writing, translation] = [0, 1].map((i) => page.locator('#what-if glass-save').nth(i));
  expect(await textsOf(writing!)).toContain(`${share.toFixed(1)}%`);
  const beam = page.locator('#what-if .output:has(#way-beam) [part=translation]');
  const said = ((await beam.textContent()) ?? '').trim();
  expect(said).toMatch(/\p{Script=Han}/u);
  expect((await textsOf(translation!)).replace(/\s/g, '')).toContain(said);
});

test('the picture of the first view has the title of its figures, and the address', async ({
  page,
}) => {
  await open(page, '#lang=zh');
  const figure = page.locator('.first glass-save');
  await figure.locator('[part=button]').click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    figure.getByRole('menuitem', { name: 'SVG' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('谁在看谁-接下来可能是什么.svg');
  const svg = readFileSync(await download.path(), 'utf8');
  expect(svg).toContain('<title>谁在看谁 · 接下来可能是什么</title>');
  const { texts } = await parse(page, svg);
  expect(texts).toContain('谁在看谁 · 接下来可能是什么');
  // The whole address, on as many lines as it takes.
  expect(texts.join('')).toContain(page.url());
});

test('a figure’s line calls its model as the choice above the line does', async ({ page }) => {
  await open(page, '#lang=zh');
  const line = page.locator('.first glass-save [part=model]');
  await expect(line).toContainText('唐诗（中文，4 MB），损失 4.02 关于这个模型');
  await page.locator('.voice select').selectOption('stories-large');
  await expect(line).toContainText('故事，大一倍（英文，4 MB），损失 1.74 关于这个模型');
});

test('the line about the model leads to its description, and keeps what the reader chose', async ({
  page,
}) => {
  await open(page, '#text=The+dog+was+sad');
  await page.locator('.first glass-save [part=model] a').click();
  const description = page.locator('#sources #model-stories');
  await expect(description).toBeFocused();
  await expect(description).toContainText('loss on held-out stories');
  // What it makes of what it has not learned from is open there, and closed at models that nothing here shows.
  await expect(description.locator('details[open] li')).toHaveCount(10);
  await expect(page.locator('#model-zh details')).toHaveCount(1);
  await expect(page.locator('#model-zh details[open]')).toHaveCount(0);
  await expect(page.locator('#model-en-zh details[open] dl')).toHaveCount(10);
  expect(page.url()).toContain('text=The+dog+was+sad');
  expect(page.url()).toContain('at=model-stories');
});

test('who goes back from a model’s description is where they were', async ({ page }) => {
  await open(page);
  await goTo(page, 'layers', 'glass-feed-forward .pushes');
  const link = page.locator('#layers glass-save [part=model] a').last();
  await link.scrollIntoViewIfNeeded();
  const before = await page.evaluate(() => scrollY);
  await link.click();
  await expect(page.locator('#model-stories')).toBeFocused();
  await expect.poll(() => page.evaluate(() => scrollY)).not.toBe(before);
  await page.goBack();
  await expect(link).toBeInViewport();
  // What changes the address meanwhile leaves that to the entry of the history.
  await page.goForward();
  await expect(page.locator('#model-stories')).toBeInViewport();
  await sentenceField(page).fill('The cat');
  await expect(page).toHaveURL(/text=The\+cat/);
  await page.goBack();
  await expect(link).toBeInViewport();
});
