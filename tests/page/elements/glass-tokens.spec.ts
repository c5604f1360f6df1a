/** The chips of a text's tokens: the tokenizer's pieces and ids; looked at, pinned, walked by keyboard. */
import { expect, test, tokensIn } from '../kept.ts';
import { encoded } from '../models.ts';
import { mount } from '../mount.ts';

const kText = 'Once upon a time, there was a zebra';

test('each chip has its token’s text and id, as the tokenizer has them', async ({ page }) => {
  const tokens = await mount(
    page,
    { tags: ['glass-tokens'], src: 'stories', text: kText },
    'button',
  );
  const wanted = await encoded(page.locator('glass-model'), kText);
  expect(await tokensIn(tokens)).toEqual(wanted.map(({ text, id }) => [text.trim() || '␣', id]));
  // A token that begins with a blank says so, to the eye and to the ear.
  const withBlank = wanted.map(({ text }) => (/^ \S/.test(text) ? '␣' : ''));
  const blanks = await tokens
    .locator('button')
    .evaluateAll((all) => all.map((chip) => chip.querySelector('.blank')?.textContent ?? ''));
  expect(blanks).toEqual(withBlank);
  expect(new Set(blanks).size).toBe(2);
  await expect(tokens.getByRole('button', { name: 'space, upon' })).toHaveCount(1);
  await tokens.evaluate((element) => Object.assign(element, { withoutIds: true }));
  await expect(tokens.locator('.id')).toHaveCount(0);
});

test('a chip that is looked at lights up, one that is clicked stays and is told, Escape lets go', async ({
  page,
}) => {
  const tokens = await mount(
    page,
    { tags: ['glass-tokens', 'glass-input'], src: 'stories', text: kText },
    'button',
  );
  const chip = (place: number) => tokens.locator('button').nth(place);
  const pins = await tokens.evaluateHandle((element) => {
    const told: unknown[] = [];
    element.addEventListener('glass-pin', ({ detail }: CustomEventInit<unknown>) =>
      told.push(detail),
    );
    return told;
  });
  await chip(1).hover();
  await expect(tokens.locator('button.on')).toHaveText(/upon/);
  await expect(page.locator('glass-input .mirror .on')).toHaveText('upon');
  await chip(1).click();
  await page.mouse.move(0, 0);
  await expect(chip(1)).toHaveAttribute('aria-pressed', 'true');
  await expect(tokens.locator('button.on')).toHaveText(/upon/);
  expect(await pins.jsonValue()).toEqual([{ token: 1 }]);
  await page.keyboard.press('Escape');
  await expect(chip(1)).toHaveAttribute('aria-pressed', 'false');
});

test('the chips are one tab stop: arrows, Home and End go along them, Enter pins', async ({
  page,
}) => {
  const tokens = await mount(
    page,
    { tags: ['glass-tokens'], src: 'stories', text: kText },
    'button',
  );
  await expect(tokens.locator('button[tabindex="0"]')).toHaveCount(1);
  const focused = tokens.locator('button:focus');
  await tokens.locator('button').first().focus();
  await page.keyboard.press('ArrowRight');
  await expect(focused).toHaveText(/upon/);
  await page.keyboard.press('End');
  await expect(focused).toHaveAttribute(
    'data-place',
    String((await tokens.locator('button').count()) - 1),
  );
  await page.keyboard.press('Home');
  await page.keyboard.press('Enter');
  await expect(focused).toHaveText(/Once/);
  await expect(focused).toHaveAttribute('aria-pressed', 'true');
  await expect(tokens.locator('button[tabindex="0"]')).toHaveCount(1);
});

test('what the model does not know stands beside what it reads instead; beyond 240 chips tokens are counted', async ({
  page,
}) => {
  const tokens = await mount(page, { tags: ['glass-tokens'], src: 'tang', text: '龘山' }, 'button');
  await expect(tokens.locator('button').first().locator('bdi')).toHaveText(['龘', '<unk>']);
  await expect(tokens.locator('button').nth(1).locator('bdi')).toHaveText(['山']);
  const many = Array.from({ length: 250 }, (_, i) => ({ id: i, text: 'a', start: i, end: i + 1 }));
  await tokens.evaluate((element, given) => Object.assign(element, { tokens: given }), many);
  await expect(tokens.locator('button')).toHaveCount(240);
  await expect(tokens.locator('.rest')).toContainText('10');
});
