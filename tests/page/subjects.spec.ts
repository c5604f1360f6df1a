/** An element is rendered when a subject changes that it subscribes to, and by nothing else; at a hover none is. */
import type { ElementHandle } from '@playwright/test';
import { expect, type Locator, open, type Page, sentenceField, test } from './fixture.ts';
import { kPair, kWithout } from './drawn-signs.ts';
import { settled } from './settled.ts';
import { openShelf, put } from './shelf.ts';
import { markupOfAll, openEverything, tags } from './tags.ts';
import { countUpdates, updatesOf } from './updates.ts';

/** These do not show the text of a model around them: they have another model, numbers of their own, or search by themselves. */
const kOfOthers = [...kWithout, ...kPair, 'glass-beam-tree'];
const kFigures = markupOfAll(kOfOthers, {
  'glass-attention':
    '<glass-attention></glass-attention><glass-attention view="lines"></glass-attention>',
  'glass-heads': '<glass-heads switchable></glass-heads>',
  'glass-matrix':
    '<glass-matrix id="digits" hook="blocks.0.attn.pattern" rows-as="query" columns-as="key"></glass-matrix>',
  'glass-next-token': '<glass-next-token adjustable at-pinned></glass-next-token>',
  'glass-save': '<glass-save><glass-matrix hook="embed"></glass-matrix></glass-save>',
});

/** Its numbers are those of the hovered token: `<glass-block>` gives it others. */
const kStream = 'glass-matrix.stream';
const kRead = 'glass-matrix.read';
/** What a reader hovers in a figure. */
const kHovered =
  'button, td, th[scope=row], li, dd, .token, .cell, .node, .output span, canvas, svg, textarea';
/** Places in each element, from its first one to its last one. */
const kPlaces = 5;

/** These read the line in the first view. */
const kOfLine = ['attention', 'heads', 'input', 'matrix', 'model', 'next-token', 'tokens'];

/** Tags that have one of these subjects; `<glass-model>` has none, and is told by its properties. */
function subscribedTo(page: Page, ...subjects: readonly string[]): Promise<string[]> {
  return page.evaluate(
    ([all, asked]) =>
      all.filter((tag) => {
        const { subjects: own } = customElements.get(tag) as unknown as {
          subjects: readonly string[];
        };
        return tag === 'glass-model' || own.some((each) => asked.includes(each));
      }),
    [tags, subjects] as const,
  );
}

/** By tag alone, each once. */
const tagsIn = (counts: Readonly<Record<string, number>>) => [
  ...new Set(Object.keys(counts).map((name) => name.replace(/\..*/, ''))),
];

const sum = (counts: Readonly<Record<string, number>>) =>
  Object.values(counts).reduce((a, b) => a + b, 0);

test('a hover renders no element, and all of them show it', async ({ page }) => {
  await openShelf(page);
  await put(page, `<glass-model src="stories" text="Once upon a time">${kFigures}</glass-model>`);
  await expect(page.locator('glass-block td').first()).toBeVisible();
  await expect(page.locator('glass-map .neighbour').first()).toBeVisible();
  await expect(page.locator('glass-variance svg').first()).toBeVisible();
  // The slowest of them has no answer yet when all are drawn.
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
  await settled(page);
  await countUpdates(page);
  const chip = page.locator('main > glass-model > glass-tokens button').nth(1);
  const hover = await updatesOf(page, () => chip.hover());
  const text = await page.locator('glass-input textarea').inputValue();
  console.log(`  a hover: ${sum(hover)} updates ${JSON.stringify(hover)}`);
  // Only the stream of the hovered token has other numbers.
  expect(hover).toEqual({ [kStream]: 1, [kRead]: 1 });
  // All of them show it.
  await expect(chip).toHaveClass(/\bon\b/);
  await expect(page.locator('glass-input .mirror .on')).toHaveText('upon');
  await expect(page.locator('#digits .row.on .label.on')).toHaveText('upon');
  await expect(page.locator('glass-attention').first().locator('.row.on')).toHaveCount(1);
  const embeddings = page.locator('glass-embeddings');
  await expect(embeddings.locator('.names .on')).toHaveText('upon');
  await expect(embeddings.locator('.mark.on')).toHaveCount(1);
  const strip = { position: { x: 40, y: 50 } };
  const own = await updatesOf(page, () =>
    embeddings.locator('canvas').hover({ ...strip, force: true }),
  );
  expect(Object.keys(own)).toEqual([kStream, kRead]);
  await expect(embeddings.locator('.pointed')).toContainText('a');
  await expect(embeddings.locator('.names .on')).toHaveText('a');
  await chip.hover();
  await expect(page.locator('glass-attention').last().locator('.side .on')).toHaveCount(1);
  await expect(page.locator('glass-block th.on')).toHaveText('upon');
  await expect(page.locator('glass-block [part=readout]')).toContainText('upon');
  await expect(page.locator('glass-block .title')).toContainText('upon');
  await expect(page.locator('glass-attention-steps caption').first()).toContainText('upon');
  await expect(page.locator('glass-map .nearest .title')).toContainText('upon');
  await expect(page.locator('glass-positions .rows .on')).toContainText('upon');
  await expect(page.locator('glass-positions .title')).toContainText('upon');
  // A pin lets it stay, and the next hover lights up another token.
  const pin = await updatesOf(page, () => chip.click());
  console.log(`  a pin: ${sum(pin)} updates ${JSON.stringify(pin)}`);
  const ofPin = await subscribedTo(page, 'pin');
  expect(tagsIn(pin).filter((tag) => !ofPin.includes(tag))).toEqual([]);
  await expect(chip).toHaveAttribute('aria-pressed', 'true');
  await expect(page.locator('glass-next-token [part=after]').first()).toContainText('upon');
  expect(await page.locator('glass-input textarea').inputValue()).toBe(text);
  const key = await updatesOf(page, async () => {
    await page.locator('textarea').press('End');
    await page.locator('textarea').press('s');
    await expect(page.locator('main > glass-model > glass-tokens')).toContainText('imes');
  });
  console.log(`  a key: ${sum(key)} updates ${JSON.stringify(key)}`);
  const ofKey = await subscribedTo(page, 'run', 'text', 'pin');
  expect(tagsIn(key).filter((tag) => !ofKey.includes(tag))).toEqual([]);
  // Marks outlive the rendering.
  await expect(page.locator('glass-tokens .token.pinned').first()).toContainText('upon');
});

test('a hover and a key on the page update only what depends on them', async ({ page }) => {
  await open(page);
  await countUpdates(page);
  const hover = await updatesOf(page, () => page.locator('glass-tokens button').nth(1).hover());
  console.log(`  a hover: ${sum(hover)} updates ${JSON.stringify(hover)}`);
  expect(Object.keys(hover).filter((name) => name !== kStream && name !== kRead)).toEqual([]);
  const chips = page.locator('glass-tokens').first().locator('button');
  const before = await chips.allTextContents();
  const key = await updatesOf(page, async () => {
    await sentenceField(page).press('End');
    await sentenceField(page).press('s');
    await expect.poll(() => chips.allTextContents()).not.toEqual(before);
  });
  console.log(`  a key: ${sum(key)} updates ${JSON.stringify(key)}`);
  expect(tagsIn(key)).toContain('glass-next-token');
  expect(tagsIn(key).filter((tag) => !kOfLine.includes(tag.replace('glass-', '')))).toEqual([]);
});

type Place = ElementHandle<HTMLElement | SVGElement>;

/** Some of the visible places that can be hovered, evenly over all of them. A hover renders no element, so most stay what they are. */
async function placesIn(figure: Locator): Promise<readonly Place[]> {
  // As handles, and of these alone: a locator would look for all of them again at each step.
  const chosen = await figure.evaluateHandle(
    (element, [selector, count]) => {
      const inside = (root: ParentNode): Element[] =>
        [...root.querySelectorAll('*')].flatMap((each) => [
          ...(each.matches(selector) ? [each] : []),
          ...(each.shadowRoot ? inside(each.shadowRoot) : []),
        ]);
      const isSeen = (each: Element) => {
        const { width, height } = each.getBoundingClientRect();
        return each.checkVisibility({ visibilityProperty: true }) && width > 0 && height > 0;
      };
      const all = [
        ...(element.shadowRoot ? inside(element.shadowRoot) : []),
        ...inside(element),
      ].filter(isSeen);
      const step = Math.max(1, Math.ceil(all.length / count));
      return all.filter((_, i) => i % step === 0);
    },
    [kHovered, kPlaces] as const,
  );
  const places = [...(await chosen.getProperties()).values()].map((each) => each.asElement());
  return places as Place[];
}

/** Scrolls a place into view where it is not, and gives a point in it; null: what stood there followed the hover before. */
const pointIn = (place: Place): Promise<readonly [x: number, y: number] | null> =>
  place.evaluate(async (element) => {
    const box = () => element.getBoundingClientRect();
    const isInView = ({ top, left, bottom, right }: DOMRect) =>
      top >= 0 && left >= 0 && bottom <= innerHeight && right <= innerWidth;
    if (!element.isConnected) return null;
    if (!isInView(box())) {
      element.scrollIntoView({ block: 'center', inline: 'center' });
      await new Promise(requestAnimationFrame);
    }
    const { x, y, width, height } = box();
    return [x + Math.min(width / 2, 40), y + Math.min(height / 2, 40)];
  });

test('a hover anywhere in an element renders none', async ({ page }) => {
  test.setTimeout(480_000);
  await openEverything(page);
  await countUpdates(page);
  const hovers: Record<string, number> = {};
  for (const tag of tags) {
    const figure = page.locator(tag).first();
    await figure.scrollIntoViewIfNeeded();
    const places = await placesIn(figure);
    const counts = await updatesOf(page, async () => {
      for (const place of places) {
        const point = await pointIn(place);
        if (point === null) continue;
        hovers[tag] = (hovers[tag] ?? 0) + 1;
        await page.mouse.move(...point);
        // The next one comes after this one's effect.
        await page.evaluate(() => new Promise(requestAnimationFrame));
      }
    });
    expect.soft(hovers[tag] ?? 0, `places that are hovered in <${tag}>`).toBeGreaterThan(0);
    expect
      .soft(
        Object.keys(counts).filter((name) => name !== kStream && name !== kRead),
        tag,
      )
      .toEqual([]);
  }
  console.log(`  hovered: ${JSON.stringify(hovers)}`);
});
