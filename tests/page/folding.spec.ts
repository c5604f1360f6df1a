/** Texts as people paste them: what the model reads of them, where it stands in the line, and what the page says. */
import { expect, type Locator, open, type Page, sentenceField, test, tokensIn } from './fixture.ts';
import { goTo } from './models.ts';

const chips = (page: Page): Locator => page.locator('.under-say glass-tokens');
const note = (page: Page): Locator => page.locator('.under-say .note');
const underlined = (page: Page): Locator => page.locator('#sentence .mirror span');
const texts = async (page: Page): Promise<string[]> =>
  (await tokensIn(chips(page))).map(([text]) => text);

test.describe('in Chinese', () => {
  test.use({ locale: 'zh-CN' });

  test('a poem in traditional characters, with line breaks and no marks', async ({ page }) => {
    await open(page);
    await sentenceField(page).fill('牀前明月光\n疑是地上霜\n舉頭望明月\n低頭思故鄉.');
    const read = '床前明月光，疑是地上霜。举头望明月，低头思故乡。';
    await expect.poll(() => texts(page)).toEqual([...read]);
    await expect(note(page)).toHaveText(
      '“牀”读作“床”；换行读作“，”或“。”；“舉”读作“举”；“頭”读作“头”；“鄉”读作“乡”；“.”读作“。”。',
    );
    // Every character of the line has its token's colour, and lights up with it.
    await expect(underlined(page)).toHaveText([
      ...'牀前明月光',
      '',
      ...'疑是地上霜',
      '',
      ...'舉頭望明月',
      '',
      ...'低頭思故鄉.',
    ]);
    await chips(page).locator('button').nth(12).hover();
    await expect(page.locator('#sentence .mirror .on')).toHaveText('舉');
  });

  test('a line as keyboards write it', async ({ page }) => {
    await open(page, '#text=床前 明月光,');
    expect(await texts(page)).toEqual([...'床前明月光，']);
    await expect(note(page)).toHaveText('“,”读作“，”。略去：空格。');
  });

  test('an unknown character is told in its pill, in the line and in the note', async ({
    page,
  }) => {
    await open(page, '#voice=tang&text=今天天气很好');
    const pill = chips(page).locator('button').nth(4);
    await expect(pill.locator('bdi')).toHaveText(['很', '<unk>']);
    await expect(note(page)).toHaveText(
      '“很”不在这个模型的词表里，读成 <unk>（unknown，未知）。这个模型只读过五言、七言的唐诗，没读过这样的文字：它会把这一行当作诗来续写。',
    );
    const marked = page.locator('#sentence .mirror .unknown');
    await expect(marked).toHaveText('很');
    await pill.hover();
    await expect(marked).toHaveClass(/\bon\b/);
  });

  test('modern Chinese is read by its own model; the poet, where it is chosen, says what it is to it', async ({
    page,
  }) => {
    await open(page);
    await expect(note(page)).toBeEmpty();
    const writer = page.locator('main > glass-model');
    await sentenceField(page).fill('我是一个学生');
    await expect(writer).toHaveAttribute('src', 'zh');
    await expect(note(page)).toBeEmpty();
    await sentenceField(page).fill('独坐幽篁里，');
    await expect(writer).toHaveAttribute('src', 'tang');
    await expect(note(page)).toBeEmpty();
    await page.locator('.voice select').selectOption('tang');
    await sentenceField(page).fill('我是一个学生');
    await expect(note(page)).toContainText('没读过这样的文字');
    await expect(writer).toHaveAttribute('src', 'tang');
  });

  test('modern Chinese as keyboards write it', async ({ page }) => {
    await open(page, '#text=今天天氣很好, 我們一起去');
    expect(await texts(page)).toEqual([...'今天天气很好，我们一起去']);
    await expect(note(page)).toHaveText('“氣”读作“气”；“,”读作“，”；“們”读作“们”。略去：空格。');
  });

  test('a poem of eight verses is looked at and written whole', async ({ page }) => {
    const verses = '锦瑟无端五十弦，一弦一柱思华年。庄生晓梦迷蝴蝶，望帝春心托杜鹃。';
    const rest = '沧海月明珠有泪，蓝田日暖玉生烟。此情可待成追忆，只是当时已惘然。';
    await open(page, `#text=${verses}${rest}`);
    await expect(page.getByText(/图中只读最后/)).toBeHidden();
    expect(await texts(page)).toHaveLength(64);
    await goTo(page, 'writing', 'glass-generate input');
    const length = page.locator('#writing glass-generate input[type=range]').first();
    expect(Number(await length.getAttribute('max'))).toBeGreaterThanOrEqual(58);
  });
});

test('curly quotes and full-width letters are plain ones to the English models', async ({
  page,
}) => {
  await open(page, '#text=It+isn’t+“Ｔom”&source=It+isn’t+late.');
  expect((await texts(page)).join('')).toBe(`Itisn't"Tom"`);
  await expect(note(page)).toHaveText(
    `Full-width letters and digits are read as plain ones. Read as this model writes: ‹’› as ‹'›; ‹“› ‹”› as ‹"›.`,
  );
  expect((await underlined(page).allTextContents()).join('')).toBe('It isn’t “Ｔom”');
  const translating = page.locator('#translating');
  await translating.scrollIntoViewIfNeeded();
  await expect(translating.locator('.own-text .note')).toHaveText(
    `Read as this model writes: ‹’› as ‹'›.`,
  );
  expect((await tokensIn(translating.locator('glass-tokens'))).join()).not.toContain('<0x');
});

test('an article that is pasted is cut for padding, and takes no gigabytes', async ({ page }) => {
  const words = 'The dog was sad. '.repeat(500);
  await open(page, `#text=${encodeURIComponent(words)}`);
  const padding = page.locator('glass-padding');
  await goTo(page, 'looking', 'glass-padding .batch');
  await expect(padding).toContainText(
    /The sentence has \d{4} tokens; the figure reads the first 120\./,
  );
  await expect(padding.locator('.batch ol').nth(1).locator('li')).toHaveCount(120);
  const translator = page.locator('#translating glass-translate');
  await goTo(page, 'translating', 'glass-translate');
  await expect(translator).toContainText('the model reads at most 120');
});
