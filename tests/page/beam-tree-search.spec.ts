/** The search that a beam tree makes by itself, beside the engine's own. */
import type { GlassBeamTree } from '../../web/src/elements/index.ts';
import type { Model } from '../../web/src/index.ts';
import { en } from '../web/words.ts';
import { button, sideways } from './figures.ts';
import { expect, type Locator, type Page, test } from './kept.ts';
import { openShelf, put } from './shelf.ts';
import { giveSteps } from './tags.ts';

const settings = JSON.stringify({ num_beams: 2, max_new_tokens: 3 });
/** The tokens of the best path, as the tree shows them. */
const best = (page: Page, tree = 'glass-beam-tree') =>
  page.locator(`${tree} .node.best .token`).allTextContents();

test('is the one that the model makes with these options', async ({ page }) => {
  await openShelf(page);
  await put(
    page,
    `<glass-beam-tree model="stories" text="Once upon a time" settings='${settings}'></glass-beam-tree>`,
  );
  await expect(page.locator('glass-beam-tree .node.best')).toHaveCount(4);
  const shown = await page.locator('glass-beam-tree').evaluate(async (element) => {
    const { model } = (element as unknown as { figure: { state: { model: Model } } }).figure.state;
    const search = model.generate('Once upon a time', { num_beams: 2, max_new_tokens: 3 });
    const counts = [];
    for await (const { beams, pruned } of search) counts.push(beams.length + pruned.length);
    const nodes = element.shadowRoot!.querySelectorAll('.node').length;
    const path = [...element.shadowRoot!.querySelectorAll('.node.best')].slice(1);
    const text = path.map((node) => node.querySelector('.token')!.textContent).join('');
    return { nodes, counts, text, wanted: (await search.result()).text };
  });
  expect(shown.nodes).toBe(1 + shown.counts.reduce((sum, count) => sum + count, 0));
  // A tree makes blanks visible.
  expect(shown.text.replace(/[^\p{L},.]/gu, '')).toBe(shown.wanted.replace(/\s/g, ''));
  await expect(page.locator('[part~=message]:not(.unseen)')).toHaveCount(0);
});

test('its root is the end of the text that is continued, or what the author calls it', async ({
  page,
}) => {
  await openShelf(page);
  const tag = (start: string, model: string, text: string) =>
    `<glass-beam-tree ${start} model="${model}" text="${text}" settings='${settings}'></glass-beam-tree>`;
  await put(
    page,
    [
      tag('', 'stories', 'Once upon a time'),
      tag('', 'stories', 'Once'),
      tag('start="my own"', 'stories', 'Once upon a time'),
      tag('', 'en-zh', 'I like tea.'),
    ].join(''),
  );
  await expect(page.locator('glass-beam-tree .node.root .token')).toHaveText([
    '…a time',
    'Once',
    'my own',
    en.beamStart,
  ]);
});

test('follows its text and its settings; translates what an encoder–decoder is given', async ({
  page,
}) => {
  await openShelf(page);
  await put(page, '<glass-beam-tree model="en-zh" text="I like tea."></glass-beam-tree>');
  await expect.poll(async () => (await best(page)).slice(1).join('')).toContain('茶');
  await page
    .locator('glass-beam-tree')
    .evaluate((tree) => tree.setAttribute('text', 'I like dogs.'));
  await expect.poll(async () => (await best(page)).slice(1).join('')).toContain('狗');
  await page
    .locator('glass-beam-tree')
    .evaluate((tree) => tree.setAttribute('settings', '{"max_new_tokens":2}'));
  await expect(page.locator('glass-beam-tree .node.best')).toHaveCount(3);
});

test('goes by what is switched off around it, and gives way to the steps of a script', async ({
  page,
}) => {
  await openShelf(page);
  await put(
    page,
    `<glass-model src="stories" text="Once upon a time"><glass-beam-tree settings='${settings}'></glass-beam-tree></glass-model>`,
  );
  await expect(page.locator('glass-beam-tree .node.best')).toHaveCount(4);
  const before = await page.locator('glass-beam-tree .numbers').allTextContents();
  await page.locator('glass-model').evaluate((model) => {
    Object.assign(model, { ablations: [{ layer: 0, head: 0 }] });
  });
  await expect
    .poll(() => page.locator('glass-beam-tree .numbers').allTextContents())
    .not.toEqual(before);
  await giveSteps(page);
  await expect(page.locator('glass-beam-tree .node.forceable')).not.toHaveCount(0);
  // An empty list is the script's, too; null is none.
  const give = (steps: unknown) =>
    page
      .locator('glass-beam-tree')
      .evaluate((tree, given) => Object.assign(tree, { steps: given }), steps);
  await give([]);
  await expect(page.locator('glass-beam-tree [part~=message]')).toHaveText(en.noSteps);
  await give(null);
  await expect(page.locator('glass-beam-tree .node.best')).toHaveCount(4);
});

test('is made without settings, too; its tag and its JSON have what it shows', async ({ page }) => {
  await openShelf(page);
  await put(
    page,
    '<glass-save model="stories" text="Once upon a time"><glass-beam-tree></glass-beam-tree></glass-save>',
  );
  const tree = page.locator('glass-save glass-beam-tree');
  // The 10 tokens of a search that nobody has set, after the root.
  await expect(tree.locator('.node.best')).toHaveCount(11);
  const json = (of: Locator) =>
    of.evaluate((element) => {
      const { settings } = JSON.parse(JSON.stringify(element)) as {
        settings: { steps: { beams: { score: number }[] }[] };
      };
      return settings.steps;
    });
  const steps = await json(tree);
  const scores = steps.map(({ beams }) => beams.map(({ score }) => score));
  const wanted = await tree.evaluate(async (element) => {
    const { model } = (element as unknown as { figure: { state: { model: Model } } }).figure.state;
    const search = model.generate('Once upon a time', { num_beams: 3, max_new_tokens: 10 });
    const found: number[][] = [];
    for await (const { beams } of search) found.push(beams.map(({ score }) => score));
    return found.map((each) => each.map(Math.fround));
  });
  expect(scores.map((each) => each.map(Math.fround))).toEqual(wanted);

  await page.setViewportSize({ width: 390, height: 844 });
  await page.locator('glass-save [part=button]').click();
  await page.getByRole('menuitem', { name: 'For your post' }).click();
  const dialog = page.getByRole('dialog');
  const field = dialog.locator('textarea[name=tag]');
  expect(await field.inputValue()).toContain('<glass-beam-tree></glass-beam-tree>');
  // The dialog lies within the window, and the field shows its first line.
  const box = (await dialog.boundingBox())!;
  expect(box.x).toBeGreaterThanOrEqual(0);
  expect(box.x + box.width).toBeLessThanOrEqual(390);
  expect(box.y + box.height).toBeLessThanOrEqual(844);
  expect(await sideways(page)).toBe(0);
  expect(await field.evaluate(({ scrollTop }) => scrollTop)).toBe(0);
  await page.setViewportSize({ width: 1280, height: 900 });
  const preview = dialog.locator('.preview glass-beam-tree');
  await expect(preview.locator('.node.best')).toHaveCount(11);
  expect(await json(preview)).toEqual(steps);
});

test('is not made by the trees of other figures', async ({ page }) => {
  const searches: string[] = [];
  page.on('request', (request) => {
    if (/chunk-search-\w+\.js/.test(request.url())) searches.push(request.url());
  });
  await openShelf(page);
  await put(
    page,
    `<glass-model src="en-zh" text="I like tea."><glass-translate></glass-translate></glass-model>
     <glass-model src="aab" text="aab"><glass-generate mode="beam"></glass-generate></glass-model>`,
  );
  await button(page.locator('glass-generate'), 'Step').click();
  const trees = page.locator('glass-beam-tree');
  await expect(trees).toHaveCount(2);
  for (const tree of await trees.all()) await expect(tree.locator('.node').nth(1)).toBeAttached();
  expect(searches).toEqual([]);
  await put(page, '<glass-beam-tree model="aab" text="aab"></glass-beam-tree>');
  await expect(page.locator('glass-beam-tree .node').nth(1)).toBeAttached();
  expect(searches).toHaveLength(1);
});

for (const [model, text] of [
  ['stories', 'Once upon a time'],
  ['en-zh', 'I like tea.'],
] as const)
  test(`goes on from a node that is clicked, until the root is, or the text is another: ${model}`, async ({
    page,
  }) => {
    await openShelf(page);
    await put(
      page,
      `<glass-beam-tree forceable model="${model}" text="${text}" settings='${settings}'></glass-beam-tree>`,
    );
    const tree = page.locator('glass-beam-tree');
    const forced = tree.locator('.node.forced');
    await tree.evaluate((element) => {
      const told: unknown[] = [];
      for (const type of ['glass-force', 'glass-choice'])
        element.addEventListener(type, (event) => told.push((event as CustomEvent).detail));
      Object.assign(globalThis, { told });
    });
    const told = () => page.evaluate(() => (globalThis as unknown as { told: unknown[] }).told);
    const numbers = () => tree.locator('.numbers').allTextContents();
    // Text: after a sign that ends it nothing follows.
    const pruned = tree.locator('.node.pruned:not(.mark)').first();
    await expect(pruned).toBeAttached();
    const before = await numbers();
    const token = await pruned.locator('.token').textContent();
    await pruned.click();
    await expect(forced.locator('.token')).toHaveText([token!]);
    const [{ ids }, choice] = (await told()) as [{ ids: number[] }, unknown];
    expect(ids).toHaveLength(1);
    const chosen = { num_beams: 2, max_new_tokens: 3, forced_tokens: ids };
    expect(choice).toEqual({ attribute: 'settings', value: JSON.stringify(chosen) });
    // The engine's own search from there.
    const best = await tree.evaluate(
      async (element, [source, options]) => {
        const { figure } = element as unknown as { figure: { state: { model: Model } } };
        return (await figure.state.model.generate(source, options).result()).score;
      },
      [text, chosen] as const,
    );
    expect(best).toBeLessThan(0);
    await expect(tree.locator('[part=readout]')).toContainText(
      `Σ log P ${best.toFixed(4).replace('-', '−')}`,
    );

    const root = tree.locator('.node.root');
    await root.press('Enter');
    await expect(forced).toHaveCount(0);
    await expect.poll(numbers).toEqual(before);
    await expect(root).toHaveRole('img');

    await pruned.click();
    await expect(forced).toHaveCount(1);
    await tree.evaluate((element, other) => element.setAttribute('text', other), `${text} I`);
    await expect(forced).toHaveCount(0);
    await expect.poll(numbers).not.toEqual(before);
    expect(await tree.evaluate((element) => (element as GlassBeamTree).settings)).toEqual({
      num_beams: 2,
      max_new_tokens: 3,
    });
    await pruned.click();
    await expect(forced).toHaveCount(1);
    await tree.evaluate((element) => element.setAttribute('settings', '{"max_new_tokens":2}'));
    await expect(forced).toHaveCount(0);
    // What an author has written stays with another text.
    await tree.evaluate(
      (element, [given, other]) => {
        element.setAttribute('settings', `{"max_new_tokens":2,"forced_tokens":${given}}`);
        element.setAttribute('text', other);
      },
      [JSON.stringify(ids), text] as const,
    );
    await expect(forced).toHaveCount(1);
    await expect(tree.locator('.node.best')).toHaveCount(3);
  });

test('is described with blanks between the parts', async ({ page }) => {
  await openShelf(page);
  await put(
    page,
    `<glass-beam-tree model="stories" text="Once upon a time" settings='${settings}'></glass-beam-tree>`,
  );
  const tree = page.locator('glass-beam-tree');
  await expect(tree.locator('.node.best')).toHaveCount(4);
  const svg = await tree.evaluate((each) => (each as GlassBeamTree).toSVG());
  expect(svg).toMatch(/<desc>[^<\n]*\S kept log P −[\d.]+ Σ log P −[\d.]+ P [\d.]+ score −/);
});

test('wrong settings are refused, and the tree stays', async ({ page }) => {
  await openShelf(page);
  await put(
    page,
    `<glass-beam-tree model="aab" text="aab" settings='${settings}'></glass-beam-tree>`,
  );
  for (const [value, sentence] of [
    ['{"num_beams":1}', 'settings.num_beams must be a whole number from 2 to 20, found 1'],
    ['{"num_beams":21}', 'settings.num_beams must be a whole number from 2 to 20, found 21'],
    [
      '{"top_k":3}',
      'settings must be made of "num_beams", "max_new_tokens", "length_penalty" or "forced_tokens", found "top_k"',
    ],
    ['{"max_new_tokens":"x"}', 'settings.max_new_tokens must be'],
    ['{"num_beams":"3"}', 'settings.num_beams must be a whole number from 2 to 20, found "3"'],
    [
      '{"max_new_tokens":101}',
      'settings.max_new_tokens must be a whole number from 1 to 100, found 101',
    ],
    [
      '{"forced_tokens":["3"]}',
      'settings.forced_tokens[0] must be a whole number of at least 0, found "3"',
    ],
    ['3', 'settings must be an object, found 3'],
    ['x', 'settings must be an object, found "x"'],
    ['[]', 'settings must be an object, found a list'],
  ] as const) {
    await page
      .locator('glass-beam-tree')
      .evaluate((tree, each) => tree.setAttribute('settings', each), value);
    await expect(page.locator('glass-beam-tree [role=alert]').first()).toContainText(sentence);
  }
  await page
    .locator('glass-beam-tree')
    .evaluate((tree, each) => tree.setAttribute('settings', each), settings);
  await expect(page.locator('glass-beam-tree [role=alert]')).toHaveCount(0);
  await expect(page.locator('glass-beam-tree .node')).not.toHaveCount(0);
});
