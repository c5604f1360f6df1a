/** The menu that saves what a figure shows, by the keyboard alone. */
import { readFileSync } from 'node:fs';
import type { GlassSave } from '../../../web/src/elements/index.ts';
import { expect, kPhone, type Locator, type Page, test } from '../kept.ts';
import { openShelf, put } from '../shelf.ts';
import { parse, svgOf } from '../svg.ts';

test('the menu saves all three by keyboard, named after the figure', async ({ page }) => {
  await openShelf(page);
  await put(
    page,
    `<glass-model src="aab" text="aabaa"><glass-save caption="Who looks: 5 letters"><glass-attention></glass-attention></glass-save></glass-model>`,
  );
  // The figure inside still belongs to the model around.
  await expect(page.locator('glass-attention .cell').first()).toBeVisible();
  const button = page.getByRole('button', { name: 'Save' });
  await page.evaluate(() => history.replaceState(null, '', '#text=aabaa'));
  const saved: Record<string, Buffer> = {};
  for (const [format, steps] of Object.entries({ svg: 0, png: 1, json: 2 })) {
    await button.focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('menuitem', { name: 'SVG' })).toBeFocused();
    for (let i = 0; i < steps; ++i) await page.keyboard.press('ArrowDown');
    const coming = page.waitForEvent('download');
    await page.keyboard.press('Enter');
    const file = await coming;
    expect(file.suggestedFilename()).toBe(`who-looks-5-letters.${format}`);
    saved[format] = readFileSync(await file.path());
    await expect(page.getByRole('menu')).toHaveCount(0);
    await expect(button).toBeFocused();
  }
  expect(saved['png']?.subarray(1, 4).toString()).toBe('PNG');
  const { texts } = await parse(page, String(saved['svg']));
  expect(texts).toContain('1.00');
  // Below the picture stands what it is about; nothing of that stays on the page.
  const about = [
    'Who looks: 5 letters',
    'Text: aabaa',
    'aab: 1 layer × 1 head, width 8, no norm, no feed-forward, 344 parameters',
    'Layer 1, head 1',
  ];
  expect(texts.slice(-5, -1)).toEqual(about);
  expect(texts.slice(-1)).toEqual([page.url()]);
  expect(page.url()).toMatch(/#text=aabaa$/);
  await page.evaluate(() => history.replaceState(null, '', location.pathname));
  await expect(page.locator('glass-save .about')).toHaveCount(0);
  // What a script draws is the figure alone.
  const alone = await parse(page, await svgOf(page.locator('glass-save')));
  expect(alone.texts.join(' ')).not.toContain('parameters');
  const line = page.locator('glass-save [part=model]');
  await expect(line).toHaveText(
    /^\s*aab: 1 layer × 1 head, width 8, no norm, no feed-forward, \d+ parameters\s*$/,
  );
  const numbers = JSON.parse(String(saved['json'])) as {
    figure: string;
    queries: string[];
    weights: number[][];
  };
  const pattern = await page.evaluate(async () => {
    const { loadModel } = (globalThis as unknown as { glassformer: typeof import('glassformer') })
      .glassformer;
    const model = await loadModel('aab');
    const run = await model.forward('aabaa', { capture: ['blocks.0.attn.pattern'] });
    return [...(run.activations['blocks.0.attn.pattern']?.data ?? [])];
  });
  expect(numbers.figure).toBe('glass-attention');
  expect(numbers.queries).toEqual(['a', 'a', 'b', 'a', 'a']);
  expect(numbers.weights.flat().map(Math.fround)).toEqual(pattern);

  await button.focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('menu')).toHaveCount(0);
  await expect(button).toBeFocused();
});

test('what lies under the item of the menu is not drawn as pointed at', async ({ page }) => {
  await openShelf(page);
  await put(
    page,
    `${'<br>'.repeat(8)}<glass-model src="aab" text="aabaa"><glass-save><glass-attention></glass-attention></glass-save></glass-model>`,
  );
  // So narrow that the menu opens over the cells.
  await page.locator('glass-save').evaluate((each) => (each.style.width = '130px'));
  await expect(page.locator('glass-attention .cell').first()).toBeVisible();
  const saved = async (choose: () => Promise<void>): Promise<string> => {
    await page.getByRole('button', { name: 'Save' }).press('Enter');
    const coming = page.waitForEvent('download');
    await choose();
    return readFileSync(await (await coming).path(), 'utf8');
  };
  const item = page.getByRole('menuitem', { name: 'SVG' });
  const byKey = await saved(() => item.press('Enter'));
  const box = async () => (await item.boundingBox())!;
  let isOver = false;
  const byMouse = await saved(async () => {
    const { x, y } = await box();
    isOver = await page.evaluate(
      ([left, top]) =>
        document
          .elementsFromPoint(left, top)
          .some(({ localName }) => localName === 'glass-attention'),
      [x + 5, y + 5] as const,
    );
    await page.mouse.click(x + 5, y + 5);
  });
  expect(isOver).toBe(true);
  expect(byMouse).toBe(byKey);
  // When it is saved, the figure answers again.
  await page.locator('glass-attention .cell').first().hover();
  await expect(page.locator('glass-attention [part=readout]')).toContainText('“a”');
});

test('the menu of a figure at the top of the window opens where all of it can be seen', async ({
  page,
}) => {
  await openShelf(page);
  await put(
    page,
    '<glass-model src="aab" text="aab"><glass-save><glass-tokens></glass-tokens></glass-save></glass-model>',
  );
  await expect(page.locator('glass-tokens button').first()).toBeVisible();
  await page.getByRole('button', { name: 'Save' }).click();
  const items = page.getByRole('menuitem');
  expect(await items.count()).toBeGreaterThan(4);
  for (const item of await items.all()) await expect(item).toBeInViewport({ ratio: 1 });
});

test('two figures of one name are saved in two files', async ({ page }) => {
  await openShelf(page);
  const figure = '<glass-save caption="Who looks"><glass-attention></glass-attention></glass-save>';
  await put(page, `<glass-model src="aab" text="aab">${figure}${figure}</glass-model>`);
  await expect(page.locator('glass-attention .cell').nth(9)).toBeVisible();
  const names: string[] = [];
  for (const button of await page.getByRole('button', { name: 'Save' }).all()) {
    await button.click();
    const coming = page.waitForEvent('download');
    await page.getByRole('menuitem', { name: 'JSON' }).click();
    names.push((await coming).suggestedFilename());
  }
  expect(names).toEqual(['who-looks.json', 'who-looks-2.json']);
});

for (const [language, sentence] of [
  ['en', 'there is no figure inside <glass-save>'],
  ['zh-CN', '<glass-save> 里没有图，没有可保存的内容。'],
] as const)
  test(`without a figure inside it says that there is nothing to save, ${language}`, async ({
    page,
  }) => {
    await openShelf(page, language);
    await put(page, '<glass-save><p>text</p></glass-save>');
    await page.getByRole('button').click();
    await expect(page.getByRole('menuitem', { name: 'SVG' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.locator('glass-save [part=message]')).toHaveText(sentence);
  });

for (const [lang, names] of [
  ['en', [/^Layer 1, head 2: Attention/, /^Layer 3, head 4: Attention/]],
  ['zh', [/第 1 层/, /第 3 层/]],
] as const)
  test(`figures of two heads are told apart below their picture, ${lang}`, async ({ page }) => {
    await openShelf(page, lang);
    await put(
      page,
      '<glass-model src="stories" text="Once upon"><glass-save><glass-attention layer="0" head="1"></glass-attention><glass-attention layer="2" head="3"></glass-attention></glass-save></glass-model>',
    );
    const frame = page.locator('glass-save');
    await expect(frame.locator('glass-attention [role=grid]')).toHaveCount(2);
    const lines = await frame.evaluate((each) => (each as GlassSave).contextLines);
    expect(lines).toHaveLength(4);
    expect(lines[2]).toMatch(names[0]);
    expect(lines[3]).toMatch(names[1]);
  });

/** The lines below the picture that the menu saves. */
async function aboutIn(page: Page, save: Locator): Promise<string> {
  const coming = page.waitForEvent('download');
  await save.evaluate((each) => (each as GlassSave).save('svg'));
  const { texts } = await parse(page, readFileSync(await (await coming).path(), 'utf8'));
  return texts.join('\n');
}
const contextOf = (figure: Locator) =>
  figure.evaluate((each) => JSON.parse(JSON.stringify(each)).context as object);

test('a file says what is set in its figure, and its title where the figure does not', async ({
  page,
}) => {
  await openShelf(page);
  await put(
    page,
    `<glass-save><glass-train seed="7" with-shapes></glass-train></glass-save>
    <glass-model src="stories" text="Once upon a time"><glass-save><glass-variance width="32"></glass-variance></glass-save>
      <glass-patch clean="a little boy named" corrupted="a little girl named" activation="attn_out"></glass-patch>
      <glass-ablation kind="mean"></glass-ablation><glass-circuit with-positions></glass-circuit></glass-model>
    <glass-model src="en-zh" text="I like tea."><glass-padding unmasked></glass-padding><glass-translate beams="2"></glass-translate></glass-model>`,
  );
  const train = { norm: 'none', positions: 'learned', lr: 0.01, seed: 7, steps: 0 };
  const patched = { clean: 'a little boy named', corrupted: 'a little girl named' };
  for (const [tag, context] of Object.entries({
    variance: { settings: { width: 32, seed: 1 } },
    patch: { settings: { ...patched, activation: 'attn_out', followed: 'difference' } },
    ablation: { settings: { kind: 'mean' } },
    circuit: { settings: { kind: 'qk', withPositions: true } },
    padding: {
      text: "I love you. / The moon is beautiful tonight, isn't it?",
      settings: { unmasked: true },
    },
    translate: { settings: { num_beams: 2, shown: 'beam' } },
    train: { settings: train },
  }))
    await expect
      .poll(() => contextOf(page.locator(`glass-${tag}`)), { message: tag })
      .toMatchObject(context);
  const drawn = await aboutIn(page, page.locator('glass-save').last());
  expect(drawn).toMatch(/Histogram of q · k, variance [\d.]+\n[^]*width d: 32\nseed: 1\n/);
  const trained = await aboutIn(page, page.locator('glass-save').first());
  expect(trained).toMatch(/Loss over steps\.[^]*norm: none\n[^]*learning rate: 0\.01\nseed: 7\n/);
});

test('the line about the model has the author’s own words, with its size where nothing leads to more', async ({
  page,
}) => {
  await openShelf(page);
  await put(
    page,
    `<glass-model src="aab" about="#there" about-text="trained on <b>nothing</b>" text="aab"><glass-save><glass-tokens></glass-tokens></glass-save></glass-model>`,
  );
  const line = page.locator('glass-save [part=model]');
  await expect(line).toHaveText(
    'trained on <b>nothing</b> About this model 1 layer × 1 head, width 8, no norm, no feed-forward, 344 parameters',
  );
  await expect(line.locator('b')).toHaveCount(0);
  await expect(line.locator('a')).toHaveAttribute('href', '#there');
  await page.evaluate(() =>
    Object.assign(document.querySelector('glass-model') as object, {
      about: '#else',
      aboutText: 'set by a script',
    }),
  );
  await expect(line).toContainText('set by a script');
  await expect(line.locator('a')).toHaveAttribute('href', '#else');
  await page.locator('glass-model').evaluate((model) => model.removeAttribute('about'));
  await expect(line).toHaveText(/344 parameters; set by a script\s*$/);
});

test('what a page says of a model stands there while the model comes', async ({ page }) => {
  await openShelf(page);
  await page.route(/aab\/model\.safetensors/, () => {});
  await put(
    page,
    `<glass-model src="aab" about="#there" about-text="trained on nothing" text="aab"><glass-save><glass-tokens></glass-tokens></glass-save></glass-model>`,
  );
  const line = page.locator('glass-save [part=model]');
  await expect(line).toHaveText('trained on nothing About this model');
  await expect(line.locator('a')).not.toHaveAttribute('title');
});

test('a model that a script names has its name in the line and in the JSON', async ({ page }) => {
  await openShelf(page);
  await put(
    page,
    '<glass-model id="one"><glass-save><glass-tokens></glass-tokens></glass-save></glass-model>',
    { one: { src: 'aab', text: 'aab' } },
  );
  await expect(page.locator('glass-save [part=model]')).toContainText('aab: 1 layer');
  const name = await page
    .locator('glass-tokens')
    .evaluate(
      (each) =>
        (each as unknown as { toJSON(): { context: { model: { name: string } } } }).toJSON().context
          .model.name,
    );
  expect(name).toBe('aab');
});

test('on a phone the link about the model stands in one piece beside or below its line', async ({
  anotherPage,
}) => {
  const phone = await anotherPage(kPhone);
  await openShelf(phone);
  await put(
    phone,
    `<glass-model src="stories" about="#there" text="Once"><glass-save><glass-tokens></glass-tokens></glass-save></glass-model>`,
  );
  const link = phone.locator('glass-save [part=model] a');
  await expect(link).toBeVisible();
  const { lines, text, at } = await link.evaluate((each) => {
    const range = document.createRange();
    range.setStart(each.parentElement as Element, 0);
    range.setEndBefore(each);
    const rects = [...range.getClientRects()].filter(({ width }) => width > 1);
    return {
      lines: new Set(rects.map(({ top }) => Math.round(top))).size,
      text: Math.max(...rects.map(({ bottom }) => bottom)),
      at: each.getBoundingClientRect().top,
    };
  });
  expect(lines).toBeGreaterThanOrEqual(1);
  if (lines > 1) expect(at).toBeGreaterThanOrEqual(text - 1);
});

test('what the page says of its model leaves out is told beside it where there is room, and by the link', async ({
  page,
}) => {
  const kFacts = '1 layer × 1 head, width 8, no norm, no feed-forward, 344 parameters';
  const line = page.locator('glass-save [part=model]');
  const heights: number[] = [];
  await openShelf(page);
  await put(
    page,
    `<glass-model src="aab" text="aabaa" about="https://a.example/" about-text="aab (by hand)"><glass-save><glass-attention></glass-attention></glass-save></glass-model>`,
  );
  for (const [width, isSeen] of [
    [1200, true],
    [360, false],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    const link = line.getByRole('link', { name: 'About this model' });
    await expect(link).toHaveAccessibleDescription(kFacts);
    await expect(line.locator('.facts')).toHaveText(kFacts);
    const [facts, all] = [await line.locator('.facts').boundingBox(), await line.boundingBox()];
    expect(facts!.y < all!.y + all!.height - 6).toBe(isSeen);
    heights.push(all!.height);
  }
  expect(heights[0]).toBe(heights[1]);
});
