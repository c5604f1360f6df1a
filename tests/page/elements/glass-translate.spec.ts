/** A translation beside the engine's: both ways of choosing, every kind of attention, the tree. */
import type { GlassBeamTree, GlassTranslate } from '../../../web/src/elements/index.ts';
import { button } from '../figures.ts';
import { expect, expectNumbers, type Locator, numbersIn, type Page, test } from '../kept.ts';
import { activation, generated, rowsOf } from '../models.ts';
import { drawn } from '../settled.ts';
import { openShelf, put } from '../shelf.ts';

const kText = 'The moon is very bright tonight.';
const kMax = { max_new_tokens: 80 };

const figure = (page: Page) => page.locator('glass-translate');
const output = (page: Page, way: string) =>
  figure(page).locator(`.output:has(#way-${way}) [part=translation]`);
const panel = (page: Page, stack: string) => figure(page).locator(`[data-stack=${stack}]`);

/** Waits until the translation and its attention are there. */
async function openTranslating(page: Page, text = kText): Promise<Locator> {
  await openShelf(page);
  await put(
    page,
    `<glass-model src="en-zh" text="${text}"><glass-tokens></glass-tokens><glass-translate></glass-translate></glass-model>`,
  );
  await expect(figure(page).locator('.output').first()).toBeVisible();
  await expect(figure(page).locator('glass-attention svg path')).not.toHaveCount(0);
  return page.locator('main > glass-model');
}

test('English becomes Chinese, greedy and by beam search, as the engine has it', async ({
  page,
}) => {
  const model = await openTranslating(page);
  const greedy = await generated(model, kText, kMax);
  const beam = await generated(model, kText, { ...kMax, num_beams: 4 });
  expect(beam.text).toMatch(/\p{Script=Han}/u);
  await expect(output(page, 'greedy')).toHaveText(greedy.text);
  await expect(output(page, 'beam')).toHaveText(beam.text);
  await expect(figure(page).locator('.output:has(#way-beam) .score')).toContainText(
    `${beam.score.toFixed(2).replace('-', '−')} ÷ ${beam.ids.length}`,
  );
  await expect(page.locator('glass-model > glass-tokens button').first()).toContainText('The');
});

test('on paper no sheet ends within an attention or the tree', async ({ page }) => {
  await openTranslating(page);
  await page.emulateMedia({ media: 'print' });
  for (const part of ['.panel', '.tree:has(> glass-beam-tree)'])
    await expect(figure(page).locator(part).first()).toHaveCSS('break-inside', 'avoid');
});

test('in a drawing what words stand for has the width of its row', async ({ page }) => {
  await openTranslating(page);
  await figure(page).evaluate((element: GlassTranslate) => {
    const text = element.shadowRoot!.querySelector('[part=translation]')!.textContent;
    element.gloss = Object.fromEntries([...text].map((each) => [each, [each, 'a long word']]));
  });
  await expect(figure(page).locator('.gloss li').first()).toBeVisible();
  const live = await figure(page)
    .locator('.gloss')
    .first()
    .evaluate((each) => each.clientHeight);
  const rows = await figure(page).evaluate(async (element: GlassTranslate) => {
    const svg = await element.toSVG();
    const drawing = new DOMParser().parseFromString(svg, 'image/svg+xml');
    const words = [...drawing.querySelectorAll('text')].filter(
      ({ textContent }) => textContent === 'a long word',
    );
    return words.map((each) => Number(each.getAttribute('y')));
  });
  expect(live).toBeLessThan(100);
  // Two translations, a row each.
  expect(new Set(rows).size).toBe(2);
});

test('every kind of attention shows the weights of the head that was picked', async ({ page }) => {
  const model = await openTranslating(page);
  const { ids } = await generated(model, kText, { ...kMax, num_beams: 4 });
  await figure(page).getByText('Matrix', { exact: true }).click();
  const head = { layer: 1, head: 2 };
  for (const [stack, hook] of [
    ['encoder', `encoder.blocks.${head.layer}.attn.pattern`],
    ['decoder', `decoder.blocks.${head.layer}.attn.pattern`],
    ['cross', `decoder.blocks.${head.layer}.cross_attn.pattern`],
  ] as const) {
    await panel(page, stack)
      .locator(`[data-layer="${head.layer}"][data-head="${head.head}"]`)
      .click();
    await expect(panel(page, stack).locator('glass-heads [part=readout] b')).toHaveText(
      'Layer 2, head 3',
    );
    const weights = rowsOf(await activation(model, kText, hook, { ids }), head.head);
    expectNumbers(await numbersIn(panel(page, stack).locator('glass-attention')), weights, 0.00501);
  }
});

test('a wider beam, another translation: what the engine finds at every width', async ({
  page,
}) => {
  const model = await openTranslating(page);
  const slider = figure(page).getByLabel('width of the beam');
  await slider.focus();
  for (const [key, width] of [
    ['Home', 2],
    ['End', 8],
  ] as const) {
    await slider.press(key);
    await expect(figure(page).getByText(`Beam search, ${width} beams`)).toBeVisible();
    const { text } = await generated(model, kText, { ...kMax, num_beams: width });
    await expect(output(page, 'beam')).toHaveText(text);
  }
  await expect(figure(page).locator('glass-beam-tree .node.finished')).not.toHaveCount(0);
});

test('a head that is switched off changes the translation, and undo brings it back', async ({
  page,
}) => {
  const model = await openTranslating(page);
  const before = (await output(page, 'greedy').textContent()) ?? '';
  const cross = panel(page, 'cross');
  const ablate = [];
  for (const head of [0, 1, 2, 3]) {
    await cross.locator(`[data-layer="2"][data-head="${head}"]`).click();
    await cross.getByRole('button', { name: 'Switch off' }).click();
    ablate.push({ layer: 2, head, stack: 'cross', factor: 0 } as const);
  }
  await expect(figure(page).getByText('4 heads are off.')).toBeVisible();
  const { text } = await generated(model, kText, { ...kMax, ablate });
  expect(text).not.toBe(before);
  await expect(output(page, 'greedy')).toHaveText(text);
  await expect(figure(page).locator('.output:has(#way-greedy) .before')).toContainText(before);
  await button(figure(page), 'Undo').click();
  await expect(figure(page).getByText('3 heads are off.')).toBeVisible();
  await figure(page).getByRole('button', { name: 'Undo all' }).click();
  await expect(output(page, 'greedy')).toHaveText(before);
  await expect(figure(page).getByText(/heads? (is|are) off/)).toBeHidden();
});

test('what a head was switched off with stays under the pointer', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 1600 });
  await openTranslating(page);
  const cross = panel(page, 'cross');
  const toggle = cross.getByRole('button', { name: /^(Switch off|Put back)$/ });
  const top = async () => (await toggle.boundingBox())?.y;
  const first = await top();
  expect(first).toBeGreaterThan(0);
  const kept = await output(page, 'greedy').textContent();
  for (const head of [0, 1, 2, 3]) {
    await cross.locator(`[data-layer="2"][data-head="${head}"]`).click();
    await toggle.click();
  }
  await expect(output(page, 'greedy')).not.toHaveText(kept ?? '');
  await expect(figure(page).locator('.before').first()).toBeVisible();
  expect(await top()).toBe(first);
});

test('a press anywhere on a translation shows it, and what is dragged over is selected', async ({
  page,
}) => {
  await openTranslating(page);
  const card = (way: string) => figure(page).locator(`.output:has(#way-${way})`);
  const text = card('greedy').locator('[part=translation]');
  await expect(card('beam')).toHaveClass(/shown/);
  await text.click();
  await expect(card('greedy')).toHaveClass(/shown/);
  await expect(figure(page).locator('#way-greedy')).toBeChecked();
  await card('beam').locator('.score').click();
  await expect(card('beam')).toHaveClass(/shown/);
  const { x, y, width, height } = (await text.boundingBox())!;
  await page.mouse.move(x + 2, y + height / 2);
  await page.mouse.down();
  await page.mouse.move(x + width - 2, y + height / 2, { steps: 4 });
  await page.mouse.up();
  expect(await page.evaluate(() => String(getSelection()))).not.toBe('');
  await expect(card('beam')).toHaveClass(/shown/);
});

test('heads are picked by the keyboard alone', async ({ page }) => {
  await openTranslating(page);
  const heads = panel(page, 'encoder').locator('glass-heads');
  await heads.locator('button[tabindex="0"].head').focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await expect(heads.locator('[part=readout] b')).toHaveText('Layer 2, head 2');
  await expect(heads.locator('[aria-pressed=true]')).toHaveAttribute(
    'aria-label',
    'Layer 2, head 2',
  );
});

test('a token of a translation lights up wherever it stands', async ({ page }) => {
  await openTranslating(page, 'I want to go to the park with you.');
  const attention = (stack: string) => panel(page, stack).locator('glass-attention');
  await page.locator('glass-model > glass-tokens button').nth(1).hover();
  await expect(attention('encoder').locator('[data-side="from"].on')).toHaveAttribute(
    'data-row',
    '1',
  );
  await expect(attention('cross').locator('[data-side="to"].on')).toHaveAttribute('data-row', '1');

  await attention('decoder').locator('[data-side="to"][data-row="2"]').hover();
  // What the decoder's third column holds was written in the second row.
  await expect(attention('cross').locator('[data-side="from"].on')).toHaveAttribute(
    'data-row',
    '1',
  );
  await expect(page.locator('[part=translation] span.on')).toHaveText(
    (await attention('decoder').locator('[data-side="to"][data-row="2"]').innerText()).trim(),
  );

  await attention('cross').locator('[data-side="to"][data-row="3"]').click();
  await page.mouse.move(0, 0);
  await expect(page.locator('glass-model > glass-tokens button').nth(3)).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  await page.keyboard.press('Escape');
  await expect(page.locator('glass-model > glass-tokens button').nth(3)).toHaveAttribute(
    'aria-pressed',
    'false',
  );
});

test('a token of the translation lights up in the tree, and a node of the tree in the translation', async ({
  page,
}) => {
  const model = await openTranslating(page);
  const { ids } = await generated(model, kText, { ...kMax, num_beams: 4 });
  const tree = figure(page).locator('glass-beam-tree');
  const tokens = output(page, 'beam').locator('span');
  await expect(tree.locator('.node.looked')).toHaveCount(0);
  await tokens.nth(3).hover();
  // The start, and four tokens.
  await expect(tree.locator('.node.looked')).toHaveCount(5);
  await expect(tree.locator('.node.looked:not(.best)')).toHaveCount(0);
  await expect(tree.locator('.node.looked .token').last()).toHaveText(
    (await tokens.nth(3).textContent())!,
  );
  const path = await tree.evaluate((element) => (element as GlassBeamTree).path);
  expect(path).toEqual(ids.slice(0, 4));
  const inView = await tree
    .locator('.node.looked')
    .last()
    .evaluate((node) => {
      const box = node.getBoundingClientRect();
      const room = node.closest('.scroller')!.getBoundingClientRect();
      return box.left >= room.left && box.right <= room.right;
    });
  expect(inView).toBe(true);

  await tree.locator('.node.best').nth(2).hover();
  await expect(tokens.nth(1)).toHaveClass(/on/);
  await expect(panel(page, 'cross').locator('.side.from button.on')).toHaveText(
    (await tokens.nth(1).textContent())!,
  );
  await tree.locator('.node.pruned').first().hover();
  await expect(output(page, 'beam').locator('.on')).toHaveCount(0);
});

test('a refused attribute leaves its data as they stand, and a text is translated as before', async ({
  page,
}) => {
  const model = await openTranslating(page);
  type Data = { readonly text: string; readonly beams: number; readonly shown: string };
  const data = () =>
    figure(page).evaluate((each) => (each as GlassTranslate).toJSON() as unknown as Data);
  const before = await data();
  expect(before).toMatchObject({ text: kText, beams: 4, shown: 'beam' });
  const wrong = { shown: 'x', beams: 'x', attention: 'no' };
  // As soon as they are set, and once they are refused.
  const atOnce = await figure(page).evaluate((each, all) => {
    for (const [name, value] of Object.entries(all)) each.setAttribute(name, value);
    return (each as GlassTranslate).toJSON();
  }, wrong);
  expect(atOnce).toEqual(before);
  await expect(figure(page).locator('[part=message]')).toContainText('cannot be drawn');
  expect(await data()).toEqual(before);
  await model.locator('glass-tokens button').nth(1).first().click();
  await model.evaluate((each) => each.setAttribute('text', 'The meeting ends.'));
  await expect.poll(async () => (await data()).text).toBe('The meeting ends.');
  expect(await data()).toMatchObject({ beams: 4, shown: 'beam' });
});

test('a model without an encoder is told as what it is, and nothing is asked of it', async ({
  page,
}) => {
  await openShelf(page);
  await put(
    page,
    '<glass-model src="aab" text="aab"><glass-tokens></glass-tokens><glass-translate></glass-translate></glass-model>',
  );
  await expect(page.locator('glass-tokens button')).toHaveCount(3);
  await page.locator('glass-model').evaluate((model) => model.setAttribute('text', 'aabaa'));
  await expect(page.locator('glass-tokens button')).toHaveCount(5);
  await drawn(page);
  await expect(figure(page).locator('[part=message]')).toHaveText(
    'This figure needs a model with an encoder and a decoder.',
  );
  await expect(figure(page).getByRole('button')).toHaveCount(0);
});

test('kinds of attention that come and go stay linked as what they are', async ({ page }) => {
  await openTranslating(page, 'I want to go to the park with you.');
  const show = (attention: string) =>
    figure(page).evaluate((element, value) => element.setAttribute('attention', value), attention);
  await show('cross');
  await expect(figure(page).locator('.panel')).toHaveCount(1);
  const cross = panel(page, 'cross').locator('glass-attention');
  await expect(cross.locator('svg path')).not.toHaveCount(0);
  const translated = output(page, 'beam').locator('span');
  await cross.locator('[data-side="from"][data-row="1"]').hover();
  await expect(translated.nth(1)).toHaveClass(/on/);
  await cross.locator('[data-side="to"][data-row="3"]').hover();
  await expect(page.locator('glass-model > glass-tokens .on')).toHaveCount(1);
  await expect(page.locator('glass-model > glass-tokens button').nth(3)).toHaveClass(/on/);
  await show('decoder');
  const decoder = panel(page, 'decoder').locator('glass-attention');
  await expect(decoder.locator('svg path')).not.toHaveCount(0);
  await translated.nth(2).hover();
  await expect(decoder.locator('[data-side="from"].on, .side.from .on')).toHaveCount(1);
  await expect(decoder.locator('[data-side="from"][data-row="2"]')).toHaveClass(/on/);
});

for (const [language, ofLayer, ofHead] of [
  [
    'en',
    'picks.cross.layer must be a whole number from 0 to 2, found 3',
    'picks.encoder.head must be a whole number from 0 to 3, found 8',
  ],
  [
    'zh',
    'picks.cross.layer 是 3，应为 0 到 2 的整数。',
    'picks.encoder.head 是 8，应为 0 到 3 的整数。',
  ],
] as const)
  test(`a head that an author has picked and the model lacks is refused, ${language}`, async ({
    page,
  }) => {
    await openShelf(page, language);
    const pick = (picks: object) =>
      page
        .locator('glass-translate')
        .evaluate((each, given) => each.setAttribute('picks', JSON.stringify(given)), picks);
    await put(page, '<glass-translate model="en-zh" text="I like tea."></glass-translate>');
    await pick({ cross: { layer: 3, head: 0 } });
    const figure = page.locator('glass-translate');
    const message = figure.locator('[part=message][role=alert]');
    await expect(message).toContainText(ofLayer);
    await pick({ encoder: { layer: 0, head: 8 } });
    await expect(message).toContainText(ofHead);
    await pick({ encoder: { layer: 2, head: 3 } });
    await expect(figure.locator('[data-stack=encoder] .head[aria-pressed=true]')).toHaveAttribute(
      'data-head',
      '3',
    );
    await expect(message).toHaveCount(0);
  });

test('on paper no sheet ends within a panel or a node, and nothing scrolls', async ({ page }) => {
  await openTranslating(page);
  await page.emulateMedia({ media: 'print' });
  const styles = (selector: string, properties: readonly string[]) =>
    figure(page)
      .locator(selector)
      .first()
      .evaluate(
        (each, all) => all.map((one) => getComputedStyle(each).getPropertyValue(one)),
        [...properties],
      );
  // A subgrid has the wrong height where a sheet ends in it.
  expect(await styles('.panel', ['display', 'grid-row-end', 'break-inside'])).toEqual([
    'block',
    'auto',
    'avoid',
  ]);
  expect(await styles('.tree .title', ['break-after'])).toEqual(['avoid']);
  expect(await styles('glass-beam-tree .node', ['break-inside'])).toEqual(['avoid']);
  expect(await styles('glass-attention .lines', ['overflow-y', 'max-height'])).toEqual([
    'visible',
    'none',
  ]);
  await page.emulateMedia({ media: 'screen' });
  await expect(panel(page, 'cross')).toHaveCSS('display', 'grid');
});

test('what a head of the decoder looks at is told from the token that is written next', async ({
  page,
}) => {
  await openTranslating(page);
  const heads = panel(page, 'decoder').locator('glass-heads');
  // Row i writes token i + 1, so that its own column is the token that was written last.
  const [last, first] = await heads.evaluate((each) => {
    const { shape, data } = (
      each as unknown as { patterns: { shape: number[]; data: Float32Array }[] }
    ).patterns[0]!;
    const [, rows = 0, columns = 0] = shape;
    const mean = (column: (row: number) => number) => {
      let sum = 0;
      for (let row = 1; row < rows; ++row) sum += data[row * columns + column(row)]!;
      return Math.round((100 * sum) / (rows - 1));
    };
    return [mean((row) => row), mean(() => 0)];
  });
  await expect(heads.locator('.head[data-layer="0"][data-head="0"]')).toHaveAttribute(
    'aria-description',
    new RegExp(
      `^${last}% on the token written last, ${first}% on the start \\(spread evenly: \\d+%\\)$`,
    ),
  );
  await expect(panel(page, 'encoder').locator('.head').first()).toHaveAttribute(
    'aria-description',
    /on the token itself/,
  );
});
