/** What an input method composes is no text yet: Chinese, typed as its readers type it. */
import type { CDPSession } from '@playwright/test';
import { expect, type Locator, open, type Page, sentenceField, test, tokensIn } from './fixture.ts';
import { modelAt } from './models.ts';
import { mount } from './mount.ts';

/** An input method at work in the field that has the focus. */
class InputMethod {
  readonly #session: CDPSession;

  private constructor(session: CDPSession) {
    this.#session = session;
  }

  static async of(page: Page): Promise<InputMethod> {
    return new InputMethod(await page.context().newCDPSession(page));
  }

  /** Each in the place of the one before; the last one stays. */
  async compose(...drafts: readonly string[]): Promise<void> {
    for (const text of drafts) {
      const end = text.length;
      await this.#session.send('Input.imeSetComposition', {
        text,
        selectionStart: end,
        selectionEnd: end,
      });
    }
  }

  async commit(text: string): Promise<void> {
    await this.#session.send('Input.insertText', { text });
  }

  /** Takes back what is composed, as Escape does. */
  async cancel(): Promise<void> {
    await this.compose('');
    await this.commit('');
  }
}

const chips = (page: Page): Locator => page.locator('.under-say glass-tokens');
const writer = (page: Page): Locator => page.locator('main > glass-model');
const texts = async (page: Page): Promise<string[]> =>
  (await tokensIn(chips(page))).map(([text]) => text);

/** Everything that the page has told of the reader's texts since this was called. */
async function listen(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const told: string[] = [];
    Object.assign(globalThis, { told });
    document.addEventListener('glass-text', (event) =>
      told.push((event as CustomEvent<{ text: string }>).detail.text),
    );
  });
  return () => page.evaluate(() => (globalThis as unknown as { told: string[] }).told);
}

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
    await expect.poll(addressed).toEqual({ text: 'The dog was sad', head: '2.2', ...tang });

    await sentenceField(page).fill('白日依山尽，');
    await expect.poll(() => texts(page)).toEqual([...'白日依山尽，']);
    // The translator shows what was picked last, and goes on doing so.
    const translator = 'encoder.2.2 decoder.2.2 cross.2.2';
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
    await expect.poll(addressed).toEqual({ text: 'The dog was sad', head: '2.2', ...tang });
    // A link brings the heads of both along.
    await page.reload();
    await expect.poll(() => texts(page)).toEqual(['The', 'dog', 'was', 'sad']);
    await sentenceField(page).fill('白日依山尽，');
    await expect.poll(() => texts(page)).toEqual([...'白日依山尽，']);
    await expect(writer(page)).toHaveJSProperty('ablations.0.factor', 0);
    await expect(picked).toHaveAttribute('data-head', '4');
  });

  for (const [language, first] of [
    ['zh', '空山新雨后，'],
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

test('a composition that is cancelled leaves the line as it was', async ({ page }) => {
  await open(page, '#text=The+dog');
  const told = await listen(page);
  const field = sentenceField(page);
  await field.press('End');
  const method = await InputMethod.of(page);
  await method.compose('l', 'long');
  await expect(field).toHaveValue('The doglong');
  await method.cancel();
  await expect(field).toHaveValue('The dog');
  await field.press('!');
  await expect.poll(told).toEqual(['The dog!']);
});

test('a value from outside waits for the composition, and the reader’s text goes before it', async ({
  page,
}) => {
  const input = await mount(page, { tags: ['glass-input'], text: 'one' }, 'textarea');
  const field = input.locator('textarea');
  await expect(field).toHaveValue('one');
  await field.press('End');
  const method = await InputMethod.of(page);
  const give = (value: string) =>
    input.evaluate(async (element, given) => {
      Object.assign(element, { value: given });
      await (element as HTMLElement & { updateComplete: Promise<boolean> }).updateComplete;
    }, value);
  await method.compose('liang');
  await give('two');
  await expect(field).toHaveValue('oneliang');
  await method.commit('两');
  await expect(field).toHaveValue('one两');
  await expect(input).toHaveJSProperty('value', 'one两');

  await method.compose('san');
  await give('three');
  await method.cancel();
  await expect(field).toHaveValue('three');
});

test('Enter that confirms a composition is the input method’s', async ({ page }) => {
  const input = await mount(page, { tags: ['glass-input'], text: 'one' }, 'textarea');
  const isPrevented = (init: { isComposing?: boolean; keyCode: number }) =>
    input.locator('textarea').evaluate((field, given) => {
      const event = new KeyboardEvent('keydown', { key: 'Enter', cancelable: true, ...given });
      field.dispatchEvent(event);
      return event.defaultPrevented;
    }, init);
  expect(await isPrevented({ keyCode: 13 })).toBe(true);
  expect(await isPrevented({ isComposing: true, keyCode: 229 })).toBe(false);
  expect(await isPrevented({ keyCode: 229 })).toBe(false); // Safari
});

test('where the text is written after the composition has ended, it is read then', async ({
  page,
}) => {
  // The order of Safari's events; Chromium writes the text first.
  const input = await mount(page, { tags: ['glass-input'], text: 'one' }, 'textarea');
  const told = await input.evaluate(async (element) => {
    const texts: string[] = [];
    element.addEventListener('glass-text', (event) =>
      texts.push((event as CustomEvent<{ text: string }>).detail.text),
    );
    const field = element.shadowRoot?.querySelector('textarea');
    if (!field) return null;
    field.dispatchEvent(new CompositionEvent('compositionstart'));
    field.value = 'liang';
    field.dispatchEvent(new InputEvent('input', { isComposing: true }));
    field.dispatchEvent(new CompositionEvent('compositionend', { data: '两' }));
    field.value = '两';
    field.dispatchEvent(new InputEvent('input'));
    await new Promise((done) => setTimeout(done));
    return texts;
  });
  expect(told).toEqual(['两']);
});

test('other fields wait too: a sentence beside padding, a seed, a cell', async ({ page }) => {
  await open(page, '#open=life+by-hand&at=looking');
  const method = await InputMethod.of(page);

  const padding = page.locator('glass-padding');
  await padding.scrollIntoViewIfNeeded();
  const sentence = padding.locator('input[type=text]').first();
  const batch = padding.locator('.batch li');
  await expect(batch.first()).toBeVisible();
  const before = await batch.allTextContents();
  await sentence.press('ControlOrMeta+a');
  await method.compose('wo', "wo'ai");
  await expect(sentence).toHaveValue("wo'ai");
  await expect(padding).toHaveJSProperty('texts.0', 'I love you.');
  expect(await batch.allTextContents()).toEqual(before);
  await method.commit('We go.');
  await expect(batch.first()).toHaveText('We');

  const seed = page.locator('#seed');
  await seed.press('ControlOrMeta+a');
  await method.compose('wu');
  await expect(seed).toHaveAttribute('aria-invalid', 'false');
  await method.commit('5');
  await expect.poll(() => page.url()).toContain('seed=5');
  await seed.fill('five');
  await expect(seed).toHaveAttribute('aria-invalid', 'true');
  await expect(seed).toHaveValue('five'); // what is refused stays to be mended

  const cell = page.locator('#by-hand glass-by-hand input').first();
  const sums = page.locator('#by-hand glass-by-hand [role=gridcell]');
  await cell.press('ControlOrMeta+a');
  await method.compose('qi');
  await cell.press('ArrowDown');
  await method.commit('7');
  await cell.press('Tab');
  await expect(cell).toHaveValue('7');
  await expect(cell).toHaveAttribute('aria-invalid', 'false');
  await expect(sums.first()).toBeVisible();
});

test('a link’s heads that a model lacks are left out, and all figures are there', async ({
  page,
}) => {
  // Tang poems: 5 layers of 6 heads; the translator: 3 of 4.
  await open(
    page,
    '#text=空山新雨后，&head=6.7&off=6.1*0+1.6*0.5&translator=cross.9.9&translator-off=encoder.9.9*0+cross.1.1*0',
  );
  await expect(writer(page)).toHaveJSProperty('ablations.length', 1);
  await expect(page.locator('.first glass-heads [aria-pressed=true]')).toBeVisible();
  await page.locator('#translating').scrollIntoViewIfNeeded();
  await expect(page.locator('#translating glass-translate .output .text').first()).not.toBeEmpty();
  await expect(page.locator('#translating glass-changes')).toContainText('One head is changed');
});
