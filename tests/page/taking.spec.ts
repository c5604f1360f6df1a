/** A bar’s token joins the reader’s line: in the first view and in chapter 5, in both languages. */
import type { Model } from '../../web/src/index.ts';
import {
  expect,
  firstBars,
  type Locator,
  open,
  type Page,
  sentenceField,
  test,
} from './fixture.ts';
import { goTo, likeliest, percentages } from './models.ts';

const model = (page: Page): Locator => page.locator('main > glass-model');

/** The likeliest token after a text, as the engine has it: with its blank. */
function nextOf(page: Page, text: string): Promise<string> {
  return model(page).evaluate(async (element, input) => {
    const { model: loaded } = element as unknown as { model: Model };
    return (await loaded.generate(input, { max_new_tokens: 1 }).result()).text;
  }, text);
}

async function expectAfter(page: Page, bars: Locator, text: string): Promise<void> {
  const [wanted = 0] = await likeliest(model(page), text);
  await expect
    .poll(async () => Math.abs(((await percentages(bars))[0]?.[0] ?? 0) - wanted))
    .toBeLessThan(0.0501);
}

for (const { language, sentence, blank } of [
  { language: 'en', sentence: 'Press a bar and its token joins your line.', blank: '␣' },
  { language: 'zh', sentence: '点一下条形，这个词元就接到你的句子后面。', blank: '' },
])
  test(`a bar that is pressed writes its token behind the line, and the next ones follow it: ${language}`, async ({
    page,
  }) => {
    await open(page, `#lang=${language}`);
    await expect(page.locator('.first .panel.next p').first()).toContainText(sentence);
    const bars = firstBars(page);
    await expect(bars.locator('.blank').first()).toHaveText(blank ? [blank] : []);
    let line = await sentenceField(page).inputValue();
    for (let i = 0; i < 2; ++i) {
      const token = await nextOf(page, line);
      await bars.first().focus();
      await page.keyboard.press('Enter');
      line += token;
      await expect(sentenceField(page)).toHaveValue(line);
      await expectAfter(page, bars, line);
      // Whoever goes on by keyboard is still there.
      await expect(page.locator('.first glass-next-token button:focus')).toHaveCount(1);
    }
    await goTo(page, 'next', 'glass-next-token [part=bar]');
    const next = page.locator('#next glass-next-token [part=bar]');
    await expectAfter(page, next, line);
    const token = await nextOf(page, line);
    await next.first().click();
    await expect(sentenceField(page)).toHaveValue(line + token);
    // What may follow a token inside the line cannot be written behind it.
    await page.locator('#tokens glass-tokens button').nth(1).click();
    await expect(page.locator('#next [part=after]')).toBeVisible();
    await expect(next.locator('visible=true').and(page.locator(':enabled'))).toHaveCount(0);
    await expect(page.locator('.first [part=bar]:enabled')).toHaveCount(0);
    // And it looks otherwise.
    const first = page.locator('.first [part=bar] .bar').first();
    const colour = () => first.evaluate((bar) => getComputedStyle(bar).backgroundColor);
    const inside = await colour();
    await expect(page.locator('.first [part=bar]').first()).toHaveCSS('cursor', 'default');
    await page.locator('.first [part=after] button').click();
    await expect(page.locator('.first [part=bar]:enabled')).not.toHaveCount(0);
    await expect.poll(colour).not.toBe(inside);
    await expect(page.locator('.first [part=bar]').first()).toHaveCSS('cursor', 'pointer');
    // Those of chapter 9 can be pressed, too.
    line += token;
    await goTo(page, 'what-if', 'glass-next-token [part=bar]');
    const whatIf = page.locator('#what-if glass-next-token [part=bar]');
    await expectAfter(page, whatIf, line);
    const last = await nextOf(page, line);
    await whatIf.first().click();
    await expect(sentenceField(page)).toHaveValue(line + last);
  });

test('what cannot be written behind a line cannot be pressed: its end, blanks alone, parts of characters', async ({
  page,
}) => {
  await open(page);
  await page.locator('.first glass-next-token').evaluate((element) => {
    Object.assign(element, { limit: 2048 });
  });
  const bars = firstBars(page);
  await expect(bars).toHaveCount(2048);
  const closed = await bars.evaluateAll((all) =>
    all
      .filter((bar) => (bar as HTMLButtonElement).disabled)
      .map((bar) => bar.querySelector('bdi')!.textContent),
  );
  const told = closed.filter((text) => !text.startsWith('<0x'));
  expect(told.sort()).toEqual([...'⇥␋␌␍␣', 'end'].sort());
  expect(closed.length).toBeGreaterThan(100);
});
