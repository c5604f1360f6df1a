/** An element is rendered when a subject changes that it subscribes to, and by nothing else. */
import { expect, open, sentenceField, test } from './fixture.ts';
import { openShelf, put } from './shelf.ts';
import { countUpdates, updatesOf } from './updates.ts';

const kFigures = `<glass-input></glass-input><glass-changes></glass-changes><glass-tokens></glass-tokens><glass-embeddings></glass-embeddings>
  <glass-save><glass-matrix id="digits" hook="blocks.0.attn.pattern" rows-as="query" columns-as="key"></glass-matrix></glass-save><glass-attention></glass-attention>
  <glass-attention view="lines"></glass-attention><glass-heads switchable></glass-heads><glass-block></glass-block>
  <glass-attention-steps></glass-attention-steps><glass-map></glass-map><glass-positions></glass-positions>
  <glass-next-token adjustable at-pinned></glass-next-token><glass-generate></glass-generate>
  <glass-variance></glass-variance><glass-proof></glass-proof>`;

/** These follow a hover by classes on what they have drawn. */
const kMarked = ['glass-tokens', 'glass-input', 'glass-embeddings'];

const sum = (counts: Readonly<Record<string, number>>) =>
  Object.values(counts).reduce((a, b) => a + b, 0);

test('a hover renders no element that does not depend on it', async ({ page }) => {
  await openShelf(page);
  await put(page, `<glass-model src="stories" text="Once upon a time">${kFigures}</glass-model>`);
  await expect(page.locator('glass-block td').first()).toBeVisible();
  await expect(page.locator('glass-map .neighbour').first()).toBeVisible();
  await expect(page.locator('glass-variance svg').first()).toBeVisible();
  await countUpdates(page);
  const chip = page.locator('main > glass-model > glass-tokens button').nth(1);
  const hover = await updatesOf(page, () => chip.hover());
  const text = await page.locator('glass-input textarea').inputValue();
  console.log(`  a hover: ${sum(hover)} updates ${JSON.stringify(hover)}`);
  const unconcerned = await page.evaluate(() =>
    [...new Set([...document.querySelectorAll('*')].map(({ localName }) => localName))].filter(
      (tag) => {
        const { subjects } = (customElements.get(tag) ?? {}) as { subjects?: readonly string[] };
        return subjects !== undefined && !subjects.includes('hover');
      },
    ),
  );
  expect(unconcerned).toContain('glass-next-token');
  for (const tag of [...unconcerned, ...kMarked]) expect.soft(hover[tag] ?? 0, tag).toBe(0);
  // Only the stream of the hovered token has other numbers.
  expect(hover['glass-matrix'] ?? 0).toBeLessThanOrEqual(1);
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
  expect(own['glass-embeddings'] ?? 0).toBe(0);
  await expect(embeddings.locator('.pointed')).toContainText('a');
  await expect(embeddings.locator('.names .on')).toHaveText('a');
  await chip.hover();
  await expect(page.locator('glass-attention').last().locator('.side .on')).toHaveCount(1);
  await expect(page.locator('glass-block th.on')).toHaveText('upon');
  await expect(page.locator('glass-positions .rows .on')).toContainText('upon');
  // A pin lets it stay, and the next hover lights up another token.
  const pin = await updatesOf(page, () => chip.click());
  console.log(`  a pin: ${sum(pin)} updates ${JSON.stringify(pin)}`);
  await expect(chip).toHaveAttribute('aria-pressed', 'true');
  await expect(page.locator('glass-next-token [part=after]').first()).toContainText('upon');
  expect(await page.locator('glass-input textarea').inputValue()).toBe(text);
  const key = await updatesOf(page, async () => {
    await page.locator('textarea').press('End');
    await page.locator('textarea').press('s');
    await expect(page.locator('main > glass-model > glass-tokens')).toContainText('imes');
  });
  console.log(`  a key: ${sum(key)} updates ${JSON.stringify(key)}`);
  // Marks outlive the rendering.
  await expect(page.locator('glass-tokens .token.pinned').first()).toContainText('upon');
});

test('on the page too', async ({ page }) => {
  await open(page);
  await countUpdates(page);
  const hover = await updatesOf(page, () => page.locator('glass-tokens button').nth(1).hover());
  console.log(`  a hover: ${sum(hover)} updates ${JSON.stringify(hover)}`);
  for (const tag of ['glass-save', 'glass-generate', 'glass-heads', 'glass-next-token', ...kMarked])
    expect.soft(hover[tag] ?? 0, tag).toBe(0);
  const key = await updatesOf(page, async () => {
    await sentenceField(page).press('End');
    await sentenceField(page).press('s');
    await expect(page.locator('.first glass-attention').first()).toBeVisible();
  });
  console.log(`  a key: ${sum(key)} updates ${JSON.stringify(key)}`);
});
