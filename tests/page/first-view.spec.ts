import {
  expect,
  expectNumbers,
  firstBars,
  type Locator,
  numbersIn,
  open,
  type Page,
  sentenceField,
  test,
  tokensIn,
} from './fixture.ts';
import { activation, answered, encoded, likeliest, percentages, rowsOf } from './models.ts';
import { drawn, settled } from './settled.ts';

const kText = 'Once upon a time, there was a little girl named';

const model = (page: Page): Locator => page.locator('main > glass-model');
const attention = (page: Page): Locator => page.locator('.first glass-attention');
const rows = (page: Page): Locator => attention(page).locator('[role=rowheader]');
const head = (page: Page, layer: number, place: number): Locator =>
  page.locator(`.first glass-heads [data-layer="${layer}"][data-head="${place}"]`);

test('without scrolling: tokens, attention and next tokens, all the engine’s own', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await open(page);
  await expect(sentenceField(page)).toHaveValue(kText);
  expect(await tokensIn(page.locator('.under-say glass-tokens'))).toEqual(
    (await encoded(model(page), kText)).map(({ text, id }) => [text.trim(), id]),
  );
  const pattern = await activation(model(page), kText, 'blocks.3.attn.pattern');
  expectNumbers(await numbersIn(attention(page)), rowsOf(pattern, 4), 0.00501);
  await expect(attention(page).locator('.cell.masked')).toHaveCount(55);
  const wanted = (await likeliest(model(page), kText)).slice(0, 10).map((share) => [share]);
  expectNumbers(await percentages(firstBars(page)), wanted, 0.0501);
  await expect(attention(page).locator('[part=readout]')).toBeInViewport();
  await expect(firstBars(page).last()).toBeInViewport();
  await expect(head(page, 4, 4)).toBeInViewport();
});

for (const language of ['en', 'zh'])
  test(`nothing of it is below the edge: ${language}`, async ({ page }) => {
    await page.setViewportSize({ width: 1280, height: 720 });
    await open(page, `#lang=${language}`);
    await expect(rows(page).first()).toBeVisible();
    for (const [width, height] of [
      [1280, 720],
      [1366, 768],
    ] as const)
      await test.step(`${width} × ${height}`, async () => {
        await page.setViewportSize({ width, height });
        await drawn(page);
        for (const panel of await page.locator('.first .panel').all())
          await expect(panel).toBeInViewport({ ratio: 1 });
      });
  });

test('a keystroke and a head that is picked change every figure, and a link keeps both', async ({
  page,
}) => {
  await open(page);
  const line = 'The dog was sad';
  await sentenceField(page).fill(line);
  await expect(rows(page)).toHaveText(['The', 'dog', 'was', 'sad']);
  await expect(page.locator('#tokens glass-tokens button')).toHaveCount(4);
  const wanted = (await likeliest(model(page), line)).slice(0, 10);
  await expect
    .poll(async () =>
      Math.abs(((await percentages(firstBars(page)))[0]?.[0] ?? 0) - (wanted[0] ?? 0)),
    )
    .toBeLessThan(0.0501);
  await expect(page).toHaveURL(/text=The\+dog\+was\+sad/);

  await head(page, 1, 0).click();
  const weights = rowsOf(await activation(model(page), line, 'blocks.1.attn.pattern'), 0);
  await expect(page.locator('#looking').getByText('Layer 2, head 1').first()).toBeAttached();
  await drawn(page);
  expectNumbers(await numbersIn(attention(page)), weights, 0.00501);
  await expect(page).toHaveURL(/head=2\.1/);

  await page.reload();
  await expect(rows(page)).toHaveText(['The', 'dog', 'was', 'sad']);
  await drawn(page);
  expectNumbers(await numbersIn(attention(page)), weights, 0.00501);
});

test('Chinese is read character by character, by the model that knows it', async ({ page }) => {
  await open(page);
  await page.locator('.under-say').getByRole('button', { name: '空山新雨后，天气晚来' }).click();
  await expect(rows(page)).toHaveText([...'空山新雨后，天气晚来']);
  await expect(page.locator('.first glass-heads .head')).toHaveCount(42);
  await expect(page.locator('.honest').first()).toContainText('Tang poems');
  await sentenceField(page).fill('The dog');
  await expect(rows(page)).toHaveText(['The', 'dog']);
});

test('what is looked at lights up in every figure, stays when chosen, and is let go by Escape', async ({
  page,
}) => {
  await open(page);
  const readout = attention(page).locator('[part=readout]');
  const cell = attention(page).locator('[role=gridcell][data-row="9"][data-column="7"]');
  await cell.hover();
  await expect(readout).toContainText('“girl” looks at “a” (2nd)');
  await expect(page.locator('.under-say glass-tokens .on')).toHaveText([/a\s*id/, /girl/]);
  await cell.click();
  await page.mouse.move(2, 2);
  await expect(readout).toContainText('“girl” looks at “a” (2nd)');
  await page.keyboard.press('Escape');
  await sentenceField(page).focus();
  await expect(readout).toContainText('Point at');
});

for (const [language, said, back] of [
  ['en', '2 heads are off.', 'Undo all'],
  ['zh', '有 2 个注意力头关着。', '全部恢复'],
] as const)
  test(`heads that a link switches off are told beside the line, and brought back there: ${language}`, async ({
    page,
  }) => {
    await open(page, `#lang=${language}&off=1.1*0+2.2*0`);
    const mark = page.locator('.under-say glass-changes');
    await expect(mark).toContainText(said);
    await expect(mark).toBeInViewport({ ratio: 1 });
    const before = await firstBars(page).allTextContents();
    await mark.getByRole('button', { name: back }).click();
    await expect(mark).toHaveText('');
    await expect.poll(() => firstBars(page).allTextContents()).not.toEqual(before);
    await expect(page).not.toHaveURL(/off=/);
  });

test('an empty line and half a character say so and leave the last figures', async ({ page }) => {
  await open(page);
  await sentenceField(page).fill('');
  await expect(page.locator('#sentence').getByText('The line is empty.')).toBeVisible();
  await expect(page.locator('.under-say glass-tokens')).toBeHidden();
  await answered(page);
  await expect(rows(page)).toHaveCount(11);
  await sentenceField(page).evaluate((field: HTMLTextAreaElement) => {
    field.value = 'ab\ud800c';
    field.dispatchEvent(new Event('input', { bubbles: true }));
  });
  await expect(
    page.locator('#sentence').getByText('Character 3 is half of a character'),
  ).toBeVisible();
  await answered(page);
  await expect(rows(page)).toHaveCount(11);
  await sentenceField(page).fill('The cat');
  await expect(rows(page)).toHaveText(['The', 'cat']);
});

test('a line break that the model expects is written, and read', async ({ page }) => {
  await open(page, '#lang=en&text=Tom+said%2C+%22Let+us+play%21%22');
  await firstBars(page).filter({ hasText: '↵' }).first().click();
  await expect(sentenceField(page)).toHaveValue('Tom said, "Let us play!"\n');
  await expect(rows(page).last()).toHaveText('↵');
});

test('a text longer than the context: its end is read, and it is said', async ({ page }) => {
  await open(page);
  await sentenceField(page).fill('the dog '.repeat(300).trim());
  await expect(
    page.getByText(
      /The text has 60\d tokens; the figures read the last 200, with room for 56 more\./,
    ),
  ).toBeVisible();
  const grid = attention(page).locator('[role=grid]');
  await expect(grid).toHaveAttribute('aria-rowcount', '200');
  await expect(firstBars(page).first()).toBeVisible();
});

test('a blank behind the last word changes nothing yet, and what the list lacks is told', async ({
  page,
}) => {
  await open(page);
  const before = await percentages(firstBars(page));
  await sentenceField(page).press('End');
  await sentenceField(page).pressSequentially(' ');
  await expect(sentenceField(page)).toHaveValue(/ $/);
  await answered(page);
  expect(await percentages(firstBars(page))).toEqual(before);
  await sentenceField(page).fill('龘山龘水');
  await expect(
    page.getByText('“龘” is not in this model’s list: it reads <unk> (unknown).'),
  ).toBeVisible();
});

for (const [language, line, sentence] of [
  ['en', 'Once upon a time', 'The space at the end is not read yet'],
  ['zh', 'The dog', '句末的空格还没有读入'],
] as const)
  test(`a space at the end is told to whoever waits, and nothing moves: ${language}`, async ({
    page,
  }) => {
    await open(page, `#lang=${language}&text=${encodeURIComponent(line)}`);
    const said = page.getByText(sentence);
    const top = () => page.locator('.first').evaluate((each) => each.getBoundingClientRect().top);
    const before = await top();
    await sentenceField(page).press('End');
    await page.keyboard.type(' ');
    await expect(said).toBeVisible();
    // Not while a next word is typed.
    expect(await said.evaluate((each) => getComputedStyle(each).animationDelay)).toBe('1s');
    expect(await top()).toBe(before);
    await page.keyboard.type('x');
    await expect(said).toHaveCount(0);
    // A model of characters reads none: no token begins with it.
    await sentenceField(page).fill('今天天气 ');
    await expect(page.locator('.under-say glass-tokens')).toContainText('气');
    await expect(said).toHaveCount(0);
  });

for (const [width, language] of [
  [390, 'en'],
  [320, 'zh'],
  [1440, 'en'],
] as const) {
  test(`a notice of any length moves nothing, and is seen: ${width} pixels, ${language}`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 844 });
    await open(page, `#lang=${language}&text=The+dog`);
    const tops = () =>
      page
        .locator('.under-say, .first .panel, .contents')
        .evaluateAll((all) => all.map((each) => each.getBoundingClientRect().top));
    await settled(page);
    const before = await tops();
    await sentenceField(page).fill('…');
    const notice = page.locator('#sentence [part=problem]');
    await expect(notice).toBeVisible();
    if (width < 400) expect((await notice.boundingBox())!.height).toBeGreaterThan(40); // more than one line
    expect(await tops()).toEqual(before);
    // Nothing lies over it.
    const isOnTop = await notice.evaluate((element) => {
      const { left, top, width: across, height } = element.getBoundingClientRect();
      const host = (element.getRootNode() as ShadowRoot).host;
      return document.elementFromPoint(left + across / 2, top + height / 2) === host;
    });
    expect(isOnTop).toBe(true);
  });
}
