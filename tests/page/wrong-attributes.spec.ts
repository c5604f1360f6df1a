/** What an author wrote wrong is told in the figure's place; it is no crash, no NaN and no empty figure. */
import { expect, test } from './fixture.ts';
import { openShelf, put } from './shelf.ts';

const message = '[part=message][role=alert]';

for (const [markup, sentence] of [
  ['<glass-attention head="1e9"></glass-attention>', 'head must be a whole number from 0 to 0'],
  [
    '<glass-attention head="x"></glass-attention>',
    'head must be a whole number from 0 to 0, found NaN',
  ],
  ['<glass-attention layer="99"></glass-attention>', 'layer must be a whole number from -1 to 0'],
  ['<glass-attention-steps layer="99"></glass-attention-steps>', 'layer must be a whole number'],
  [
    '<glass-attention-steps query="-1.5"></glass-attention-steps>',
    'query must be a whole number of at',
  ],
  ['<glass-train max-steps="x"></glass-train>', 'max-steps must be a whole number of at least 1'],
  [
    '<glass-train max-steps="-1"></glass-train>',
    'max-steps must be a whole number of at least 1, found -1',
  ],
  [
    '<glass-next-token limit="-5"></glass-next-token>',
    'limit must be a whole number of at least 1',
  ],
] as const)
  test(markup, async ({ page }) => {
    await openShelf(page);
    await put(page, `<glass-model src="aab" text="aabaa">${markup}</glass-model>`);
    await expect(page.locator(message)).toContainText(`The figure cannot be drawn: ${sentence}`);
    await expect(page.locator('svg')).toHaveCount(0);
    // The next value is drawn.
    await page.evaluate(() => {
      const figure = document.querySelector('glass-model > *') as HTMLElement;
      for (const { name } of [...figure.attributes]) figure.setAttribute(name, '1');
      for (const name of ['head', 'layer'])
        if (figure.hasAttribute(name)) figure.setAttribute(name, '0');
    });
    await expect(page.locator(message)).toHaveCount(0);
    await expect(page.locator('glass-model > * [part]').first()).toBeAttached();
  });

test.describe('properties of another kind', () => {
  // An error of a script stands in the console, too.
  test.use({ allowed: /^page error: / });

  for (const [tag, values] of [
    ['glass-matrix', { values: { shape: [2, 3], data: [1, 2] } }],
    ['glass-matrix', { values: 'x' }],
    ['glass-beam-tree', { steps: 'x' }],
    ['glass-input', { examples: 'x' }],
  ] as const)
    test(`${tag}: ${JSON.stringify(values)}`, async ({ page }) => {
      await openShelf(page);
      await put(page, `<${tag} id="one"></${tag}>`, { one: values });
      await expect(page.locator(message)).toContainText('The figure cannot be drawn');
    });
});
