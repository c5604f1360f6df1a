import { violations } from './axe.ts';
import { expect, firstBars, kPhone, open, type Page, sentenceField, test } from './fixture.ts';
import { goToLearning } from './learning.ts';
import { goTo } from './models.ts';
import { sideways } from './figures.ts';
import { drawn, settled } from './settled.ts';

const background = (page: Page) =>
  page.evaluate(() => getComputedStyle(document.body).backgroundColor);

/** The figures of all chapters are drawn before the page is judged. */
async function showAll(page: Page): Promise<void> {
  await goToLearning(page);
  await expect(
    page.locator('#choosing glass-generate glass-next-token button').first(),
  ).toBeVisible();
  await goTo(page, 'vectors', 'glass-map svg');
  await goTo(page, 'vectors', 'glass-positions canvas');
  await goTo(page, 'looking', 'glass-attention svg path');
  await goTo(page, 'looking', 'glass-variance svg');
  await goTo(page, 'looking', 'glass-padding glass-matrix');
  await goTo(page, 'layers', 'td');
  await goTo(page, 'next', 'glass-next-token button');
  await goTo(page, 'writing', 'glass-next-token button');
  await goTo(page, 'translating', 'glass-attention svg path');
  await goTo(page, 'learning-live', 'glass-train button');
  await goTo(page, 'what-if', 'glass-next-token button');
  await goTo(page, 'study', 'glass-train button');
}

/** The beam search of the worked example has ended, which dims the bars below; it stays so in the other language. */
async function searchToTheEnd(page: Page): Promise<void> {
  const run = page.locator('#beam glass-generate button.primary');
  await run.click();
  await expect(page.locator('#beam glass-beam-tree .node')).not.toHaveCount(0);
  await expect(run).toBeDisabled();
}

/** Everything is there already, so that the language is switched here: to open the page once more takes longest. */
async function switchOnPhone(page: Page, name: string, language: string): Promise<void> {
  await page.setViewportSize({ width: 390, height: 844 });
  await settled(page);
  await page.getByRole('button', { name }).click();
  await expect(page.locator('html')).toHaveAttribute('lang', language);
  await settled(page);
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
  expect.soft(await sideways(page), `390 pixels, now ${language}`).toBe(0);
}

test('the page scrolls sideways at no width, and axe finds nothing, in English and light, in Chinese and dark; nor where the language is switched on a phone', async ({
  page,
}) => {
  test.setTimeout(480_000);
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  await page.setViewportSize({ width: 320, height: 800 });
  await open(page, '#lang=en&open=life+by-hand+beam');
  for (const [language, colorScheme, other, name] of [
    ['en', 'light', 'zh-CN', '中文'],
    ['zh-CN', 'dark', 'en', 'English'],
  ] as const) {
    await page.emulateMedia({ colorScheme });
    await showAll(page);
    if (language === 'en') await searchToTheEnd(page);
    for (const width of [320, 390, 768, 1440]) {
      await page.setViewportSize({ width, height: 800 });
      await settled(page);
      expect.soft(await sideways(page), `${width} pixels, ${language}`).toBe(0);
    }
    await page.setViewportSize({ width: 1280, height: 720 });
    await drawn(page);
    expect.soft(await violations(page), language).toEqual([]);
    await switchOnPhone(page, name, other);
  }
});

for (const language of ['en', 'zh'])
  test(`Latin text has a Latin typeface, whatever Chinese ones there are: ${language}`, async ({
    page,
  }) => {
    await open(page, `#lang=${language}`);
    // Chinese typefaces have an apostrophe as wide as a character.
    const widths = await page.evaluate(() => {
      const widthIn = (parent: ParentNode & Node) => {
        const span = document.createElement('span');
        span.textContent = 'i’s';
        span.style.fontSize = '100px';
        parent.append(span);
        const { width } = span.getBoundingClientRect();
        span.remove();
        return width;
      };
      const tokens = document.querySelector('.under-say glass-tokens')!;
      return [widthIn(document.querySelector('main')!), widthIn(tokens.shadowRoot!)];
    });
    for (const width of widths) expect(width).toBeLessThan(130);
  });

test('quotation marks and dashes are as wide as a character in Chinese, and not in English', async ({
  page,
}) => {
  const width = () =>
    page.evaluate(() => {
      const marks = document.createElement('span');
      Object.assign(marks, { textContent: '“”——' });
      Object.assign(marks.style, { fontSize: '100px', whiteSpace: 'nowrap' });
      document.querySelector('.chapter .prose p')!.append(marks);
      const { width: pixels } = marks.getBoundingClientRect();
      marks.remove();
      return pixels;
    });
  await open(page, '#lang=zh');
  // The face is found when it is first needed.
  await expect.poll(width).toBe(400);
  await open(page, '#lang=en');
  await expect.poll(width).toBeLessThan(300);
});

test('language: the reader’s own at first, changed at run time, remembered, and in the address', async ({
  page,
  anotherPage,
}) => {
  const chinese = await anotherPage({ locale: 'zh-CN' });
  await chinese.goto('.');
  await expect(chinese.getByText('谁在看谁')).toBeVisible();

  await open(page);
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  await page.getByRole('button', { name: '中文' }).click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN');
  await expect(page.getByText('谁在看谁')).toBeVisible();
  // Nothing was typed yet, so there is a line in the reader's language.
  await expect(sentenceField(page)).toHaveValue('空山新雨后，天气晚来');
  await expect(page).toHaveURL(/lang=zh/);
  await page.goto('.');
  await expect(page.getByText('谁在看谁')).toBeVisible();
  await page.getByRole('button', { name: 'English' }).click();
  await expect(page.getByText('Who looks at whom')).toBeVisible();
});

test('theme: as the system has it, changed by hand, remembered', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await open(page);
  const light = await background(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  const dark = await background(page);
  expect(dark).not.toBe(light);
  await page.getByRole('button', { name: 'Light theme' }).click();
  expect(await background(page)).toBe(light);
  await page.reload();
  await expect(page.getByRole('button', { name: 'Dark theme' })).toBeVisible();
  expect(await background(page)).toBe(light);
});

test('a phone shows at once what may come next, and a tap in the matrix chooses', async ({
  anotherPage,
}) => {
  const phone = await anotherPage(kPhone);
  await open(phone);
  const cell = phone.locator(
    '.first glass-attention [role=gridcell][data-row="4"][data-column="1"]',
  );
  await expect(firstBars(phone).first()).toBeInViewport();
  await cell.tap();
  await expect(phone.locator('.first glass-attention [part=readout]')).toContainText(
    /“,” looks at “upon”/,
  );
});

test('the engine says what it is', async ({ page }) => {
  await open(page);
  await expect(page.locator('footer')).toContainText(
    /Engine [\d.]+: C\+\+ as WebAssembly \((relaxed )?SIMD\).* \d+\.\d MB of memory/,
  );
});
