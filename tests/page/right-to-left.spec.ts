/** Figures in a page that runs from right to left: scales, numbers and tokens keep their order. */
import { expect, test } from './fixture.ts';
import { mount } from './mount.ts';

test('in a right-to-left page the legend’s ends have the colours of the cells, and tokens their order', async ({
  page,
}) => {
  const figure = await mount(
    page,
    {
      tags: ['glass-matrix', 'glass-tokens'],
      src: 'stories',
      text: 'Once upon a time',
      props: { hook: 'blocks.0.attn.pattern', scale: 'probability', legend: true, digits: 2 },
    },
    '.cell',
  );
  await page.evaluate(() => (document.documentElement.dir = 'rtl'));
  const seen = await figure.evaluate((element) => {
    const root = element.shadowRoot!;
    const [first, ramp, last] = [...root.querySelector('.key')!.children] as HTMLElement[];
    const left = (each: Element) => each.getBoundingClientRect().left;
    const colours = getComputedStyle(ramp!).backgroundImage.match(/(rgba?|color)\([^)]*\)/g)!;
    const cells = [...root.querySelectorAll<HTMLElement>('.cell:not(.masked)')];
    const cellOf = (text: string) =>
      getComputedStyle(cells.find((cell) => cell.textContent.trim() === text)!).backgroundColor;
    return {
      direction: getComputedStyle(ramp!).direction,
      gradient: getComputedStyle(ramp!).backgroundImage,
      labels: [first, last].map((each) => each!.textContent),
      isInOrder: left(first!) < left(ramp!) && left(ramp!) < left(last!),
      ends: [colours[0], colours.at(-1)],
      // The first token has but itself to look at.
      one: cellOf('1.00'),
      columns: [...root.querySelectorAll('[role=columnheader]')].map(left),
    };
  });
  expect(seen.labels).toEqual(['0', '1']);
  expect(seen.isInOrder).toBe(true);
  expect(seen.gradient).toMatch(/^linear-gradient\((to right|90deg)/);
  expect(seen.ends[1]).toBe(seen.one);
  expect(seen.ends[0]).not.toBe(seen.one);
  expect(seen.columns).toEqual(seen.columns.toSorted((a, b) => a - b));
  const tokens = await page
    .locator('glass-tokens button')
    .evaluateAll((buttons) => buttons.map((button) => button.getBoundingClientRect().left));
  expect(tokens.length).toBeGreaterThan(3);
  expect(tokens).toEqual(tokens.toSorted((a, b) => a - b));
});

test('what stands inside a model keeps the page’s direction, and a right-to-left text its own', async ({
  page,
}) => {
  const input = await mount(
    page,
    { tags: ['glass-input'], src: 'stories', text: 'Once' },
    'textarea',
  );
  const directionOf = (selector: string) =>
    page.locator(selector).evaluate((element) => getComputedStyle(element).direction);
  await page.evaluate(() => {
    document.documentElement.dir = 'rtl';
    document.querySelector('glass-model')!.append(document.createElement('p'));
  });
  expect(await directionOf('glass-model > p:not([part])')).toBe('rtl');
  await input.getByRole('textbox').fill('سلام');
  expect(await directionOf('glass-input textarea')).toBe('rtl');
  await input.getByRole('textbox').fill('peace');
  expect(await directionOf('glass-input textarea')).toBe('ltr');
});

test('a head that is switched off is struck out, one that is scaled says how much', async ({
  page,
}) => {
  const heads = await mount(
    page,
    {
      tags: ['glass-heads'],
      src: 'stories',
      text: 'Once upon a time',
      props: { switchable: true },
    },
    '.head',
  );
  const button = heads.locator('[data-layer="0"][data-head="0"]');
  const isStruck = () =>
    button.evaluate((element) => getComputedStyle(element, '::after').content !== 'none');
  expect(await isStruck()).toBe(false);
  await heads.getByLabel('strength').focus();
  await page.keyboard.press('End');
  await expect(heads.locator('output')).toHaveText('200%');
  await page.keyboard.press('ArrowLeft');
  await expect(button.locator('.factor')).toHaveText('190%');
  await expect(button).toHaveAttribute('aria-label', 'Layer 1, head 1, 190%');
  expect(await isStruck()).toBe(false);
  await page.keyboard.press('Home');
  await expect(button).toHaveAttribute('aria-label', 'Layer 1, head 1, off');
  await expect(button.locator('.factor')).toHaveCount(0);
  expect(await isStruck()).toBe(true);
});
