/** What an input method composes is no text yet: Chinese, typed as its readers type it. */
import { expect, type Locator, open, type Page, sentenceField, test, tokensIn } from './fixture.ts';
import { InputMethod, listen } from './input-method.ts';
import { modelAt } from './models.ts';

const chips = (page: Page): Locator => page.locator('.under-say glass-tokens');
const writer = (page: Page): Locator => page.locator('main > glass-model');
const texts = async (page: Page): Promise<string[]> =>
  (await tokensIn(chips(page))).map(([text]) => text);

test.describe('in Chinese', () => {
  test.use({ locale: 'zh-CN' });

  test('what is composed behind a line changes nothing until it is text', async ({ page }) => {
    await open(page, '#text=空山新雨后，');
    const told = await listen(page);
    await expect(chips(page).locator('button')).toHaveCount(6);
    const field = sentenceField(page);
    await field.press('End');
    const method = await InputMethod.of(page);
    await method.compose('m', 'ming', "ming'yue");
    await expect(field).toHaveValue("空山新雨后，ming'yue");
    // It is under the underlines too, which are as long as the line.
    await expect(page.locator('#sentence .mirror')).toContainText("空山新雨后，ming'yue");
    await method.commit('明月');
    await expect(field).toHaveValue('空山新雨后，明月');
    await expect.poll(() => texts(page)).toEqual([...'空山新雨后，明月']);
    expect(await told()).toEqual(['空山新雨后，明月']);
    await expect
      .poll(() => new URL(page.url()).searchParams.get('text') ?? page.url())
      .toContain(encodeURIComponent('明月'));
  });

  test('pinyin in an emptied line calls no other model, and keeps what the reader has set', async ({
    page,
  }) => {
    const models: string[] = [];
    page.on('request', (request) => {
      const model = modelAt(request.url());
      if (model !== undefined) models.push(model);
    });
    await open(page, '#text=空山新雨后，&head=3.5&off=3.5*0&source=I+like+tea.');
    const field = sentenceField(page);
    await field.press('ControlOrMeta+a');
    await field.press('Delete');
    const method = await InputMethod.of(page);
    await method.compose('c', 'chuang', "chuang'qian");
    await expect(field).toHaveValue("chuang'qian");
    await expect(writer(page)).toHaveJSProperty('src', 'tang');
    await method.commit('床前明月光，');
    await expect.poll(() => texts(page)).toEqual([...'床前明月光，']);
    expect(models).toContain('tang');
    expect(models).not.toContain('stories');
    await expect
      .poll(() => Object.fromEntries(new URLSearchParams(new URL(page.url()).hash.slice(1))))
      .toEqual({ text: '床前明月光，', head: '3.5', off: '3.5*0', source: 'I like tea.' });
  });

  test('the translator reads no pinyin', async ({ page }) => {
    await open(page, '#source=I+like+tea.&at=translating');
    const chapter = page.locator('#translating');
    const tokens = chapter.locator('glass-tokens button');
    await expect(tokens.first()).toHaveText(/^\s*I/);
    const before = await tokens.allTextContents();
    const told = await listen(page);
    const field = chapter.locator('textarea');
    await field.press('ControlOrMeta+a');
    const method = await InputMethod.of(page);
    await method.compose('c', 'chuang', "chuang'qian");
    await expect(field).toHaveValue("chuang'qian");
    expect(await tokens.allTextContents()).toEqual(before);
    expect(await told()).toEqual([]);
    await method.commit('Yes.');
    await expect(tokens.first()).toHaveText(/^\s*Y/);
    expect(await told()).toEqual(['Yes.']);
  });

  test('each model keeps the heads that were picked and switched off in it', async ({ page }) => {
    await open(page, '#text=空山新雨后，&head=3.5&off=3.5*0&translator=cross.1.2');
    const addressed = () =>
      Object.fromEntries(new URLSearchParams(new URL(page.url()).hash.slice(1)));
    const picked = page.locator('.first glass-heads [aria-pressed=true]');
    await sentenceField(page).fill('The dog was sad');
    const tang = { 'tang-head': '3.5', 'tang-off': '3.5*0' };
    await expect
      .poll(addressed)
      .toEqual({ text: 'The dog was sad', translator: 'cross.1.2', ...tang });
    await expect(writer(page)).toHaveJSProperty('ablations', []);
    await expect.poll(() => texts(page)).toEqual(['The', 'dog', 'was', 'sad']);
    await page.locator('.first glass-heads [data-layer="1"][data-head="1"]').click();
    const translator = 'cross.1.2';
    const english = { text: 'The dog was sad', head: '2.2', translator, ...tang };
    await expect.poll(addressed).toEqual(english);

    await sentenceField(page).fill('白日依山尽，');
    await expect.poll(() => texts(page)).toEqual([...'白日依山尽，']);
    await expect.poll(addressed).toEqual({
      text: '白日依山尽，',
      head: '3.5',
      off: '3.5*0',
      'stories-head': '2.2',
      translator,
    });
    await expect(picked).toHaveAttribute('data-layer', '2');
    await expect(picked).toHaveAttribute('data-head', '4');
    await expect(writer(page)).toHaveJSProperty('ablations.0.factor', 0);
    await sentenceField(page).fill('The dog was sad');
    await expect.poll(addressed).toEqual(english);
    // A link brings the heads of both along.
    await page.reload();
    await expect.poll(() => texts(page)).toEqual(['The', 'dog', 'was', 'sad']);
    await sentenceField(page).fill('白日依山尽，');
    await expect.poll(() => texts(page)).toEqual([...'白日依山尽，']);
    await expect(writer(page)).toHaveJSProperty('ablations.0.factor', 0);
    await expect(picked).toHaveAttribute('data-head', '4');
  });

  for (const [language, first] of [
    ['zh', '空山新雨后，天气晚来'],
    ['en', 'Once upon a time, there was a little girl named'],
  ] as const)
    test(`an emptied line offers examples in the page’s language, whatever was read last: ${language}`, async ({
      page,
    }) => {
      const other = language === 'zh' ? 'The dog was sad' : '白日依山尽，';
      await open(page, `#lang=${language}&text=${encodeURIComponent(other)}`);
      const examples = page.locator('.under-say .examples button');
      await expect(examples.first()).not.toHaveText(first);
      await sentenceField(page).fill('');
      await expect(page.locator('#sentence .problem')).toBeVisible();
      await expect(examples.first()).toHaveText(first);
    });
});

test('what is wrong with the line is not told under what is being composed', async ({ page }) => {
  await open(page, '#text=The+dog');
  const problem = page.locator('#sentence .problem');
  await sentenceField(page).fill('');
  await expect(problem).toBeVisible();
  const method = await InputMethod.of(page);
  await method.compose('l', 'long');
  await expect(problem).toBeHidden();
  await method.cancel();
  await expect(problem).toBeVisible();
});

test('a seed waits too, until its digits are text', async ({ page }) => {
  await open(page, '#open=life');
  const method = await InputMethod.of(page);
  const seed = page.locator('#seed');
  await seed.press('ControlOrMeta+a');
  await method.compose('wu');
  await expect(seed).toHaveAttribute('aria-invalid', 'false');
  await method.commit('5');
  await expect.poll(() => page.url()).toContain('seed=5');
  await seed.fill('five');
  await expect(seed).toHaveAttribute('aria-invalid', 'true');
  await expect(seed).toHaveValue('five'); // what is refused stays to be mended
});

test('a link’s heads that a model lacks are left out, and all figures are there', async ({
  page,
}) => {
  // Tang poems: 7 layers of 6 heads; the translator: 3 of 4.
  await open(
    page,
    '#text=空山新雨后，&head=8.7&off=8.1*0+1.6*0.5&translator=cross.9.9&translator-off=encoder.9.9*0+cross.1.1*0',
  );
  await expect(writer(page)).toHaveJSProperty('ablations.length', 1);
  await expect(page.locator('.first glass-heads [aria-pressed=true]')).toBeVisible();
  await page.locator('#translating').scrollIntoViewIfNeeded();
  await expect(page.locator('#translating glass-translate .output .text').first()).not.toBeEmpty();
  await expect(page.locator('#translating glass-changes')).toContainText('One head is off');
});
