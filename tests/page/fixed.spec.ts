/** `fixed`: a figure without what a reader would change it with. */
import { expect, test } from './kept.ts';
import { openShelf, put } from './shelf.ts';

/** What an element offers to change it with: what is seen of it, and where it is drawn. */
const kControls =
  'select, input:is([type=radio], [type=range], [type=checkbox], [type=number]), .segments';

for (const [markup, drawn] of [
  ['<glass-attention', '.cell'],
  ['<glass-norm', 'svg, .cell'],
  ['<glass-logits', '.strip'],
  ['<glass-join', '.strip'],
  ['<glass-heads switchable findable', '.head'],
  ['<glass-map', 'svg'],
  ['<glass-attribution', 'tr, .cell'],
  ['<glass-circuit', '.cell'],
  ['<glass-next-token adjustable', '[part=bar]'],
] as const) {
  test(`no control is seen in ${markup}>`, async ({ page }) => {
    await openShelf(page);
    await put(page, `${markup} fixed model="stories" text="Once upon a time"></glass-x>`);
    const figure = page.locator('main > *').first();
    await expect(figure.locator(drawn).first()).toBeVisible();
    const controls = figure.locator(kControls).filter({ visible: true });
    await expect(controls).toHaveCount(0);
    // An author may let the reader have them again.
    await figure.evaluate((element) => element.removeAttribute('fixed'));
    await expect(controls.first()).toBeVisible();
  });
}

for (const [markup, button, output, controls] of [
  [
    '<glass-generate fixed model="aab" text="aab" mode="greedy">',
    'Run',
    '[part=output]',
    kControls,
  ],
  // A reader may look back at any step.
  ['<glass-train fixed max-steps="20">', 'Run', '[part=facts]', '#rate, #seed'],
] as const) {
  test(`what begins something stays: ${markup}`, async ({ page }) => {
    await openShelf(page);
    await put(page, markup);
    const figure = page.locator('main > *').first();
    await figure.getByRole('button', { name: button, exact: true }).click();
    await expect(figure.locator(output)).toContainText(/aabaab|20 of 20/);
    await expect(figure.locator(controls).filter({ visible: true })).toHaveCount(0);
  });
}

test('the figures inside a translator have no controls either', async ({ page }) => {
  await openShelf(page);
  await put(page, '<glass-translate fixed model="en-zh" text="I like tea."></glass-translate>');
  const figure = page.locator('glass-translate');
  await expect(figure.locator('glass-heads .head').first()).toBeVisible();
  await expect(figure.locator(kControls).filter({ visible: true })).toHaveCount(0);
});
