/** The map of embeddings, number by number beside the engine. */
import type { EmbeddingMap, NearToken } from '../../../web/src/shared/model-types.ts';
import type { Token } from '../../../web/src/shared/run-types.ts';
import { expectAccessible } from '../axe.ts';
import { sideways } from '../figures.ts';
import { expect, kPhone, type Locator, type Page, test } from '../kept.ts';
import { mount } from '../mount.ts';
import { drawn } from '../settled.ts';

const kText = 'Once upon a time there was a little cat';

/** What a `<glass-model>` has loaded, as far as these tests use it. */
interface Loaded {
  readonly tokenizer: { encode(text: string): Promise<Token[]> };
  readonly sourceTokenizer: { encode(text: string): Promise<Token[]> };
  embeddingMap(options?: object): Promise<EmbeddingMap>;
  nearestTokens(id: number, options: object): Promise<NearToken[]>;
}

const openMap = (page: Page, options: object = {}) =>
  mount(
    page,
    { tags: ['glass-map', 'glass-tokens'], src: 'stories', text: kText, ...options },
    '.neighbour',
  );

const neighbours = (map: Locator) =>
  map
    .locator('.neighbour')
    .evaluateAll((all) =>
      all.map((each) => [
        (each.querySelector('bdi')?.textContent ?? '').trim(),
        each.querySelector('.number')?.textContent ?? '',
      ]),
    );

/** The engine's neighbours of the last token of a text, as the figure writes them. */
function nearestOf(page: Page, text: string, side: 'source' | 'target'): Promise<string[][]> {
  return page.locator('glass-model').evaluate(
    async (element, asked) => {
      const { model } = element as unknown as { model: Loaded };
      const tokenizer = asked.side === 'source' ? model.sourceTokenizer : model.tokenizer;
      const { id } = (await tokenizer.encode(asked.text)).at(-1) as Token;
      const near = await model.nearestTokens(id, { count: 8, side: asked.side });
      return near.map((each) => [
        each.text.trim(),
        each.similarity.toFixed(3).replace('-', '\u2212'),
      ]);
    },
    { text, side },
  );
}

test('on paper there is no choice of a view', async ({ page }) => {
  const choice = (await openMap(page)).locator('.segments');
  await expect(choice).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(choice).toBeHidden();
  await page.emulateMedia({ media: null });
});

test('the neighbours of a token that the attribute names, until another is chosen; one that is not there is refused', async ({
  page,
}) => {
  const map = await openMap(page, { props: { token: 300 } });
  const expected = await page.locator('glass-model').evaluate(async (element) => {
    const { model } = element as unknown as { model: Loaded };
    const near = await model.nearestTokens(300, { count: 8, side: 'target' });
    return near.map(({ text }) => text.trim());
  });
  const shown = async () => (await neighbours(map)).map(([text]) => text);
  await expect.poll(shown).toEqual(expected);
  await map.locator('.label.token').first().click();
  await expect.poll(shown).not.toEqual(expected);
  await map.evaluate((element) => element.setAttribute('token', '99999'));
  await expect(map).toContainText('token');
  await expect(map.locator('[role=alert]')).toContainText('from 0 to 2047, found 99999');
});

test('nothing for axe to find, light and dark', async ({ page }) => {
  await openMap(page);
  await page.locator('glass-map .label.token').first().focus();
  await expectAccessible(page);
});

test('the map lies as the engine’s principal components lie, and says how much they hold', async ({
  page,
}) => {
  const map = await openMap(page);
  const { places, explained } = await page
    .locator('glass-model')
    .evaluate(async (element, text) => {
      const { model } = element as unknown as { model: Loaded };
      const { positions, explained: shares } = await model.embeddingMap();
      const tokens = await model.tokenizer.encode(text);
      const ids = [...new Set(tokens.map(({ id }) => id))];
      return {
        explained: [...shares],
        places: ids.map(
          (id) => [id, positions.data[2 * id]!, positions.data[2 * id + 1]!] as const,
        ),
      };
    }, kText);
  const shadow = map.locator('[part=shadow]');
  for (const share of explained) await expect(shadow).toContainText(`${(share * 100).toFixed(1)}%`);
  const drawn = await map
    .locator('circle.token')
    .evaluateAll((all) =>
      all.map((circle) => [Number(circle.getAttribute('cx')), Number(circle.getAttribute('cy'))]),
    );
  expect(drawn).toHaveLength(places.length);
  const [x0, y0] = drawn[0] as [number, number];
  const [, px0, py0] = places[0]!;
  const widest = drawn.reduce(
    (best, [x], i) => (Math.abs(x! - x0) > Math.abs(drawn[best]![0]! - x0) ? i : best),
    0,
  );
  const scale = (drawn[widest]![0]! - x0) / (places[widest]![1] - px0);
  expect(scale).toBeGreaterThan(0);
  places.forEach(([, px, py], i) => {
    expect(Math.abs(drawn[i]![0]! - x0 - (px - px0) * scale)).toBeLessThan(0.1);
    expect(Math.abs(drawn[i]![1]! - y0 + (py - py0) * scale)).toBeLessThan(0.1);
  });
});

test('every token of the vocabulary is a dot, or an arrowhead at the edge', async ({ page }) => {
  const map = await openMap(page);
  const size = await page.locator('glass-model').evaluate(async (element) => {
    const { model } = element as unknown as { model: Loaded };
    return (await model.embeddingMap()).positions.shape[0];
  });
  const outward = Number(/▸ (\d+) lie/.exec((await map.locator('.head').textContent())!)?.[1]);
  const count = (paths: string) =>
    map.locator(paths).evaluateAll(
      (all) =>
        all
          .map((path) => path.getAttribute('d'))
          .join('')
          .split('M').length - 1,
    );
  expect(await count('path.dots')).toBe(size! - outward);
  expect(await count('path.outward')).toBe(outward);
});

test('neighbours are the engine’s, of the last token, then of the one that is looked at', async ({
  page,
}) => {
  const map = await openMap(page);
  expect(await neighbours(map)).toEqual(await nearestOf(page, kText, 'target'));
  await page.locator('glass-tokens button').nth(7).hover();
  await expect(map.locator('.nearest .title')).toContainText('little');
  expect(await neighbours(map)).toEqual(await nearestOf(page, 'a little', 'target'));
});

test('what lies far out stands at the edge, except what is typed; a comma is no word', async ({
  page,
}) => {
  const map = await openMap(page, { text: `${kText},` });
  expect(await neighbours(map)).toEqual(await nearestOf(page, kText, 'target'));
  const head = map.locator('.head');
  const count = Number(/▸ (\d+) lie/.exec((await head.textContent())!)?.[1]);
  const across = await page.locator('glass-model').evaluate(async (element) => {
    const { model } = element as unknown as { model: Loaded };
    const { positions } = await model.embeddingMap();
    return [...positions.data].filter((_, i) => i % 2 === 0).sort((a, b) => a - b);
  });
  expect(count).toBeGreaterThan(100);
  const [quarter, threeQuarters] = [0.25, 0.75].map(
    (part) => across[Math.round(part * (across.length - 1))]!,
  ) as [number, number];
  const reach = quarter - 1.75 * (threeQuarters - quarter);
  const far = across.filter((x) => x < reach).length;
  // A few of them still lie in the margin.
  expect(count).toBeLessThanOrEqual(far);
  expect(count).toBeGreaterThan(0.9 * far);

  // A token that was never seen lies there; typed, it is within.
  const box = (await map.locator('.map').boundingBox())!;
  const middles = () =>
    map
      .locator('circle.token')
      .evaluateAll((all) => all.map((circle) => Number(circle.getAttribute('cx'))));
  expect(Math.min(...(await middles()))).toBeGreaterThan(box.width / 8);
  await page.locator('glass-model').evaluate((m) => Object.assign(m, { text: 'a cat }' }));
  // Some on the other sides at most.
  const left = async () => Number(/▸ (\d+) lie/.exec((await head.textContent())!)?.[1] ?? 0);
  await expect.poll(left).toBeLessThan(count / 10);
  expect(Math.min(...(await middles()))).toBeLessThan(box.width / 8);
});

test('arrow keys go through the reader’s tokens, and other figures follow', async ({ page }) => {
  const map = await openMap(page);
  await map.locator('.label.token[tabindex="0"]').focus();
  await page.keyboard.press('Home');
  await expect(map.locator('.nearest .title')).toContainText('Once');
  await page.keyboard.press('ArrowRight');
  await expect(map.locator('.nearest .title')).toContainText('upon');
  await expect(page.locator('glass-tokens button').nth(1)).toHaveClass(/on/);
  await page.keyboard.press('Enter');
  await expect(page.locator('glass-tokens button').nth(1)).toHaveAttribute('aria-pressed', 'true');
  await page.keyboard.press('Escape');
  await expect(map.locator('.nearest .title')).toContainText('cat');
});

test('arrow keys go on from where the focus is, however fast they come', async ({ page }) => {
  const map = await openMap(page);
  const tokens = page.locator('glass-tokens');
  const pressed = (figure: Locator, keys: string[]) =>
    figure.evaluate((element, all) => {
      const focused = () => element.shadowRoot!.activeElement as HTMLElement;
      for (const key of all)
        focused().dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
      return focused().querySelector('bdi')!.textContent.trim();
    }, keys);
  await map.locator('.label.token[tabindex="0"]').focus();
  expect(await pressed(map, ['Home', 'ArrowRight', 'ArrowRight', 'ArrowLeft'])).toBe('upon');
  await tokens.locator('button').nth(2).click();
  expect(await pressed(tokens, ['ArrowRight', 'ArrowRight'])).toBe('there');
  // Figures further down follow the token; what Tab comes to next stands by then.
  await drawn(page);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Shift+Tab');
  expect(await pressed(tokens, [])).toBe('there');
});

test('a neighbour that is clicked shows its own neighbours, a typed token brings them back', async ({
  page,
}) => {
  const map = await openMap(page);
  const dog = map.locator('.neighbour').first();
  const name = (await dog.locator('bdi').textContent()) ?? '';
  await dog.click();
  await expect(map.locator('.nearest .title bdi')).toContainText(`“${name}”`);
  expect(await neighbours(map)).toEqual(await nearestOf(page, `a ${name}`, 'target'));
  await map.locator('.label.token', { hasText: 'time' }).click();
  await expect(map.locator('.nearest .title bdi')).toContainText('“time”');
});

test('a label stays under the pointer that comes to it, whatever was shown before', async ({
  page,
}) => {
  const map = await openMap(page);
  const labels = map.locator('.label.token:not(.placeless)');
  const count = await labels.count();
  expect(count).toBeGreaterThan(5);
  for (let place = 0; place < count; ++place) {
    await map.locator('.neighbour').first().click();
    await drawn(page);
    const label = labels.nth(place);
    const before = await label.boundingBox();
    await label.hover();
    await drawn(page);
    expect(await label.boundingBox()).toEqual(before);
    await page.mouse.move(0, 0);
    await drawn(page);
  }
});

test('labels do not lie on each other, on a phone neither, and nothing scrolls sideways', async ({
  page,
}) => {
  for (const width of [1200, 320]) {
    await page.setViewportSize({ width, height: 800 });
    const map = await openMap(page);
    for (const view of ['all', 'text']) {
      await map.evaluate((element, wanted) => Object.assign(element, { view: wanted }), view);
      await drawn(page);
      const boxes = await map
        .locator('.label:not(.placeless)')
        .evaluateAll((all) =>
          all.map((label) => label.getBoundingClientRect().toJSON() as DOMRect),
        );
      expect(boxes.length).toBeGreaterThan(3);
      boxes.forEach((a, i) =>
        boxes.slice(i + 1).forEach((b) => {
          const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
          const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
          expect(Math.min(across, down)).toBeLessThanOrEqual(1);
        }),
      );
    }
    expect(await sideways(page)).toBe(0);
  }
});

test('a tap does what a click does', async ({ anotherPage }) => {
  const phone = await anotherPage(kPhone);
  const map = await openMap(phone, { text: 'Once upon a time there was a little dog' });
  await map.locator('.label.token', { hasText: 'little' }).tap();
  await expect(phone.locator('glass-tokens button').nth(7)).toHaveAttribute('aria-pressed', 'true');
  await expect(map.locator('.nearest .title bdi')).toContainText('“little”');
  const neighbour = map.locator('.neighbour').first();
  const name = (await neighbour.locator('bdi').textContent()) ?? '';
  await neighbour.tap();
  await expect(map.locator('.nearest .title bdi')).toContainText(`“${name}”`);
});

test('what to press is said on the screen, not in a file nor on paper', async ({ page }) => {
  const map = await openMap(page);
  const hint = map.getByText('Press one');
  await expect(hint).toBeVisible();
  const svg = await map.evaluate((each) =>
    (each as HTMLElement & { toSVG(): Promise<string> }).toSVG(),
  );
  expect(svg).toContain('Nearest to');
  expect(svg).not.toContain('Press one');
  await page.emulateMedia({ media: 'print' });
  await expect(hint).toBeHidden();
});

test('a finger that falls beside a label presses the nearest one', async ({ anotherPage }) => {
  const phone = await anotherPage(kPhone);
  const map = await openMap(phone, { text: 'Once upon a time there was a little dog' });
  await map.locator('.map').scrollIntoViewIfNeeded();
  const ids = await map
    .locator('.label.token')
    .evaluateAll((all) => all.map((each) => each.dataset['id']!));
  let tapped = 0;
  for (const id of ids) {
    // Labels may move when another one is pressed.
    const point = await map.evaluate((element, own) => {
      const root = element.shadowRoot!;
      const frame = root.querySelector('.map')!.getBoundingClientRect();
      const labels = [...root.querySelectorAll<HTMLElement>('.label.token')];
      const boxes = labels.map((each) => ({
        id: each.dataset['id'],
        box: each.getBoundingClientRect(),
      }));
      const { left, top, bottom, width } = boxes.find((each) => each.id === own)!.box;
      const away = ({ box }: (typeof boxes)[number], x: number, y: number) =>
        Math.hypot(
          Math.max(0, box.left - x, x - box.right),
          Math.max(0, box.top - y, y - box.bottom),
        );
      return [top - 9, bottom + 9]
        .map((y) => ({ x: left + width / 2, y }))
        .find(
          ({ x, y }) =>
            y > frame.top &&
            y < Math.min(frame.bottom, innerHeight) &&
            boxes.every((each) => each.id === own || away(each, x, y) > 10),
        );
    }, id);
    if (point === undefined) continue;
    await phone.touchscreen.tap(point.x, point.y);
    await expect(map.locator(`.label.token[data-id="${id}"]`)).toHaveAttribute(
      'aria-pressed',
      'true',
    );
    ++tapped;
  }
  expect(tapped).toBeGreaterThan(3);
});

test('the map of an encoder–decoder is that of its source', async ({ page }) => {
  const text = 'I love you';
  const map = await mount(page, { tags: ['glass-map'], src: 'en-zh', text }, '.neighbour');
  expect(await neighbours(map)).toEqual(await nearestOf(page, text, 'source'));
  await page.locator('glass-model').evaluate((m) => Object.assign(m, { text: 'I love cats' }));
  await expect.poll(() => neighbours(map)).toEqual(await nearestOf(page, 'I love cats', 'source'));
});

test('another model in its place, another map: no token of the old one is asked for', async ({
  page,
}) => {
  const text = '床前明月光';
  const map = await mount(page, { tags: ['glass-map'], src: 'tang', text }, '.neighbour');
  expect(await neighbours(map)).toEqual(await nearestOf(page, text, 'target'));
  await page
    .locator('glass-model')
    .evaluate((model, other) => Object.assign(model, { src: 'stories', text: other }), kText);
  await expect(map.locator('[part=shadow]')).toContainText('160 dimensions');
  await expect.poll(() => neighbours(map)).toEqual(await nearestOf(page, kText, 'target'));
  await expect(map.locator('.placeholder')).toHaveCount(0);
});
