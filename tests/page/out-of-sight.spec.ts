/** A figure that nobody sees when its model comes (a closed <details>, another tab, a slide) is whole when it is shown. */
import { kPair, kWithout } from './drawn-signs.ts';
import { expect, test } from './kept.ts';
import { openShelf, put } from './shelf.ts';
import { markupOfAll } from './tags.ts';

/** They have another model, numbers of their own, or hold others. */
const kOthers = [...kWithout, ...kPair, 'glass-save'];
/** They show nothing before their reader has done something. */
const kOfReader = ['glass-changes', 'glass-input', 'glass-generate', 'glass-proof'];
/** They run their model for each of many changes, or search with it: minutes, of two pages of figures. */
const kSlow = ['glass-ablation', 'glass-patch', 'glass-beam-tree'];
const kFigures = markupOfAll([...kOthers, ...kOfReader, ...kSlow], {
  'glass-attention':
    '<glass-attention view="matrix"></glass-attention><glass-attention view="lines"></glass-attention>',
  'glass-matrix':
    '<glass-matrix hook="blocks.0.attn.pattern" rows-as="query" columns-as="key"></glass-matrix>',
});
const kModel = `<glass-model src="stories" text="Once upon a time there was">${kFigures}</glass-model>`;

interface Drawable extends HTMLElement {
  toSVG(): Promise<string>;
}

for (const [name, before, after, show] of [
  ['a closed <details>', '<details><summary>Figures</summary>', '</details>', 'open'],
  ['a tab that is not shown', '<div hidden>', '</div>', 'hidden'],
] as const)
  test(`in ${name}`, async ({ page }) => {
    test.setTimeout(480_000);
    await openShelf(page);
    await put(
      page,
      `<section id="seen">${kModel}</section><section id="unseen">${before}${kModel}${after}</section>`,
    );
    await expect(page.locator('#seen glass-circuit glass-matrix .cell').first()).toBeAttached();
    await expect(page.locator('#seen [aria-busy=true]')).toHaveCount(0);
    await page.evaluate((attribute) => {
      document.querySelector('#unseen > *')!.toggleAttribute(attribute);
    }, show);
    // Text, numbers and size of all figures, in their order.
    const drawn = (id: string) =>
      page.evaluate(
        (section) =>
          Promise.all(
            [...document.querySelectorAll<Drawable>(`#${section} glass-model > *`)].map(
              async (element) => {
                element.scrollIntoView();
                const svg = await element.toSVG();
                const { width, height } = element.getBoundingClientRect();
                const texts = [...svg.matchAll(/<text[^>]*>([^<]*)/g)].map(([, text]) => text);
                return `${element.localName} ${width.toFixed()} × ${height.toFixed(1)}: ${texts.join(' ')}`;
              },
            ),
          ),
        id,
      );
    const seen = await drawn('seen');
    expect(seen.length).toBe(kFigures.match(/<glass-/g)!.length);
    for (const figure of seen) expect(figure).toMatch(/ \d{3,} × \d{2,}\.\d: \S/);
    await expect.poll(() => drawn('unseen')).toEqual(seen);
  });
