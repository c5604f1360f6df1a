/** A beam tree on paper: a drawing, a list, or several lists, each on a sheet of its own. */
import { button } from './figures.ts';
import { openGenerating } from './generating.ts';
import { expect, type Page, test } from './kept.ts';
import { openShelf, put } from './shelf.ts';

test('its words are drawn at once, a list where a tree is too wide, and nothing stands over it', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1000, height: 900 });
  await openShelf(page);
  const tag = '<glass-beam-tree model="aab" text="aab" forceable></glass-beam-tree>';
  await put(page, `${tag}${'<br>'.repeat(120)}${tag}`);
  const trees = page.locator('glass-beam-tree');
  for (const tree of await trees.all()) await expect(tree.locator('.node').nth(3)).toBeAttached();
  await page.emulateMedia({ media: 'print' });
  // As a browser does: it draws when the listeners have returned.
  const printed = await page.evaluate(() => {
    dispatchEvent(new Event('beforeprint'));
    return [...document.querySelectorAll('glass-beam-tree')].map(({ shadowRoot }) => {
      const all = (query: string) => [...shadowRoot!.querySelectorAll(query)];
      return {
        isList: all('.list').length === 1,
        animations: all('.node, .token').flatMap((each) => each.getAnimations()).length,
        readout: getComputedStyle(all('.readout')[0]!).position,
      };
    });
  });
  expect(printed).toEqual(Array(2).fill({ isList: true, animations: 0, readout: 'static' }));
});

test('a tree that is wider than the page is a list, and a tree again after it', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  const own = await openGenerating(page, '<glass-generate mode="beam"></glass-generate>');
  const generate = own.locator('glass-generate');
  await button(generate, 'Run').click();
  const tree = generate.locator('glass-beam-tree');
  await expect(tree.locator('.tree')).toBeVisible();
  await expect(button(generate, 'Run')).toBeVisible();
  const width = () => tree.locator('.tree').evaluate(({ clientWidth }) => clientWidth);
  await expect.poll(width).toBeGreaterThan(700);
  const scrolled = () =>
    tree.locator('.scroller').evaluate(({ scrollLeft, scrollTop }) => [scrollLeft, scrollTop]);
  const before = await scrolled();
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
  await expect(tree.locator('.list > li').nth(5)).toBeAttached();
  await expect(tree.locator('.tree')).toHaveCount(0);
  await page.evaluate(() => dispatchEvent(new Event('afterprint')));
  await expect(tree.locator('.tree')).toBeVisible();
  expect(await scrolled()).toEqual(before);
});

/** Of a tree of so many beams and steps, on sheets of A4: how high it is on each, how much smaller it was made, and what stands over it. */
async function onPaper(page: Page, beams: number, steps: number) {
  await page.setViewportSize({ width: 703, height: 1030 });
  await openShelf(page);
  const settings = JSON.stringify({ num_beams: beams, max_new_tokens: steps });
  await put(
    page,
    `<glass-beam-tree model="stories" text="Once upon a time" settings='${settings}'></glass-beam-tree>`,
  );
  const tree = page.locator('glass-beam-tree');
  await expect(tree.locator('.node').nth(2 * steps)).toBeAttached({ timeout: 90_000 });
  // What fits it to sheets comes with the first tree that is larger than one.
  await page.waitForLoadState('networkidle');
  await page.emulateMedia({ media: 'print' });
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
  const sheets = await tree.locator('.list, .scroller').evaluateAll((all) =>
    all.map((each) => ({
      height: each.getBoundingClientRect().height,
      zoom: Number.parseFloat(each.style.zoom || '100'),
      name: each.dataset['sheet'],
      rows: each.children.length,
      isWhole: [each, ...each.querySelectorAll('li')].every(
        (part) => getComputedStyle(part).breakInside === 'avoid',
      ),
    })),
  );
  await page.evaluate(() => dispatchEvent(new Event('afterprint')));
  const shown = tree.locator('.list, .scroller');
  await expect(shown).toHaveCount(1);
  expect(await shown.evaluate(({ style: { zoom, breakInside } }) => zoom + breakInside)).toBe('');
  return sheets;
}

/** How many sheets the page takes. */
async function sheetsOf(page: Page): Promise<number> {
  const pdf = await page.pdf({ format: 'Letter', margin: { top: '1cm', bottom: '1cm' } });
  return pdf.toString('latin1').match(/\/Type \/Page\b/g)!.length;
}

test('a wide tree has two columns and is made small enough for one sheet, as long as it can be read', async ({
  page,
}) => {
  const wide = await onPaper(page, 5, 12);
  expect(wide).toEqual([expect.objectContaining({ name: undefined, isWhole: true })]);
  expect(wide[0]!.zoom).toBeLessThan(100);
  expect(wide[0]!.zoom).toBeGreaterThanOrEqual(50);
  expect(wide[0]!.height).toBeLessThan(960);
  expect(await sheetsOf(page)).toBe(1);
  // No wider than a sheet, but higher than one.
  const high = await onPaper(page, 20, 4);
  expect(high).toEqual([expect.objectContaining({ name: undefined, rows: 5, isWhole: true })]);
  expect(await sheetsOf(page)).toBe(1);
  const small = await onPaper(page, 2, 4);
  expect(small).toEqual([expect.objectContaining({ name: undefined, zoom: 100 })]);
});

for (const [what, beams, steps] of [
  ['of many steps', 8, 40],
  ['the largest', 20, 100],
] as const)
  test(`a tree that is too much for one sheet has whole steps on each, and says which: ${what}`, async ({
    page,
  }) => {
    test.setTimeout(300_000);
    const sheets = await onPaper(page, beams, steps);
    expect(sheets.length).toBeGreaterThan(1);
    let next = 0;
    for (const { height, zoom, name, rows, isWhole } of sheets) {
      expect(height).toBeLessThan(960 - 120);
      expect(zoom).toBeGreaterThanOrEqual(50);
      expect(isWhole).toBe(true);
      const [, from, to, last, after] =
        /^“…a time”: steps? (?:(\d+)–)?(\d+) of (\d+)(, after “.+”)?$/.exec(name!)!;
      expect([Number(from ?? to), Number(to)]).toEqual([Math.max(1, next), next + rows - 1]);
      expect(after === undefined).toBe(next === 0);
      next += rows;
      if (next > Number(last)) expect(next).toBe(Number(last) + 1);
    }
    expect(next).toBe(steps + 1);
    expect(await sheetsOf(page)).toBe(sheets.length);
  });

test('a browser that prints finds the list’s templates made', async ({ page }) => {
  const errors: string[] = [];
  page.on('pageerror', ({ message }) => errors.push(message));
  await page.setViewportSize({ width: 1280, height: 900 });
  await openShelf(page);
  await put(page, '<glass-beam-tree model="aab" text="aab"></glass-beam-tree>');
  const tree = page.locator('glass-beam-tree');
  await expect(tree.locator('.tree')).toBeVisible();
  await tree.evaluate((element) =>
    addEventListener('beforeprint', () => {
      const { shadowRoot } = element;
      element.dataset['printed'] = shadowRoot!.querySelector('.list') === null ? 'tree' : 'list';
    }),
  );
  await page.pdf();
  await expect(tree).toHaveAttribute('data-printed', 'list');
  expect(errors).toEqual([]);
});
