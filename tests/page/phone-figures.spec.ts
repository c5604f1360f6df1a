/** A phone has room for what a figure shows when it is opened: notes, recipes, long words. All on one phone, one after the other. */
import { sideways } from './figures.ts';
import { expect, kPhone, type Locator, type Page, test } from './kept.ts';
import { mount, type Mounted } from './mount.ts';

test.use(kPhone);
test.describe.configure({ mode: 'default' });

const kGirl = 'Once upon a time, there was a little girl named';
const kCat = 'Once upon a time there was a little cat';

interface Opened extends Omit<Mounted, 'tags' | 'src'> {
  readonly src?: string;
  readonly ready: string;
}

const openOne = (page: Page, tag: string, { ready, src = 'stories', ...rest }: Opened) =>
  mount(page, { tags: [tag], src, ...rest }, ready);

const openRecipe = (figure: Locator) => figure.locator('summary').click();

/** Nothing stands out sideways on a phone, and on a small one. */
async function expectRoom(page: Page, also: () => Promise<void> = async () => {}): Promise<void> {
  for (const width of [390, 320]) {
    await page.setViewportSize({ width, height: 800 });
    expect(await sideways(page), `${width} pixels`).toBe(0);
    await also();
  }
}

/** As large as a finger needs it. */
async function expectPressable(target: Locator): Promise<void> {
  const { width, height } = (await target.boundingBox())!;
  expect(Math.min(width, height)).toBeGreaterThanOrEqual(44);
}

test('<glass-ablation>: a phone has room for it', async ({ page }) => {
  const asked = { src: 'en-zh', text: 'I like tea.', ready: 'td button' };
  const figure = await openOne(page, 'glass-ablation', asked);
  await openRecipe(figure);
  await expectRoom(page);
  for (const button of await figure.locator('button').all()) await expectPressable(button);
});

test('<glass-attribution>: a phone has room for it', async ({ page }) => {
  const figure = await openOne(page, 'glass-attribution', { text: kGirl, ready: 'tfoot td' });
  await figure.locator('th button').first().click();
  await openRecipe(figure);
  await expectRoom(page);
});

test('<glass-circuit>: a phone has room for it', async ({ page }) => {
  const ready = 'glass-matrix .cell, [part=raised] li';
  const figure = await openOne(page, 'glass-circuit', { text: kGirl, ready });
  await openRecipe(figure);
  for (const kind of ['qk', 'ov']) {
    await figure.evaluate((element, given) => element.setAttribute('kind', given), kind);
    await page.setViewportSize({ width: 320, height: 800 });
    expect(await sideways(page)).toBe(0);
  }
});

for (const [tag, ready] of [
  ['glass-feed-forward', '.pushes li'],
  ['glass-norm', 'dd'],
] as const)
  test(`<${tag}>: a phone has room for it`, async ({ page }) => {
    await openOne(page, tag, { text: kCat, ready });
    expect(await sideways(page)).toBe(0);
  });

test('<glass-join>: a phone has room for it', async ({ page }) => {
  const figure = await openOne(page, 'glass-join', { text: kCat, ready: 'dd' });
  await expectRoom(page, async () => {
    for (const strip of await figure.locator('.share').all())
      expect((await strip.boundingBox())!.width).toBeGreaterThan(120);
  });
});

test('<glass-logits>: a phone has room for it, however long the words are', async ({ page }) => {
  const text = 'Lily and Tom were very excited. They wanted to go to the playground and';
  const figure = await openOne(page, 'glass-logits', { text, ready: 'dd' });
  await expectRoom(page, async () => {
    const frame = (await figure.boundingBox())!;
    for (const label of await figure.locator('.segments label').all()) {
      const { x, width } = (await label.boundingBox())!;
      expect(x + width).toBeLessThanOrEqual(frame.x + frame.width + 1);
    }
  });
});

test('<glass-patch>: a phone has room for it', async ({ page }) => {
  const props = {
    clean: 'Tom hugged his mom. Tom loved his',
    corrupted: 'Tom hugged his dad. Tom loved his',
  };
  const asked = { text: 'Once', props, ready: 'glass-next-token button' };
  const figure = await openOne(page, 'glass-patch', asked);
  await openRecipe(figure);
  await expectRoom(page);
  await expectPressable(figure.locator('td button').first());
});

test('<glass-surprise>: a phone has room for it', async ({ page }) => {
  const asked = { text: `${kGirl} Lily. She liked to`, ready: '.token' };
  const figure = await openOne(page, 'glass-surprise', asked);
  await openRecipe(figure);
  await expectRoom(page);
});
