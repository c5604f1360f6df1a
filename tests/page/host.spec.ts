/** Elements in a page with a typography and keys of its own: each keeps its own. */
import { expect, type Locator, type Page, test } from './fixture.ts';
import { openBlank } from './blank.ts';
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
  textShadow: 'rgb(255, 0, 0) 2px 2px 1px',
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

/** What an element knows of the colours around it. */
interface Looking {
  readonly look: string;
  readonly shades: { readonly theme: string };
}

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
  await page.evaluate(() =>
    Object.assign(document.body.style, { color: 'rgb(250, 250, 250)', colorScheme: 'light' }),
  );
  await put(
    page,
    '<glass-model src="aab" text="aab"><glass-embeddings></glass-embeddings></glass-model>',
  );
  await expect(page.locator('glass-embeddings [role=gridcell]').first()).toBeAttached();
  const inks = await page.evaluate(() => {
    const [model, figure] = ['glass-model', 'glass-embeddings'].map(
      (tag) => document.querySelector(tag) as unknown as Looking,
    );
    return [model!.look.split('|')[0], figure!.look.split('|')[0], figure!.shades.theme];
  });
  expect(inks).toEqual(['rgb(28, 31, 42)', 'rgb(28, 31, 42)', 'light']);
});

test('a page that is dark without saying so has dark figures, and light ones when it is light again', async ({
  page,
}) => {
  await openShelf(page);
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(`
      body { background: #fff; color: #222; }
      .night body { background: #111; color: #eee; }
      .slow body { transition: color 150ms linear; }
      .said glass-model { color-scheme: light; }
      body.night { background: #111; color: #eee; }
      @media print { .night body { color: #000; } }`);
    document.adoptedStyleSheets.push(sheet);
    document.documentElement.className = 'night';
  });
  await put(
    page,
    '<glass-model src="aab" text="aab"><glass-embeddings></glass-embeddings></glass-model><glass-save><glass-tokens model="aab" text="aab"></glass-tokens></glass-save>',
  );
  await expect(page.locator('glass-embeddings [role=gridcell]').first()).toBeAttached();
  const themes = () =>
    page.evaluate(() =>
      ['glass-model', 'glass-embeddings', 'glass-tokens'].map((tag) => {
        const element = document.querySelector(tag) as unknown as Looking;
        return `${element.shades.theme} ${getComputedStyle(element as unknown as Element).colorScheme}`;
      }),
    );
  const set = (names: string) =>
    page.evaluate((each) => (document.documentElement.className = each), names);
  const all = (each: string) => [each, each, each];
  await expect.poll(themes).toEqual(all('dark dark'));
  expect(await page.locator('glass-model').getAttribute('style')).toBeNull();
  await set('');
  await expect.poll(themes).toEqual(all('light normal'));
  await set('slow night');
  await expect.poll(themes).toEqual(all('dark dark'));
  await set('night said');
  await expect.poll(themes).toEqual(['light light', 'light light', 'dark dark']);
  // Paper is light.
  await set('night');
  await expect.poll(themes).toEqual(all('dark dark'));
  await page.emulateMedia({ media: 'print' });
  expect(await themes()).toEqual(
    ['light', 'light', 'light'].map(() => expect.stringMatching(/ normal$/)),
  );
  await page.emulateMedia({ media: null });
  await set('');
  await expect.poll(themes).toEqual(all('light normal'));
  // Pages also say it of their body.
  await page.evaluate(() => document.body.classList.add('night'));
  await expect.poll(themes).toEqual(all('dark dark'));
  await page.evaluate(() => document.body.classList.remove('night'));
  await expect.poll(themes).toEqual(all('light normal'));
});

test('figures that were defined before the model around them follow its theme', async ({
  page,
}) => {
  await openBlank(page);
  await page.evaluate(async () => {
    document.body.style.color = '#eee';
    document.body.innerHTML =
      '<glass-model src="aab" text="aab"><glass-tokens></glass-tokens></glass-model>';
    const module = (tag: string) =>
      import(new URL(`./elements/${tag}.js`, document.baseURI).href) as Promise<unknown>;
    const later = customElements.whenDefined('glass-model');
    await module('glass-tokens');
    await module('glass-model');
    await later;
  });
  const inks = () =>
    page.evaluate(() =>
      ['glass-model', 'glass-tokens'].map((tag) => {
        const element = document.querySelector(tag) as unknown as Looking;
        return `${element.shades.theme} ${getComputedStyle(element as unknown as Element).colorScheme}`;
      }),
    );
  await expect.poll(inks).toEqual(['dark dark', 'dark dark']);
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

test('a page has scales of its own, in either theme, in figures and in pictures of them', async ({
  page,
}) => {
  await openShelf(page);
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(`html { color-scheme: light; } html.night { color-scheme: dark; }
      main { --glass-scale-low: light-dark(#00f, #008); --glass-scale-zero: rgb(255 255 255);
        --glass-scale-high: light-dark(rgb(0 128 0), rgb(0 255 0)); --glass-scale-weight: #800000; }`);
    document.adoptedStyleSheets.push(sheet);
  });
  const row = (count: number) =>
    JSON.stringify([Array.from({ length: count }, (_, i) => (i % 3) - 1)]);
  await put(
    page,
    `<glass-matrix id="digits" values="${row(3)}" legend></glass-matrix>
    <glass-matrix id="large" values="${row(60)}"></glass-matrix>
    <glass-matrix id="weights" values="[[0, 1]]" scale="probability"></glass-matrix>`,
  );
  const cells = (id: string) =>
    page
      .locator(`#${id} .cell`)
      .evaluateAll((all) => all.map((each) => getComputedStyle(each).backgroundColor));
  const first = () =>
    page.locator('#large canvas').evaluate((canvas: HTMLCanvasElement) => {
      const copy = new OffscreenCanvas(3, 1).getContext('2d')!;
      copy.drawImage(canvas, 0, 0);
      return [...copy.getImageData(2, 0, 1, 1).data];
    });
  const white = 'rgb(255, 255, 255)';
  await expect.poll(() => cells('digits')).toEqual(['rgb(0, 0, 255)', white, 'rgb(0, 128, 0)']);
  await expect.poll(() => cells('weights')).toEqual([white, 'rgb(128, 0, 0)']);
  await expect.poll(first).toEqual([0, 128, 0, 255]);
  // What is written on a dark cell can be read.
  await expect(page.locator('#digits .cell').first()).toHaveCSS('color', white);
  const svg = () =>
    page.evaluate(() =>
      (document.querySelector('#digits') as unknown as { toSVG(): Promise<string> }).toSVG(),
    );
  const picture = await svg();
  // Of a cell, and of the end of the legend.
  expect(picture.match(/#008000/g)?.length).toBeGreaterThan(1);
  expect(picture).toContain('#0000ff');

  await page.evaluate(() => (document.documentElement.className = 'night'));
  await expect.poll(() => cells('digits')).toEqual(['rgb(0, 0, 136)', white, 'rgb(0, 255, 0)']);
  await expect.poll(first).toEqual([0, 255, 0, 255]);
  expect(await svg()).toContain('#00ff00');
});
