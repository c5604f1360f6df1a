import { button } from './figures.ts';
import {
  expect,
  expectNumbers,
  firstBars,
  type Locator,
  open,
  type Page,
  test,
} from './fixture.ts';
import { encoded, goTo, likeliest, modelOf, modelAt, percentages } from './models.ts';
import { settled } from './settled.ts';

const kText = 'Once upon a time, there was a little girl named';

async function openReading(page: Page): Promise<Locator> {
  await open(page);
  return modelOf(page, 'layers');
}

test('the models of later chapters are not asked for before the reader comes near', async ({
  page,
}) => {
  const asked: string[] = [];
  page.on('request', (request) => {
    const model = modelAt(request.url());
    if (model !== undefined) asked.push(model);
  });
  await open(page);
  await settled(page);
  // The engine answers in order: what was to be loaded has been asked for before this is answered.
  await encoded(modelOf(page, 'layers'), kText);
  expect(new Set(asked)).toEqual(new Set(['stories']));
  await goTo(page, 'translating', 'glass-translate .output');
  expect(asked).toContain('en-zh');
});

test('the last layer of the lens says what the model says', async ({ page }) => {
  const model = await openReading(page);
  await goTo(page, 'layers', 'td');
  const lens = page.locator('#layers glass-block');
  await expect(lens.locator('tbody tr')).toHaveCount(6);
  await expect(lens.locator('tbody tr').first().locator('td').last()).toHaveText('␣named');
  const first = `␣${await firstBars(page).first().locator('bdi').textContent()}`;
  await expect(lens.locator('tbody tr').last().locator('td').last()).toHaveText(first);
  const [share = 0] = await likeliest(model, kText);
  await expect(lens.locator('[part=readout]')).toContainText(`“${first}” (${share.toFixed(1)}%)`);
  await lens.locator('td[tabindex="0"]').focus();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Home');
  await expect(lens.locator('[part=readout]')).toContainText('After layer 4, after “Once”');
});

test('a head that is switched off changes what may follow, and undo brings it back', async ({
  page,
}) => {
  const model = await openReading(page);
  const before = await percentages(firstBars(page));
  const place = { layer: 4, head: 2 };
  const heads = page.locator('#what-if glass-heads').first();
  await heads.locator('[data-layer="4"][data-head="2"]').click();
  // The button is about the head that is named above it.
  await expect(heads.locator('[part=readout] b')).toHaveText('Layer 5, head 3');
  await button(heads, 'Switch off').click();
  const wanted = (await likeliest(model, kText, [place])).slice(0, 10).map((share) => [share]);
  await expect
    .poll(async () =>
      Math.abs(((await percentages(firstBars(page)))[0]?.[0] ?? 0) - (wanted[0]?.[0] ?? 0)),
    )
    .toBeLessThan(0.0501);
  expectNumbers(await percentages(firstBars(page)), wanted, 0.0501);
  expect(wanted).not.toEqual(before);
  await button(page.locator('#what-if'), 'Undo').click();
  await expect.poll(() => percentages(firstBars(page))).toEqual(before);
});
