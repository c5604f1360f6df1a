/** What a reader sets in a figure is told by an event, with the attribute with which a fresh figure shows the same. */
import type { GlassElement } from '../../web/src/elements/base/glass-element.ts';
import { expect, type Locator, type Page, test } from './kept.ts';
import { type Mounted, mount } from './mount.ts';

interface Choice {
  readonly attribute: string;
  readonly value: string | null;
}

interface Expected {
  readonly attribute: string;
  readonly value: string | RegExp | null;
}

const kText = 'Once upon a time, there was a little girl named';
const kStories = { src: 'stories', text: kText };

const pickLayer = (figure: Locator) =>
  figure.locator('[data-control=layer] select').first().selectOption({ value: '1' });
const radio = (figure: Locator, value: string) =>
  figure.locator(`.segments input[value="${value}"]`).check({ force: true });

/** Of each element: what is in it when it is ready, what a reader does, and what is told of it. */
const rows: readonly (readonly [
  mounted: Mounted,
  ready: string,
  act: (figure: Locator) => Promise<unknown>,
  told: Expected,
])[] = [
  [
    { tags: ['glass-circuit'], ...kStories },
    '.title',
    (figure) => radio(figure, 'ov'),
    { attribute: 'kind', value: 'ov' },
  ],
  [
    { tags: ['glass-circuit'], ...kStories },
    '.title',
    pickLayer,
    { attribute: 'layer', value: '1' },
  ],
  [
    { tags: ['glass-circuit'], ...kStories },
    '.title',
    (figure) => figure.locator('.positions input').check(),
    { attribute: 'with-positions', value: '' },
  ],
  [
    { tags: ['glass-circuit'], ...kStories, props: { withPositions: true } },
    '.title',
    (figure) => figure.locator('.positions input').uncheck(),
    { attribute: 'with-positions', value: null },
  ],
  [
    { tags: ['glass-norm'], ...kStories },
    '[data-control=layer] select',
    pickLayer,
    { attribute: 'layer', value: '1' },
  ],
  [
    { tags: ['glass-norm'], ...kStories },
    '[data-control=layer] select',
    (figure) => radio(figure, 'end'),
    { attribute: 'place', value: 'end' },
  ],
  [
    { tags: ['glass-join'], ...kStories },
    '[data-control=layer] select',
    pickLayer,
    { attribute: 'layer', value: '1' },
  ],
  [
    { tags: ['glass-feed-forward'], ...kStories },
    '[part=neuron]',
    (figure) => figure.locator('[part=neuron]').nth(2).click(),
    { attribute: 'neuron', value: /^\d+$/ },
  ],
  [
    { tags: ['glass-positions'], ...kStories },
    '.segments input',
    (figure) => radio(figure, 'formula'),
    { attribute: 'source', value: 'formula' },
  ],
  [
    { tags: ['glass-logits'], ...kStories },
    '.segments input',
    (figure) => figure.locator('.segments input').nth(2).check({ force: true }),
    { attribute: 'token', value: /^\d+$/ },
  ],
  [
    { tags: ['glass-attribution'], ...kStories },
    '.against select',
    (figure) => figure.locator('.against select').selectOption({ index: 1 }),
    { attribute: 'against', value: /^\d+$/ },
  ],
  [
    { tags: ['glass-attribution'], ...kStories },
    'button[aria-expanded]',
    (figure) => figure.locator('button[aria-expanded]').first().click(),
    { attribute: 'opened', value: /^\[\d\]$/ },
  ],
  [
    { tags: ['glass-heads'], ...kStories, props: { findable: true } },
    'select',
    (figure) => figure.locator('select').first().selectOption('previous'),
    { attribute: 'find', value: 'previous' },
  ],
  [
    { tags: ['glass-heads'], ...kStories, props: { switchable: true } },
    '[aria-pressed]',
    (figure) => figure.getByRole('button', { name: 'Leave out each head in turn' }).click(),
    { attribute: 'sweep', value: '' },
  ],
  [
    { tags: ['glass-patch'], src: 'stories' },
    '[part=cell]',
    (figure) => figure.locator('[part=cell]').first().click(),
    { attribute: 'cell', value: /"layer":\d/ },
  ],
  [
    { tags: ['glass-patch'], src: 'stories' },
    '[part=cell]',
    (figure) => figure.locator('.asked select').first().selectOption('attn_out'),
    { attribute: 'activation', value: 'attn_out' },
  ],
  [
    { tags: ['glass-patch'], src: 'stories', props: { activation: 'attn.z' } },
    '[part=cell]',
    (figure) => figure.locator('.asked select').nth(1).selectOption({ value: '2' }),
    { attribute: 'head', value: '2' },
  ],
  [
    { tags: ['glass-patch'], src: 'stories' },
    '[part=cell]',
    (figure) =>
      figure.locator('input').first().fill('Once upon a time there was a little dog named'),
    { attribute: 'clean', value: /dog named$/ },
  ],
  [
    { tags: ['glass-ablation'], ...kStories },
    'table button',
    (figure) => figure.locator('table button').first().click(),
    { attribute: 'without', value: /^blocks\./ },
  ],
  [
    { tags: ['glass-ablation'], ...kStories },
    '.asked select',
    (figure) => figure.locator('.asked select').first().selectOption({ index: 1 }),
    { attribute: 'token', value: /^\d+$/ },
  ],
  [
    { tags: ['glass-translate'], src: 'en-zh', text: 'The moon is bright.' },
    '#way-greedy',
    (figure) => figure.locator('#way-greedy').click(),
    { attribute: 'shown', value: 'greedy' },
  ],
  [
    { tags: ['glass-padding'], src: 'en-zh' },
    '.mask input',
    (figure) => radio(figure, 'true'),
    { attribute: 'unmasked', value: '' },
  ],
];

const numbersOf = (figure: Locator) =>
  figure.evaluate((element) => JSON.parse(JSON.stringify(element)) as unknown);

/** Fresh elements beside the first, with its properties: one with an attribute, one whose reader has chosen it. */
async function addTwins(page: Page, { tags, props }: Mounted, { attribute, value }: Choice) {
  await page.evaluate(
    ([tag, given, name, text]) => {
      const [twin, chosen] = ['twin', 'chosen'].map((id) =>
        Object.assign(document.createElement(tag), given, { id }),
      ) as [HTMLElement, GlassElement];
      document.querySelector('glass-model')!.append(twin, chosen);
      if (text === null) {
        twin.toggleAttribute(name, true);
        twin.removeAttribute(name);
      } else twin.setAttribute(name, text);
      chosen.restoreChoice(name, text);
    },
    [tags[0]!, props ?? {}, attribute, value] as const,
  );
  return [page.locator('#twin'), page.locator('#chosen')];
}

const readerChoices = (figure: Locator) =>
  figure.evaluate((element) => (element as GlassElement).readerChoices);

for (const [mounted, ready, act, { attribute, value }] of rows)
  test(`${mounted.tags[0]}: ${attribute}=${value}`, async ({ page }) => {
    await mount(page, mounted, ready);
    const figure = page.locator(mounted.tags[0]!).first();
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0, { timeout: 40_000 });
    const choices = await figure.evaluateHandle((element: HTMLElement) => {
      const all: Choice[] = [];
      element.addEventListener('glass-choice', ({ detail }) => all.push(detail));
      return all;
    });
    await act(figure);
    await expect.poll(async () => (await choices.jsonValue()).length).toBe(1);
    const [choice] = await choices.jsonValue();
    expect(choice!.attribute).toBe(attribute);
    if (value === null) expect(choice!.value).toBeNull();
    else expect(choice!.value).toMatch(value instanceof RegExp ? value : new RegExp(`^${value}$`));
    const chosen = { [attribute]: choice!.value };
    expect(await readerChoices(figure)).toMatchObject(chosen);
    for (const twin of await addTwins(page, mounted, choice!)) {
      await expect(twin.locator(ready).first()).toBeVisible({ timeout: 40_000 });
      await expect(page.locator('[aria-busy=true]')).toHaveCount(0, { timeout: 40_000 });
      await expect(async () =>
        expect(await numbersOf(twin)).toEqual(await numbersOf(figure)),
      ).toPass();
    }
    const last = page.locator('#chosen');
    expect(await readerChoices(last)).toMatchObject(chosen);
    await last.evaluate((element, name) => (element as GlassElement).letGoChoice(name), attribute);
    expect(await readerChoices(last)).not.toHaveProperty(attribute);
  });

/** A control, and what its reader chooses that a smaller model has not. */
const kPlaces: readonly (readonly [tag: string, name: string, control: string, value: string])[] = [
  ['glass-feed-forward', 'layer', '[data-control=layer] select', '6'],
  ['glass-norm', 'layer', '[data-control=layer] select', '6'],
  ['glass-join', 'layer', '[data-control=layer] select', '5'],
  ['glass-circuit', 'layer', '[data-control=layer] select', '6'],
];
for (const [tag, name, control, value] of kPlaces)
  test(`${tag}: a ${name} that a reader has chosen is let go where another model has it not, an author's is refused`, async ({
    page,
  }) => {
    const figure = await mount(
      page,
      { tags: [tag], src: 'stories-large', text: 'Once upon a time' },
      control,
    );
    const told = await choicesOf(page);
    await figure.locator(control).first().selectOption({ value });
    await expect.poll(() => told().then((all) => all.at(-1))).toEqual({ attribute: name, value });
    const model = page.locator('glass-model');
    await model.evaluate((element) => Object.assign(element, { src: 'stories' }));
    await expect
      .poll(() => told().then((all) => all.at(-1)))
      .toEqual({ attribute: name, value: null });
    await expect(figure.locator(control).first()).toBeVisible();
    await expect(figure.locator('[part=message]')).toHaveCount(0);
    await figure.evaluate((element, [attribute, text]) => element.setAttribute(attribute, text), [
      name,
      value,
    ] as const);
    await expect(figure.locator('[part=message]')).toContainText(
      `${name} must be a whole number from 0 to 4, found ${value}`,
    );
  });

/** What is told from now on. */
async function choicesOf(page: Page): Promise<() => Promise<readonly Choice[]>> {
  await page.evaluate(() => {
    const choices: unknown[] = [];
    document.addEventListener('glass-choice', ({ detail }) => choices.push(detail));
    Object.assign(globalThis, { choices });
  });
  return () => page.evaluate(() => (globalThis as unknown as { choices: Choice[] }).choices);
}
