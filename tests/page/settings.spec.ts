/** How the model chooses: set in one chapter, it holds in the others, and in the link. */
import { expect, type Locator, open, type Page, test } from './fixture.ts';

const next = (page: Page) => page.locator('#next glass-next-token');
const writer = (page: Page, mode: string) =>
  page.locator(`#writing > figure glass-generate[mode=${mode}]`);
const value = (place: Locator, label: string) =>
  place.locator('.control').filter({ hasText: label }).locator('output').first();
const bars = (place: Locator) =>
  place.locator('[part=bar]').evaluateAll((all) => all.map((bar) => bar.textContent.trim()));

async function goTo(page: Page, chapter: string): Promise<void> {
  await page.locator(`#${chapter}`).evaluate((element) => element.scrollIntoView());
}

test('temperature and cuts are those of both chapters, and of the link; each begins in its own way', async ({
  page,
}) => {
  await open(page);
  await goTo(page, 'next');
  const temperature = next(page).getByLabel('temperature');
  const sampling = writer(page, 'sample');
  await expect(value(next(page), 'temperature')).toHaveText('1');
  await goTo(page, 'writing');
  await expect(value(sampling, 'temperature')).toHaveText('0.8');
  await expect(value(sampling, 'top-p')).toHaveText('0.9');

  await goTo(page, 'next');
  await temperature.focus();
  await temperature.press('End');
  await expect(value(next(page), 'temperature')).toHaveText('2');
  await expect(value(sampling, 'temperature')).toHaveText('2');
  await expect(value(sampling, 'top-p')).toHaveText('0.9');
  await expect(value(next(page), 'top-p')).toHaveText('off');

  await goTo(page, 'writing');
  const topP = sampling.getByLabel('top-p');
  await topP.focus();
  await topP.press('Home');
  await expect(value(next(page), 'top-p')).toHaveText('0.05');
  const beams = writer(page, 'beam').getByLabel('beams');
  await beams.focus();
  await beams.press('End');
  await page.waitForURL(/generation=temperature%3A2\+top_p%3A0\.05\+num_beams%3A5/);
  await goTo(page, 'next');
  await expect(next(page).locator('[part=kept]')).toBeVisible();
  const shown = await bars(next(page));

  await page.reload();
  await goTo(page, 'next');
  await expect(value(next(page), 'temperature')).toHaveText('2');
  await expect(next(page).locator('[part=bar]').first()).toBeVisible();
  await expect.poll(() => bars(next(page))).toEqual(shown);
  await goTo(page, 'writing');
  await expect(value(sampling, 'temperature')).toHaveText('2');
  await expect(value(writer(page, 'beam'), 'beams')).toHaveText('5');
});

test('what one way of choosing does not go by leaves its text as it stands', async ({ page }) => {
  await open(page);
  await goTo(page, 'writing');
  const greedy = writer(page, 'greedy');
  const step = greedy.getByRole('button', { name: 'Step', exact: true });
  await step.click();
  await step.click();
  await expect(greedy.locator('.made')).toHaveCount(2);
  const written = await greedy.locator('[part=output]').textContent();
  const temperature = writer(page, 'sample').getByLabel('temperature');
  await temperature.focus();
  await temperature.press('End');
  await expect(value(writer(page, 'sample'), 'temperature')).toHaveText('2');
  await expect(greedy.locator('[part=output]')).toHaveText(written ?? '');
  // The length is every one's: all go that far.
  const length = greedy.getByLabel('length');
  await length.focus();
  await length.press('Home');
  await expect(value(writer(page, 'beam'), 'length')).toHaveText('1');
});

test('the translator’s beam is as wide in both chapters, and in the link', async ({ page }) => {
  await open(page);
  await goTo(page, 'translating');
  const here = page.locator('#translating glass-translate');
  const there = page.locator('#what-if glass-translate');
  await expect(here.locator('#way-beam')).toBeVisible();
  await here.locator('#beam-width').focus();
  await here.locator('#beam-width').press('End');
  await expect(here.locator('label[for=way-beam]')).toContainText('8');
  await goTo(page, 'what-if');
  await there.evaluate((element) => element.scrollIntoView());
  await expect(there.locator('label[for=way-beam]')).toContainText('8');
  await page.waitForURL(/beams=8/);
  await page.reload();
  await goTo(page, 'translating');
  await expect(here.locator('label[for=way-beam]')).toContainText('8');
});
