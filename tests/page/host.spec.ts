/** Elements in a page with a typography and keys of its own: each keeps its own. */
import { expect, type Locator, type Page, test } from './fixture.ts';
import { openShelf, put } from './shelf.ts';

/** What the page says of its type; all of it is inherited. */
const kTypography = {
  color: 'rgb(120, 0, 60)',
  fontFamily: 'serif',
  fontSize: '19px',
  fontStyle: 'italic',
  letterSpacing: '4px',
  lineHeight: '40px',
  textAlign: 'right',
  textIndent: '30px',
  textTransform: 'uppercase',
  wordSpacing: '8px',
};
type Typography = Readonly<Record<keyof typeof kTypography, string>>;

const setType = (page: Page) =>
  page.evaluate((type) => Object.assign(document.body.style, type), kTypography);

const typeOf = (element: Locator): Promise<Typography> =>
  element.evaluate(
    (each, names) => {
      const style = getComputedStyle(each);
      return Object.fromEntries(names.map((name) => [name, style[name]])) as unknown as Typography;
    },
    Object.keys(kTypography) as (keyof Typography)[],
  );

test("prose inside <glass-model> and <glass-save> has the page's type, figures have their own", async ({
  page,
}) => {
  await openShelf(page);
  const figures = `<glass-save><p>Prose</p><glass-tokens></glass-tokens><glass-attention></glass-attention></glass-save>`;
  await put(page, `<glass-model src="aab" text="aab">${figures}</glass-model>`);
  const cell = page.locator('glass-attention .cell').first();
  await expect(cell).toBeAttached();
  const parts = ['glass-tokens', 'glass-attention', 'glass-save [part=button]'] as const;
  const before = await Promise.all(parts.map((part) => typeOf(page.locator(part))));
  await setType(page);
  expect(await typeOf(page.getByText('Prose'))).toEqual(kTypography);
  for (const [i, part] of parts.entries())
    expect(await typeOf(page.locator(part)), part).toEqual(before[i]);
});

test('what is painted has the ink of figures, whatever the colour of the prose', async ({
  page,
}) => {
  await openShelf(page);
  await page.evaluate(() => (document.body.style.color = 'rgb(250, 250, 250)'));
  await put(
    page,
    '<glass-model src="aab" text="aab"><glass-embeddings></glass-embeddings></glass-model>',
  );
  await expect(page.locator('glass-embeddings [role=gridcell]').first()).toBeAttached();
  const inks = await page.evaluate(() => {
    const [model, figure] = ['glass-model', 'glass-embeddings'].map(
      (tag) => document.querySelector(tag) as unknown as { ink: string; theme: string },
    );
    return [model!.ink, figure!.ink, figure!.theme];
  });
  expect(inks).toEqual(['rgb(28, 31, 42)', 'rgb(28, 31, 42)', 'light']);
});

test('a key that a figure has used does not reach the page, any other does', async ({ page }) => {
  await openShelf(page);
  await put(
    page,
    '<glass-model src="aab" text="aabaa"><glass-attention></glass-attention></glass-model><glass-tokens model="aab" text="aab"></glass-tokens>',
  );
  await page.evaluate(() =>
    document.addEventListener('keydown', ({ key }) => {
      document.title += ` ${key}`;
    }),
  );
  const cell = page.locator('glass-attention [role=gridcell]').first();
  await cell.focus();
  await page.keyboard.press('ArrowRight');
  await expect(cell).not.toBeFocused();
  await page.locator('glass-tokens button').first().focus();
  await page.keyboard.press('ArrowRight');
  await expect(page.locator('glass-tokens button').nth(1)).toBeFocused();
  const before = await page.title();
  expect(before).not.toContain('ArrowRight');
  await page.keyboard.press('x');
  expect(await page.title()).toBe(`${before} x`);
});
