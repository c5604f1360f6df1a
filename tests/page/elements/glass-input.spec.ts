/** The line that a reader types in: told when it is text, and no sooner. */
import { chips } from '../figures.ts';
import { expect, type Locator, type Page, test } from '../kept.ts';
import { InputMethod, listen } from '../input-method.ts';
import { mount } from '../mount.ts';
import { frames } from '../settled.ts';
import { openShelf, put } from '../shelf.ts';

const openLine = (page: Page, text: string): Promise<Locator> =>
  mount(page, { tags: ['glass-input'], text }, 'textarea');

test('what is typed is the model’s text, and each key is told', async ({ page }) => {
  await openShelf(page);
  await put(
    page,
    '<glass-model src="aab" text="aab"><glass-input></glass-input><glass-tokens></glass-tokens></glass-model>',
  );
  const told = await listen(page);
  await expect(chips(page)).toHaveText(['a', 'a', 'b']);
  const field = page.locator('glass-input textarea');
  await field.press('End');
  await field.pressSequentially('ab');
  await expect(chips(page)).toHaveText(['a', 'a', 'b', 'a', 'b']);
  expect(await told()).toEqual(['aaba', 'aabab']);
  await expect(page.locator('glass-model')).toHaveJSProperty('text', 'aabab');
  // What the model is given stands in the line.
  await page.locator('glass-model').evaluate((model) => Object.assign(model, { text: 'bb' }));
  await expect(field).toHaveValue('bb');
});

test('what a program writes into the field is cut to the length, and the field stays', async ({
  page,
}) => {
  const options = { tags: ['glass-input'], text: 'aab', props: { maxLength: 5 } };
  const input = await mount(page, options, 'textarea');
  const field = input.locator('textarea');
  const write = (text: string) =>
    field.evaluate((element: HTMLTextAreaElement, given) => {
      element.value = given;
      element.dispatchEvent(new InputEvent('input', { bubbles: true }));
    }, text);
  for (const text of ['abababab', 'ababab']) {
    await write(text);
    await expect(field).toHaveValue('ababa');
    await expect(input).toHaveJSProperty('value', 'ababa');
  }
  await expect(input.getByText('The line is full')).toBeVisible();
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

test('a composition that is cancelled leaves the line as it was', async ({ page }) => {
  const input = await openLine(page, 'The dog');
  const told = await listen(page);
  const field = input.locator('textarea');
  await field.press('End');
  const method = await InputMethod.of(page);
  await method.compose('l', 'long');
  await expect(field).toHaveValue('The doglong');
  await method.cancel();
  await expect(field).toHaveValue('The dog');
  await field.press('!');
  await expect.poll(told).toEqual(['The dog!']);
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

const kNote = 'The text has 5 tokens; the figures read the last 3, with room for 2 more.';

test('the note stands under the line, and the line does not move', async ({ page }) => {
  await openShelf(page);
  await put(
    page,
    `<glass-model src="aab" text="aab" max-tokens="3"><glass-input></glass-input><glass-tokens></glass-tokens></glass-model>`,
  );
  await expect(page.locator('glass-tokens button')).toHaveCount(3);
  const line = page.locator('glass-input textarea');
  const before = await line.boundingBox();
  await line.fill('aabaa');
  const note = page.locator('glass-input [part=cut]');
  await expect(note).toHaveText(kNote);
  expect(await line.boundingBox()).toEqual(before);
  // Said once.
  await expect(page.getByText(kNote)).toHaveCount(1);
  await line.fill('aab');
  await expect(note).toHaveCount(0);
});

test('what stands inside a model keeps the page’s direction, and a right-to-left text its own', async ({
  page,
}) => {
  const input = await mount(
    page,
    { tags: ['glass-input'], src: 'stories', text: 'Once' },
    'textarea',
  );
  const directionOf = (selector: string) =>
    page.locator(selector).evaluate((element) => getComputedStyle(element).direction);
  await page.evaluate(() => {
    document.documentElement.dir = 'rtl';
    document.querySelector('glass-model')!.append(document.createElement('p'));
  });
  expect(await directionOf('glass-model > p:not([part])')).toBe('rtl');
  await input.getByRole('textbox').fill('سلام');
  expect(await directionOf('glass-input textarea')).toBe('rtl');
  await input.getByRole('textbox').fill('peace');
  expect(await directionOf('glass-input textarea')).toBe('ltr');
});

test('of a text longer than the line its end is in sight', async ({ page }) => {
  const text = 'Once upon a time, there was a little girl named Lily. '.repeat(40);
  const input = await mount(page, { tags: ['glass-input'], text }, 'textarea');
  const line = input.locator('.line');
  const below = () =>
    line.evaluate((box) => Math.round(box.scrollHeight - box.clientHeight - box.scrollTop));
  expect(await line.evaluate((box) => box.scrollHeight - box.clientHeight)).toBeGreaterThan(100);
  await expect.poll(below).toBe(0);
  // It stays where the reader has moved it, until another text comes.
  await line.evaluate((box) => box.scrollTo(0, 0));
  await expect.poll(below).not.toBe(0);
  await input.evaluate(
    (element, given) => Object.assign(element, { value: `${given}The end` }),
    text,
  );
  await expect.poll(below).toBe(0);
});

test('where a row is added, the caret stays in sight: at the end, and within a long text', async ({
  page,
}) => {
  const text = 'Once upon a time, there was a little girl named Lily. '.repeat(12).trim();
  const input = await mount(page, { tags: ['glass-input'], text }, 'textarea');
  const [line, field] = [input.locator('.line'), input.getByRole('textbox')];
  const below = () =>
    line.evaluate((box) => Math.round(box.scrollHeight - box.clientHeight - box.scrollTop));
  await field.focus();
  await page.keyboard.press('Control+End');
  await page.keyboard.insertText(' And then they all went home. '.repeat(6));
  await expect.poll(below).toBe(0);
  for (let i = 0; i < 12; ++i) {
    await page.keyboard.insertText(' home again');
    await frames(page, 2);
    // Less than a row is below what is seen.
    expect(await below()).toBeLessThan(12);
  }
  // Within the text: what was inserted ends within the box.
  await field.evaluate((area: HTMLTextAreaElement) => area.setSelectionRange(60, 60));
  await page.keyboard.insertText('and so on '.repeat(40));
  await frames(page, 2);
  const place = await field.evaluate((area: HTMLTextAreaElement) => area.selectionEnd);
  expect(place).toBe(460);
  const isSeen = () =>
    input.evaluate((element, end) => {
      const root = element.shadowRoot!;
      const pieces = document.createTreeWalker(
        root.querySelector('.mirror')!,
        NodeFilter.SHOW_TEXT,
      );
      let rest = end;
      while (pieces.nextNode() && (pieces.currentNode as Text).length <= rest)
        rest -= (pieces.currentNode as Text).length;
      const range = document.createRange();
      range.setStart(pieces.currentNode, rest);
      range.setEnd(pieces.currentNode, rest + 1);
      const [mark, box] = [range, root.querySelector('.line')!].map((e) =>
        e.getBoundingClientRect(),
      );
      return mark!.top >= box!.top - 1 && mark!.bottom <= box!.bottom + 1;
    }, place);
  expect(await isSeen()).toBe(true);
  // Nor is it lost where another model cuts the same text into other tokens.
  const scrolled = () => line.evaluate((box) => box.scrollTop);
  const before = await scrolled();
  for (const length of [1, 7, 2]) {
    await input.evaluate((element, count) => {
      const { value } = element as unknown as { value: string };
      const tokens = Array.from({ length: Math.ceil(value.length / count) }, (_, i) => ({
        ...{ id: i, start: i * count, end: Math.min(value.length, (i + 1) * count) },
        text: value.slice(i * count, (i + 1) * count),
      }));
      Object.assign(element, { tokens });
    }, length);
    await frames(page, 3);
    expect(await scrolled()).toBe(before);
  }
});

test('a phone’s keyboard is told where only given letters are read', async ({ page }) => {
  await openShelf(page);
  await put(
    page,
    '<glass-input></glass-input><glass-input autocapitalize="none" autocorrect="off"></glass-input>',
  );
  const fields = page.locator('glass-input textarea');
  await expect(fields.nth(1)).toHaveAttribute('autocapitalize', 'none');
  await expect(fields.nth(1)).toHaveAttribute('autocorrect', 'off');
  await expect(fields.nth(0)).not.toHaveAttribute('autocapitalize');
});

test('examples stand in the tag as JSON, and what is none is refused in a sentence', async ({
  page,
}) => {
  await openShelf(page);
  await put(page, `<glass-input id="line" examples='["A cat", "a “dog”"]'></glass-input>`);
  const input = page.locator('glass-input');
  await expect(input.getByRole('button')).toHaveText(['A cat', 'a “dog”']);
  await input.evaluate((line) => line.setAttribute('examples', 'A cat'));
  await expect(input.getByRole('alert')).toContainText(
    'examples must be a list of texts, found "A cat"',
  );
  await input.evaluate((line) => line.removeAttribute('examples'));
  await expect(input.getByRole('alert')).toHaveCount(0);
  await expect(input.getByRole('button')).toHaveCount(0);
});

test('more examples than a reader looks through are refused in a sentence, at once', async ({
  page,
}) => {
  await openShelf(page);
  await put(page, '<glass-input id="line"></glass-input>', {
    line: { examples: Array.from({ length: 100_000 }, (_, i) => `line ${i}`) },
  });
  const input = page.locator('glass-input');
  await expect(input.getByRole('alert')).toContainText(
    'examples must be a list of at most 1000, found a list of 100000',
  );
  await input.evaluate((line) => Object.assign(line, { examples: ['one', 'two'] }));
  await expect(input.getByRole('button')).toHaveText(['one', 'two']);
});
