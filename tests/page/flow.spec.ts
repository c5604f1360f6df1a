/** The reader's text, and the layer, head and token that they picked, in every chapter that has them. */
import {
  expect,
  firstBars,
  isLive,
  kPhone,
  type Locator,
  open,
  type Page,
  sentenceField,
  test,
} from './fixture.ts';
import { goTo } from './models.ts';
import { settled } from './settled.ts';

type Model = import('glassformer').Model;

const kLine = 'The little girl was very happy';

const chips = (place: Locator) => place.locator('glass-tokens bdi');
const pressed = (place: Locator) => place.locator('[aria-pressed=true]');

/** What the page's own model may say after so many of the line's tokens. */
function nextAfter(page: Page, count: number) {
  return page.evaluate(
    async ([line, most]) => {
      const { model } = document.querySelector('main glass-model') as unknown as { model: Model };
      const tokens = await model.tokenizer.encode(line);
      const generation = model.generate(tokens.slice(0, most), { max_new_tokens: 1 });
      const { candidates } = await generation.step();
      await generation.close();
      return candidates.slice(0, 3).map(({ text }) => text.trim());
    },
    [kLine, count] as const,
  );
}

test('a line that is typed at the top is read in every chapter', async ({ page }) => {
  await open(page);
  await sentenceField(page).fill(kLine);
  const words = ['The', 'little', 'girl', 'was', 'very', 'happy'];
  await expect(chips(await goTo(page, 'tokens'))).toHaveText(words);
  await expect((await goTo(page, 'vectors')).locator('glass-embeddings')).toContainText('girl');
  const looking = await goTo(page, 'looking');
  await expect(looking.locator('.pick glass-attention .side.from bdi')).toHaveText(words);
  // Where two sentences are needed, one of them is the reader's.
  const padding = looking.locator('glass-padding');
  await padding.evaluate((element) => element.scrollIntoView());
  await expect(padding.locator('input[type=text]').nth(1)).toHaveValue(kLine);
  await expect((await goTo(page, 'layers')).locator('glass-block')).toContainText('girl');
  const writing = await goTo(page, 'writing');
  await expect(writing.locator('> figure glass-generate .prompt')).toHaveText([
    kLine,
    kLine,
    kLine,
  ]);
  const translating = await goTo(page, 'translating');
  await expect(translating.locator('textarea')).toHaveValue(kLine);
  await expect(chips(translating).first()).toHaveText('The');
  const whatIf = await goTo(page, 'what-if');
  await whatIf.locator('glass-translate').evaluate((element) => element.scrollIntoView());
  await expect(whatIf.locator('.look glass-attention')).toContainText('girl');
  await expect(whatIf.locator('glass-translate .side.to bdi').first()).toHaveText('The');

  // A sentence that was typed for the translator stays, whatever the line says; the line’s own is offered.
  await (await goTo(page, 'translating')).locator('textarea').fill('I like tea.');
  await expect(chips(translating).first()).toHaveText('I');
  await page.evaluate(() => scrollTo(0, 0));
  await sentenceField(page).fill('The dog was sad.');
  const field = (await goTo(page, 'translating')).locator('textarea');
  await expect(field).toHaveValue('I like tea.');
  await translating.getByRole('button', { name: 'The dog was sad.' }).click();
  await expect(field).toHaveValue('The dog was sad.');
  // From then on it follows the line again.
  await page.evaluate(() => scrollTo(0, 0));
  await sentenceField(page).fill('The dog was glad.');
  await expect(field).toHaveValue('The dog was glad.');
});

test('what is typed for padding and for patching stays, and what is not typed follows', async ({
  page,
}) => {
  await open(page);
  const padding = (await goTo(page, 'looking', 'glass-padding .batch')).locator('glass-padding');
  const sentences = padding.locator('input[type=text]');
  await sentences.first().fill('You are here.');
  const translating = (await goTo(page, 'translating')).locator('textarea');
  await translating.fill('I like tea.');
  await expect(sentences.nth(1)).toHaveValue('I like tea.');
  await expect(sentences.first()).toHaveValue('You are here.');
  await goTo(page, 'looking');
  await sentences.nth(1).fill('We like coffee.');
  await goTo(page, 'translating');
  await translating.fill('我是一个学生。');
  await expect(page.locator('#looking glass-model[src=zh-en]')).toBeAttached();
  await expect(sentences.first()).toHaveValue('You are here.');
  await expect(sentences.nth(1)).toHaveValue('We like coffee.');

  const lines = (await goTo(page, 'study', 'glass-patch td')).locator(
    'glass-patch input[type=text]',
  );
  const own = 'Once upon a time, there was a little dog named';
  await lines.first().fill(own);
  const type = async (text: string) => {
    await page.evaluate(() => scrollTo(0, 0));
    await sentenceField(page).fill(text);
  };
  await type('空山新雨后，天气晚来');
  await expect(lines.first()).toHaveValue('床前明月光，疑是地上');
  await type(kLine);
  await expect(lines.first()).toHaveValue(own);
  // Whoever writes what stood there at first has typed nothing.
  await goTo(page, 'looking');
  await sentences.first().fill('我爱你。');
  await goTo(page, 'translating');
  await translating.fill('I like tea.');
  await expect(sentences.first()).toHaveValue('I love you.');

  await page.reload();
  await goTo(page, 'looking', 'glass-padding .batch');
  await expect(sentences.nth(1)).toHaveValue('We like coffee.');
  await goTo(page, 'study', 'glass-patch input');
  await expect(lines.first()).toHaveValue(own);
});

test('a head that is picked is shown in every chapter by its model, and leaves the picks of another', async ({
  page,
}) => {
  await open(page);
  await page.locator('.first glass-heads [data-layer="1"][data-head="3"]').click();
  const looking = await goTo(page, 'looking');
  const ofLine = looking.locator('.pick h3').nth(1);
  await expect(ofLine).toContainText('Layer 2, head 4');
  const translation = async (chapter: string) => {
    const figure = (await goTo(page, chapter)).locator('glass-translate');
    await figure.evaluate((element) => element.scrollIntoView());
    await expect(figure.locator('.panel').first()).toBeVisible();
    return (stack: string) => figure.locator(`[data-stack=${stack}] glass-heads`);
  };
  const inTranslating = await translation('translating');
  await expect(inTranslating('encoder')).toContainText('Layer 1, head 1');
  for (const stack of ['encoder', 'cross'])
    await inTranslating(stack).locator('[data-layer="1"][data-head="2"]').click();
  const inWhatIf = await translation('what-if');
  await expect(inWhatIf('cross')).toContainText('Layer 2, head 3');
  const padding = (await goTo(page, 'looking')).locator('glass-padding');
  await padding.evaluate((element) => element.scrollIntoView());
  await expect(padding).toContainText('layer 2, head 3');
  await expect(ofLine).toContainText('Layer 2, head 4');
  await page.reload();
  await isLive(page);
  const reloaded = await translation('translating');
  await expect(reloaded('encoder')).toContainText('Layer 2, head 3');
  await expect(reloaded('decoder')).toContainText('Layer 1, head 1');
  await expect(reloaded('cross')).toContainText('Layer 2, head 3');
});

test('a token that is pinned is so in every chapter, and what may follow it is shown', async ({
  page,
}) => {
  await open(page);
  await sentenceField(page).fill(kLine);
  const tokens = await goTo(page, 'tokens');
  await expect(chips(tokens)).toHaveCount(6);
  await tokens.locator('glass-tokens button').nth(2).click();
  const next = (await goTo(page, 'next')).locator('glass-next-token');
  await expect(next.locator('[part=after]')).toContainText('After “girl”, which is pinned.');
  const wanted = await nextAfter(page, 3);
  await expect
    .poll(async () => (await next.locator('[part=bar] bdi').allTextContents()).slice(0, 3))
    .toEqual(wanted);
  const first = page.locator('.first glass-next-token');
  await expect(first.locator('[part=after]')).toContainText('After “girl”');
  const caption = page.locator('.first .panel.next > p').getByText('Press a bar');
  await expect(caption).toBeHidden();
  await expect
    .poll(async () => (await firstBars(page).locator('bdi').allTextContents()).slice(0, 3))
    .toEqual(wanted);
  await expect(pressed((await goTo(page, 'looking')).locator('.pick glass-attention'))).toHaveText(
    'girl',
  );
  for (const chapter of ['translating', 'what-if']) {
    const figure = (await goTo(page, chapter)).locator('glass-translate');
    await figure.evaluate((element) => element.scrollIntoView());
    await expect(pressed(figure.locator('.side.to')).last()).toHaveText('girl');
  }
  // The end of the line again, and nothing is pinned any longer.
  await goTo(page, 'next');
  await next.getByRole('button', { name: 'Back to the last token' }).press('Enter');
  await expect(next.locator('[part=bar]').first()).toBeFocused();
  await expect(next.locator('[part=after]')).toHaveCount(0);
  await expect(first.locator('[part=after]')).toHaveCount(0);
  await expect(caption).toBeVisible();
  const last = await nextAfter(page, 6);
  await expect
    .poll(async () => (await next.locator('[part=bar] bdi').allTextContents()).slice(0, 3))
    .toEqual(last);
  await goTo(page, 'translating');
  await expect(page.locator('glass-translate').locator('.side [aria-pressed=true]')).toHaveCount(0);
});

test('a token that is let go just before the page is rendered stays so', async ({ page }) => {
  await open(page);
  await sentenceField(page).fill(kLine);
  const chips = page.locator('.under-say glass-tokens button');
  await expect(chips).toHaveCount(6);
  await chips.nth(2).click();
  const after = page.locator('.first glass-next-token [part=after]');
  await expect(after).toContainText('After “girl”');
  const caption = page.locator('.first .panel.next > p').getByText('Press a bar');
  await expect(caption).toBeHidden();
  // In one task: another change, which the page is rendered for before its figures tell of theirs.
  await after.getByRole('button').evaluate((button: HTMLElement) => {
    const model = document.querySelector('main > glass-model')!;
    model.dispatchEvent(new CustomEvent('glass-head', { detail: { layer: 1, head: 1 } }));
    button.click();
  });
  await settled(page);
  await expect(after).toHaveCount(0);
  await expect(caption).toBeVisible();
});

for (const [language, screen, options] of [
  ['en', 'desk', { viewport: { width: 1440, height: 900 } }],
  ['zh', 'phone', kPhone],
] as const)
  test(`what is on the screen stays where it is when a token is pinned, and let go: ${language}, ${screen}`, async ({
    anotherPage,
  }) => {
    const page = await anotherPage(options);
    await open(page, `#lang=${language}`);
    const placesOf = async () => {
      await settled(page);
      return page
        .locator('.first :is([part=bar], .cell, h2), .contents')
        .evaluateAll((all) => all.map((each) => each.getBoundingClientRect().top));
    };
    const before = await placesOf();
    expect(before.length).toBeGreaterThan(50);
    const chip = page.locator('.under-say glass-tokens button').nth(3);
    const after = page.locator('.first [part=after]');
    await chip.click();
    await expect(after).toBeInViewport({ ratio: 1 });
    expect(await placesOf()).toEqual(before);
    await after.getByRole('button').click();
    await expect(after).toHaveCount(0);
    expect(await placesOf()).toEqual(before);
  });

test('of two tokens that are written alike it is said which one is pinned', async ({ page }) => {
  await open(page, '#lang=zh&text=床前明月光，疑是地上霜。举头望明月，&pin=16');
  const after = page.locator('.first glass-next-token [part=after]');
  await expect(after).toContainText('接在选定的第 2 个“明”之后。');
  await page.locator('.under-say glass-tokens button').nth(4).click();
  await expect(after).toContainText('接在选定的“光”之后。');
  await page.evaluate(() => (location.hash = '#lang=en&text=The cat and the dog and&pin=3'));
  await expect(after).toContainText('After “and” (1st), which is pinned.');
});
