/** How the model chooses: set in one chapter, it holds in the others, and in the link. */
import { button } from './figures.ts';
import { expect, isLive, type Locator, open, type Page, test } from './fixture.ts';

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

test('what is moved and moved back is not in the address any longer', async ({ page }) => {
  await open(page);
  await goTo(page, 'next');
  const topP = next(page).getByLabel('top-p');
  await topP.focus();
  await topP.press('Home');
  await page.waitForURL(/generation=top_p%3A0\.05/);
  await topP.press('End');
  await expect(value(next(page), 'top-p')).toHaveText('off');
  await expect(page).not.toHaveURL(/generation/);
});

test('what one way of choosing does not go by does not interrupt it', async ({ page }) => {
  await open(page);
  await goTo(page, 'writing');
  const greedy = writer(page, 'greedy');
  const made = greedy.locator('[part=output] .made');
  const length = greedy.getByLabel('length');
  await length.focus();
  await length.press('End');
  await greedy.evaluate((element) => {
    const told: object[] = [];
    Object.assign(element, { told });
    element.addEventListener('glass-running', ({ detail }: CustomEventInit<object>) =>
      told.push(detail!),
    );
  });
  await button(greedy, 'Run').click();
  await expect.poll(() => made.count()).toBeGreaterThan(1);
  const temperature = writer(page, 'sample').getByLabel('temperature');
  await temperature.focus();
  await temperature.press('End');
  await expect(value(writer(page, 'sample'), 'temperature')).toHaveText('2');
  const count = await made.count();
  await expect(button(greedy, 'Pause')).toBeVisible();
  await expect.poll(() => made.count()).toBeGreaterThan(count + 1);
  const told = await greedy.evaluate(
    (element) => (element as unknown as { told: { running: boolean; done: boolean }[] }).told,
  );
  expect(told[0]).toMatchObject({ running: true });
  expect(told.filter(({ running, done }) => !running && !done)).toEqual([]);
  // The length is every one's: all go that far.
  await length.focus();
  await length.press('Home');
  await expect(made).toHaveCount(1);
  await expect(value(writer(page, 'beam'), 'length')).toHaveText('1');
});

/** Where a slider stands, and what is written beside it. */
const standing = (slider: Locator) =>
  slider.evaluate((element) => [
    (element as HTMLInputElement).value,
    element.parentElement?.querySelector('output')?.textContent ?? '',
  ]);

test('every slider goes all the way by the keyboard, and links lead back to both ends', async ({
  page,
}) => {
  test.slow();
  await open(page, '#text=Tom&source=Yes.'); // what is short is read at once
  const [greedy, sample, beam] = ['greedy', 'sample', 'beam'].map((mode) => writer(page, mode));
  const named = (place: Locator, ...labels: string[]) =>
    labels.map((label) => place.getByLabel(label, { exact: true }));
  const choice = ['temperature', 'top-k', 'top-p'];
  const chapters = {
    next: named(next(page), ...choice),
    writing: [
      ...named(greedy!, 'length'),
      ...named(sample!, 'length', ...choice),
      ...named(beam!, 'length', 'beams', 'length penalty'),
    ],
    translating: named(page.locator('#translating glass-translate'), 'width of the beam'),
  };
  const seed = sample!.getByLabel('seed', { exact: true });
  const writeSeed = async (limit: 'min' | 'max') => {
    await goTo(page, 'writing');
    await seed.fill((await seed.getAttribute(limit)) ?? '');
    await seed.press('Enter');
  };
  // From the other end, for some have gone along with those of another chapter.
  const pressAll = async (key: 'Home' | 'End', from: 'Home' | 'End') => {
    for (const [chapter, sliders] of Object.entries(chapters)) {
      await goTo(page, chapter);
      for (const slider of sliders) {
        await slider.focus();
        await slider.press(from);
        const far = await standing(slider);
        await slider.press(key);
        await expect.poll(() => standing(slider)).not.toEqual(far);
      }
    }
  };
  const standings = async () => {
    const all: string[][] = [];
    for (const slider of Object.values(chapters).flat()) all.push(await standing(slider));
    return { sliders: all, seed: await seed.inputValue() };
  };
  const expectStanding = async (stood: Awaited<ReturnType<typeof standings>>) => {
    const left = [...stood.sliders];
    for (const [chapter, sliders] of Object.entries(chapters)) {
      await goTo(page, chapter);
      for (const slider of sliders) await expect.poll(() => standing(slider)).toEqual(left.shift());
    }
    await expect(seed).toHaveValue(stood.seed);
  };

  await writeSeed('min');
  await pressAll('Home', 'End');
  const first = await standings();
  await page.waitForURL(/beams=2/);
  const { hash } = new URL(page.url());

  await writeSeed('max');
  await pressAll('End', 'Home');
  // Where top-k ends it is off: the last of its numbers stands before that.
  await next(page).getByLabel('top-k').press('ArrowLeft');
  await expect(value(sample!, 'top-k')).toHaveText('100');
  const last = await standings();
  await page.waitForURL(/beams=8/);

  await page.reload();
  await expectStanding(last);
  await page.evaluate((kept) => (location.hash = kept), hash);
  await expectStanding(first);
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
  // What the build wrote gives way to the live page, and with it the place in it.
  await isLive(page);
  await goTo(page, 'translating');
  await expect(here.locator('label[for=way-beam]')).toContainText('8');
});
