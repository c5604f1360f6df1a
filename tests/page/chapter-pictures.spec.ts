/**
 * Pictures of the first view and of every chapter, compared with those in __pictures__/chapter-pictures.spec.ts/. When
 * one is meant to look otherwise (after `npm run build`):
 *   npx playwright test tests/page/chapter-pictures.spec.ts --update-snapshots
 */
import { expect, open, type Page, test } from './fixture.ts';
import { bringFonts } from './fonts.ts';

/** The chapters, and what stands in each when all of it is there. */
const kChapters = {
  tokens: 'glass-tokens button',
  vectors: 'glass-map svg',
  looking: 'glass-padding glass-heads canvas',
  layers: 'glass-feed-forward .pushes li',
  next: 'glass-next-token button',
  writing: 'glass-generate[mode=beam] button',
  translating: 'glass-beam-tree .node',
  aab: '.cell',
  inside: '#probabilities .cell',
  'learning-live': '#learned-writes button',
  choosing: 'glass-generate button',
  'what-if': 'glass-translate path',
};

/** The tests' own typefaces, and a line that covers nothing. */
async function settle(page: Page): Promise<void> {
  await bringFonts(page);
  await page.evaluate(() => {
    const style = new CSSStyleSheet();
    style.replaceSync('#sentence { position: relative !important }');
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, style];
  });
}

test.describe.configure({ timeout: 180_000 });

/** Letters and lines are drawn alike wherever the section begins: what stands above it changes no picture of it. */
function alignToPixels(section: HTMLElement | SVGElement): void {
  section.style.top = '0';
  const { top } = section.getBoundingClientRect();
  Object.assign(section.style, { position: 'relative', top: `${Math.round(top) - top}px` });
}

/**
 * A box that fades, or names of rows that stay while their table scrolls, are layers of their own, which keep the fraction of a
 * pixel at which their letters were drawn first, before the section was moved, or after: without the fade for a moment, and
 * without staying, they are drawn where they stand now.
 */
async function drawLayersAnew(section: HTMLElement | SVGElement): Promise<void> {
  const fading: Element[] = [];
  const visit = (root: ParentNode): void => {
    fading.push(...root.querySelectorAll('.scroller.more'));
    for (const name of root.querySelectorAll<HTMLElement>('[role=rowheader]'))
      name.style.position = 'relative';
    for (const { shadowRoot } of root.querySelectorAll('*')) if (shadowRoot) visit(shadowRoot);
  };
  visit(section);
  const frames = async () => {
    for (let i = 0; i < 2; ++i) await new Promise(requestAnimationFrame);
  };
  for (const each of fading) each.classList.remove('more');
  await frames();
  for (const each of fading) each.classList.add('more');
  await frames();
}

for (const { scheme, locale, width, height } of [
  { scheme: 'light', locale: 'en-US', width: 1280, height: 6200 },
  { scheme: 'dark', locale: 'zh-CN', width: 390, height: 9500 },
] as const) {
  test.describe(`${scheme}, ${locale}, ${width} pixels`, () => {
    // So high that a chapter is in view as a whole: else the browser's window is made larger for its picture, and what
    // stands in it may be laid out anew meanwhile.
    test.use({ colorScheme: scheme, locale, viewport: { width, height } });

    test('the page looks as it did', async ({ page }) => {
      await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
      await open(page);
      await settle(page);
      const top = { x: 0, y: 0, width, height: 800 };
      await expect(page).toHaveScreenshot(`${scheme}-first.png`, { clip: top });
      for (const [chapter, last] of Object.entries(kChapters)) {
        const section = page.locator(`#${chapter}`);
        await section.evaluate((element) => element.scrollIntoView());
        await expect(section.locator(last).first()).toBeAttached();
        await expect(section.locator('[aria-busy=true]')).toHaveCount(0);
        // Its words come after it, where the reader's language is not that of the translation.
        if (chapter === 'translating' && locale === 'en-US')
          await expect(section.locator('.gloss')).toHaveCount(2);
        expect((await section.boundingBox())?.height).toBeLessThan(height);
        // A chapter above may still grow by a fraction of a pixel, and moves this one.
        await expect(async () => {
          await section.evaluate(alignToPixels);
          await section.evaluate(drawLayersAnew);
          await expect(section).toHaveScreenshot(`${scheme}-${chapter}.png`, { timeout: 5_000 });
        }).toPass({ timeout: 60_000 });
      }
    });
  });
}
