/** Figures in a page that runs from right to left: scales, numbers and tokens keep their order. */
import { expect, test } from './kept.ts';
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
    const stops = [...ramp!.querySelectorAll('stop')];
    const colours = stops.map((stop) => getComputedStyle(stop).stopColor);
    const offsets = stops.map((stop) => Number(stop.getAttribute('offset')));
    const cells = [...root.querySelectorAll<HTMLElement>('.cell:not(.masked)')];
    const cellOf = (text: string) =>
      getComputedStyle(cells.find((cell) => cell.textContent.trim() === text)!).backgroundColor;
    return {
      direction: getComputedStyle(ramp!).direction,
      offsets,
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
  expect(seen.offsets).toEqual(seen.offsets.toSorted((a, b) => a - b));
  expect(seen.ends[1]).toBe(seen.one);
  expect(seen.ends[0]).not.toBe(seen.one);
  expect(seen.columns).toEqual(seen.columns.toSorted((a, b) => a - b));
  const chips = page.locator('glass-tokens button');
  await expect(chips.nth(3)).toBeVisible();
  const tokens = await chips.evaluateAll((buttons) =>
    buttons.map((button) => button.getBoundingClientRect().left),
  );
  expect(tokens).toEqual(tokens.toSorted((a, b) => a - b));
});
