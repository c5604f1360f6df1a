/** A link brings back what the reader has chosen in figures, and nothing that a control in them could not choose. */
import { expect, isLive, open, type Page, test } from './fixture.ts';
import { goToLearning } from './learning.ts';
import { goTo } from './models.ts';

const kLine = 'text=The+little+dog+was+happy.';

const layer = (page: Page) => page.locator('#layers glass-norm [data-control=layer] select');
const formula = (page: Page) => page.locator('#vectors glass-positions input[value=formula]');
const kind = (page: Page, which: number) =>
  page.locator('#study glass-circuit').nth(which).locator('input:checked');

const figuresIn = (page: Page) =>
  new URLSearchParams(new URL(page.url()).hash.slice(1)).get('figures');

test('what is chosen in figures is in the link, and in the figures when it is opened', async ({
  page,
  anotherPage,
}) => {
  test.slow();
  await open(page, `#${kLine}`);
  await goTo(page, 'vectors', 'glass-positions .segments');
  await formula(page).check({ force: true });
  await goTo(page, 'layers', 'glass-norm [data-control=layer] select');
  await layer(page).selectOption({ value: '2' });
  await goTo(page, 'study', 'glass-circuit .title');
  await page
    .locator('#study glass-circuit')
    .nth(1)
    .locator('input[value=qk]')
    .check({ force: true });
  await goToLearning(page);
  await goTo(page, 'learning-live', 'glass-train .facts');
  const seed = page.locator('#learning-live glass-train #seed');
  await seed.fill('5');
  await seed.blur();
  await expect
    .poll(() => figuresIn(page))
    .toBe(
      'vectors.positions.source:formula layers.norm.layer:2 learning-live.train.seed:5 study.circuit.2.kind:qk',
    );

  const other = await anotherPage();
  await other.goto(page.url());
  await isLive(other);
  await goTo(other, 'vectors', 'glass-positions .segments');
  await expect(formula(other)).toBeChecked();
  // What has not come yet stays in the link.
  expect(figuresIn(other)).toContain('study.circuit.2.kind:qk');
  await goTo(other, 'layers', 'glass-norm [data-control=layer] select');
  await expect(layer(other)).toHaveValue('2');
  await goTo(other, 'study', 'glass-circuit .title');
  await expect(kind(other, 1)).toHaveValue('qk');
  await expect(kind(other, 0)).toHaveValue('qk');
  await goToLearning(other);
  await goTo(other, 'learning-live', 'glass-train .facts');
  await expect(other.locator('#learning-live glass-train #seed')).toHaveValue('5');

  // Another link stands for other choices.
  await other.evaluate((line) => (location.hash = `#${line}`), kLine);
  await expect(formula(other)).not.toBeChecked();
  await expect(layer(other)).toHaveValue('3');
  await expect(kind(other, 1)).toHaveValue('ov');
  expect(figuresIn(other)).toBeNull();
});

test('a link sets nothing in figures that their controls do not', async ({ page }) => {
  await open(
    page,
    `#${kLine}&figures=vectors.positions.model:https%3A%2F%2Fevil.example+vectors.positions.source:none+vectors.positions.column:9999+layers.norm.layer:99+layers.norm.place:%25E0+nowhere.norm.layer:1+layers.norm.text:x+looking.attention.layer:2`,
  );
  await goTo(page, 'vectors', 'glass-positions .segments');
  const figure = page.locator('#vectors glass-positions');
  expect(await figure.evaluate((element) => Reflect.get(element, 'modelName') as string)).toBe('');
  await expect(figure.locator('[part=message]')).toHaveCount(0);
  await expect(formula(page)).not.toBeChecked();
  await goTo(page, 'layers', 'glass-norm [data-control=layer] select');
  await expect(layer(page)).toHaveValue('3');
  await expect(page.locator('#layers glass-norm [part=message]')).toHaveCount(0);
  await goTo(page, 'looking', 'glass-attention .top');
  const attention = page.locator('#looking .pick glass-attention');
  expect(await attention.evaluate((element) => Reflect.get(element, 'layer') as null)).toBeNull();
  await expect.poll(() => figuresIn(page)).toBeNull();
  await expect(page.getByRole('status').filter({ hasText: 'positions.model' })).toBeVisible();
  // A section that the page does not have is told, too, and that of the reader's own model.
  for (const unknown of ['nowhere.norm.layer:1', 'own-model.norm.layer:1']) {
    await page.evaluate((hash) => (location.hash = hash), `#${kLine}&figures=${unknown}`);
    await expect(page.getByRole('status').filter({ hasText: unknown })).toBeVisible();
  }
});

test('a circuit that a link has chosen goes back to the page’s own', async ({ page }) => {
  await open(page, `#${kLine}`);
  await goTo(page, 'study', 'glass-circuit .title');
  const circuits = page.locator('#study glass-circuit');
  const places = () =>
    circuits.evaluateAll((all) =>
      all.map((each) => ['layer', 'head'].map((name) => Reflect.get(each, name) as number | null)),
    );
  const own = await places();
  expect(own.flat()).not.toContain(null);
  const link = `#${kLine}&figures=study.circuit.layer:2+study.circuit.2.head:0`;
  await page.evaluate((hash) => (location.hash = hash), link);
  await expect.poll(places).toEqual([
    [2, own[0]![1]],
    [own[1]![0], 0],
  ]);
  // As in a page that begins with it.
  await page.reload();
  await goTo(page, 'study', 'glass-circuit .title');
  await expect.poll(places).toEqual([
    [2, own[0]![1]],
    [own[1]![0], 0],
  ]);
  await page.evaluate((hash) => (location.hash = hash), `#${kLine}`);
  await expect.poll(places).toEqual(own);
  await page.evaluate(
    (hash) => (location.hash = hash),
    `#${kLine}&figures=study.circuit.layer:99+study.circuit.2.head:`,
  );
  await expect(page.getByRole('status').filter({ hasText: 'study.circuit' })).toBeVisible();
  await expect.poll(places).toEqual(own);
  await expect.poll(() => figuresIn(page)).toBeNull();
});

test('going back leaves what is as the link says: a training goes on', async ({ page }) => {
  await open(page, `#${kLine}`);
  await goToLearning(page);
  await goTo(page, 'learning-live', 'glass-train .facts');
  const train = page.locator('#learning-live glass-train');
  const seed = train.locator('#seed');
  await seed.fill('5');
  await seed.blur();
  await expect.poll(() => figuresIn(page)).toBe('learning-live.train.seed:5');
  const begun = await train.evaluateHandle((element) => {
    const events: string[] = [];
    element.addEventListener('glass-train-begin', ({ type }) => events.push(type));
    return events;
  });
  await page.evaluate(() => (location.hash = `${location.hash}&head=2.1`));
  await expect(page.locator('glass-model').first()).toHaveAttribute('layer', '1');
  await page.goBack();
  await expect(page.locator('glass-model').first()).toHaveAttribute('layer', '3');
  await expect(seed).toHaveValue('5');
  expect(await begun.jsonValue()).toEqual([]);
});

test('a link to a line of another model brings what it holds of that model’s tokens', async ({
  page,
}) => {
  await open(page, `#${kLine}&figures=layers.logits.token:30`);
  await goTo(page, 'layers', 'glass-logits .segments');
  const token = () =>
    page
      .locator('#layers glass-logits')
      .evaluate((element) => Reflect.get(element, 'token') as number | null);
  await expect.poll(token).toBe(30);
  // The stories' list ends before it.
  await page.evaluate(
    () =>
      (location.hash =
        '#text=%E6%98%8E%E6%9C%88%E6%9D%BE%E9%97%B4%E7%85%A7&figures=layers.logits.token:4000'),
  );
  await expect(page.locator('glass-model').first()).toHaveAttribute('src', 'tang');
  await expect.poll(token).toBe(4000);
  await expect(page.locator('#layers glass-logits [part=message]')).toHaveCount(0);
  await page.goBack();
  await expect.poll(token).toBe(30);
});

test('a token of one model’s list is let go when another model reads', async ({ page }) => {
  await open(page, `#${kLine}&figures=layers.logits.token:30`);
  await goTo(page, 'layers', 'glass-logits .segments');
  const logits = page.locator('#layers glass-logits');
  await expect.poll(() => figuresIn(page)).toBe('layers.logits.token:30');
  expect(await logits.evaluate((element) => Reflect.get(element, 'token') as number)).toBe(30);
  await page.getByRole('textbox').first().fill('明月松间照');
  await expect(page.locator('glass-model').first()).toHaveAttribute('src', 'tang');
  await expect
    .poll(() => logits.evaluate((element) => Reflect.get(element, 'token') as null))
    .toBeNull();
  await expect.poll(() => figuresIn(page)).toBeNull();
});
