/**
 * Pictures of elements, compared with those in __pictures__/pictures.spec.ts/. When a figure is meant to look otherwise:
 *   npx playwright test tests/page/pictures.spec.ts --update-snapshots
 * (after `npm run build`), and look at what changed before it is kept.
 */
import { expect, test } from './fixture.ts';
import { bringFonts, foreignLetters } from './fonts.ts';
import { openShelf, put } from './shelf.ts';

const kFigures = `<glass-model src="stories" text="Once upon a time there was a little dog">
  <glass-tokens id="tokens"></glass-tokens>
  <glass-attention id="matrix"></glass-attention>
  <glass-attention id="lines" view="lines"></glass-attention>
  <glass-heads id="heads" switchable></glass-heads>
  <glass-block id="block"></glass-block>
</glass-model>`;

for (const [scheme, language, ids] of [
  ['light', 'en', ['matrix', 'lines', 'block']],
  ['dark', 'zh-CN', ['tokens', 'matrix', 'heads']],
] as const) {
  test(`figures look as they did: ${scheme}, ${language}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
    await page.setViewportSize({ width: 760, height: 900 });
    await openShelf(page, language);
    await bringFonts(page);
    await put(page, kFigures);
    await expect(page.locator('#block td').first()).toBeVisible();
    await page.locator('#tokens button').nth(3).click();
    await page.mouse.move(0, 0);
    expect(await foreignLetters(page)).toEqual([]);
    for (const id of ids)
      await expect(page.locator(`#${id}`)).toHaveScreenshot(`${scheme}-${id}.png`);
  });
}
