/** Several models on one page: what is chosen in one stays in it, and what they can share is there once. */
import { expect, type Locator, type Page, test } from './fixture.ts';
import { encoded, modelAt } from './models.ts';
import { drawn } from './settled.ts';
import { openShelf, put } from './shelf.ts';

const kInside = `<glass-input></glass-input>
  <glass-tokens></glass-tokens>
  <glass-attention></glass-attention>
  <glass-heads switchable></glass-heads>
  <glass-changes></glass-changes>`;

interface Pair {
  readonly what: string;
  readonly one: { readonly src: string; readonly text: string; readonly other: string };
  readonly two: Pair['one'];
}

const stories = { src: 'stories', text: 'Once upon a time', other: 'The dog was happy' };
const kPairs: readonly Pair[] = [
  { what: 'the same model and text', one: stories, two: stories },
  {
    what: 'different models',
    one: stories,
    two: { src: 'tang', text: '空山新雨', other: '床前明月' },
  },
];

/** Everything that a reader sees of one figure and may have chosen in it. */
function shown(model: Locator): Promise<Record<string, unknown>> {
  return model.evaluate((element) => {
    const all = (tag: string, selector: string) => [
      ...((element.querySelector(tag) as HTMLElement).shadowRoot as ShadowRoot).querySelectorAll(
        selector,
      ),
    ];
    const texts = (elements: readonly Element[]) =>
      elements.map(({ textContent }) => (textContent ?? '').replace(/\s+/g, ' ').trim());
    const attention = all('glass-attention', 'glass-matrix')[0]?.shadowRoot;
    const inMatrix = (selector: string) =>
      texts([...(attention?.querySelectorAll(selector) ?? [])]);
    return {
      text: all('glass-input', 'textarea').map((field) => (field as HTMLTextAreaElement).value),
      tokens: texts(all('glass-tokens', 'button bdi')),
      litTokens: texts(all('glass-tokens', 'button.on bdi')),
      pinnedTokens: texts(all('glass-tokens', 'button[aria-pressed=true] bdi')),
      weights: inMatrix('.cell'),
      litRows: inMatrix('.label.on'),
      head: all('glass-heads', '.head[aria-pressed=true]').map((head) => head.ariaLabel),
      changed: texts(all('glass-changes', '[part=changes] span')),
    };
  });
}

async function openPair(page: Page, { one, two }: Pair): Promise<void> {
  await openShelf(page);
  await put(
    page,
    [one, two]
      .map(({ src, text }) => `<glass-model src="${src}" text="${text}">${kInside}</glass-model>`)
      .join(''),
  );
  for (const model of await page.locator('glass-model').all()) {
    await expect(model.locator('glass-tokens button').nth(3)).toBeVisible();
    await expect(model.locator('glass-attention .cell').last()).toBeVisible();
    await expect(model.locator('glass-heads .head').last()).toBeVisible();
  }
}

/** What a reader does in one figure, and what its siblings then show; each in turn. */
const kDeeds: readonly [string, (model: Locator, its: Pair['one']) => Promise<void>, string[]][] = [
  ['a text', (model, { other }) => model.locator('textarea').fill(other), ['tokens', 'weights']],
  [
    'a layer and a head',
    (model) => model.locator('.head[data-layer="2"][data-head="1"]').click(),
    ['head', 'weights'],
  ],
  [
    'a head’s strength',
    (model) => model.getByRole('button', { name: 'Switch off' }).click(),
    ['changed', 'head'],
  ],
  [
    'a token that is looked at',
    (model) => model.locator('glass-tokens button').nth(1).hover(),
    ['litTokens', 'litRows'],
  ],
  [
    'a token that is pinned',
    (model) => model.locator('glass-tokens button').nth(1).click(),
    ['pinnedTokens'],
  ],
];

for (const pair of kPairs) {
  test(`what is chosen in one of two models leaves the other as it was: ${pair.what}`, async ({
    page,
  }) => {
    await openPair(page, pair);
    const models = page.locator('main > glass-model');
    for (const [chosen, its] of [pair.one, pair.two].entries()) {
      const [here, there] = [models.nth(chosen), models.nth(1 - chosen)];
      const atFirst = await shown(there);
      for (const [what, choose, followers] of kDeeds) {
        const before = await shown(here);
        await choose(here, its);
        for (const follower of followers)
          await expect
            .poll(async () => (await shown(here))[follower], `${follower} after ${what}`)
            .not.toEqual(before[follower]);
        // The engine answers in order: what leaked into the other model is computed before this, and drawn after.
        await encoded(there, 'a');
        await drawn(page);
        expect(await shown(there), `the other model after ${what}`).toEqual(atFirst);
      }
      // The pointer leaves: what was only looked at goes dark, what was pinned stays.
      await page.mouse.move(0, 0);
      await expect.poll(async () => (await shown(here))['pinnedTokens']).toHaveLength(1);
    }
  });
}

test('one worker and one fetch of each model’s weights, however many figures ask', async ({
  page,
}) => {
  const weights: string[] = [];
  page.on('request', (request) => {
    const model = modelAt(request.url());
    if (model !== undefined && request.url().endsWith('/model.safetensors')) weights.push(model);
  });
  await openShelf(page);
  const figures = '<glass-tokens></glass-tokens><glass-next-token></glass-next-token>';
  await put(
    page,
    `<glass-model src="stories" text="Once upon a time">${figures}<glass-block></glass-block></glass-model>
     <glass-model src="stories" text="The dog">${figures}</glass-model>
     <glass-model src="tang" text="空山">${figures}<glass-map></glass-map></glass-model>
     <glass-model src="en-zh" text="I like tea."><glass-translate></glass-translate><glass-padding></glass-padding></glass-model>
     <glass-train></glass-train>
     <glass-variance></glass-variance>`,
  );
  for (const bars of await page.locator('glass-model > glass-next-token').all())
    await expect(bars.locator('.share').first()).toBeVisible();
  await expect(page.locator('glass-map svg.points')).toBeVisible();
  await expect(page.locator('glass-translate glass-attention svg path')).not.toHaveCount(0);
  await expect(page.locator('glass-padding .cell').first()).toBeVisible();
  await page.locator('glass-train').scrollIntoViewIfNeeded();
  await page.locator('glass-train').getByRole('button', { name: 'Step' }).click();
  await expect(page.locator('glass-train')).toContainText('1 of 300');
  // One that comes later has its model already.
  await page.evaluate(() => {
    const late = document.createElement('glass-model');
    Object.assign(late, { id: 'late', src: 'stories', text: 'A cat' });
    late.append(document.createElement('glass-tokens'));
    document.querySelector('main')?.append(late);
  });
  await expect(page.locator('#late glass-tokens button').first()).toBeVisible();
  expect(page.workers()).toHaveLength(1);
  expect(weights.sort()).toEqual(['en-zh', 'stories', 'tang']);
});
