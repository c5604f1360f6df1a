/** A figure that nobody sees when its model comes (a closed <details>, another tab, a slide) is whole when it is shown. */
import { expect, test } from './kept.ts';
import { openShelf, put } from './shelf.ts';

const kFigures = `
  <glass-tokens></glass-tokens>
  <glass-embeddings></glass-embeddings>
  <glass-attention view="matrix"></glass-attention>
  <glass-attention view="lines"></glass-attention>
  <glass-attention-steps></glass-attention-steps>
  <glass-heads></glass-heads>
  <glass-block></glass-block>
  <glass-feed-forward></glass-feed-forward>
  <glass-norm></glass-norm>
  <glass-join></glass-join>
  <glass-logits></glass-logits>
  <glass-map></glass-map>
  <glass-positions></glass-positions>
  <glass-variance></glass-variance>
  <glass-next-token></glass-next-token>
  <glass-surprise></glass-surprise>
  <glass-attribution></glass-attribution>
  <glass-circuit></glass-circuit>`;
const kModel = `<glass-model src="stories" text="Once upon a time there was">${kFigures}</glass-model>`;

interface Drawable extends HTMLElement {
  toSVG(): Promise<string>;
}

for (const [name, before, after, show] of [
  ['a closed <details>', '<details><summary>Figures</summary>', '</details>', 'open'],
  ['a tab that is not shown', '<div hidden>', '</div>', 'hidden'],
] as const)
  test(`in ${name}`, async ({ page }) => {
    test.setTimeout(120_000);
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
