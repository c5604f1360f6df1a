/** The tree of a beam search: what is kept, pruned, forced and passed over, beside the engine's own search. */
import type { GlassBeamTree, GlassGenerate } from '../../../web/src/elements/index.ts';
import type { Model } from '../../../web/src/index.ts';
import type { GenerationOptions } from '../../../web/src/shared/generation-types.ts';
import { en } from '../../web/words.ts';
import { violations } from '../axe.ts';
import { button, output, sideways } from '../figures.ts';
import { expect, expectNumbers, kPhone, type Locator, type Page, test } from '../kept.ts';
import { asked, barTexts, kPrompt, openGenerating } from '../generating.ts';
import { openShelf, put } from '../shelf.ts';
import { giveSteps } from '../tags.ts';

const kBeam = '<glass-generate mode="beam"></glass-generate>';

test('beam search grows a tree of kept and pruned letters', async ({ page }) => {
  const own = await openGenerating(page, '<glass-generate></glass-generate>', 'aab', 'aabaa');
  const generate = own.locator('glass-generate');
  await generate.getByText('Beam search').click();
  const tree = generate.locator('glass-beam-tree');
  for (let i = 0; i < 3; ++i) {
    await button(generate, 'Step').click();
    await expect(tree.locator('.node.best')).toHaveCount(i + 2);
  }
  await expect(tree.locator('.node.pruned')).not.toHaveCount(0);
  await expect(output(generate)).toHaveText('aabaabaa');
});

/** The engine's own beam search with these tokens given: its text, and its steps' best scores. */
function searched(
  model: Locator,
  options: GenerationOptions,
): Promise<{ text: string; scores: number[] }> {
  return model.evaluate(
    async (element, { text, all }) => {
      const { model: loaded } = element as unknown as { model: Model };
      const generation = loaded.generate(text, all);
      const scores: number[] = [];
      for await (const { beams } of generation) scores.push(beams[0]?.normalized_score ?? 0);
      return { text: (await generation.result()).text, scores };
    },
    { text: kPrompt, all: options },
  );
}

test('a click on a pruned node goes on from it; back lets it go, and so does reset', async ({
  page,
}) => {
  test.slow(); // many searches, one after the other
  const settings = { max_new_tokens: 5, num_beams: 3, length_penalty: 1 };
  const own = await openGenerating(page, kBeam);
  const generate = own.locator('glass-generate');
  await generate.evaluate((element, some) => {
    const target = element as GlassGenerate;
    target.settings = { ...target.settings, ...some };
  }, settings);
  const nodes = generate.locator('.node');
  await button(generate, 'Step').click();
  await expect(nodes).toHaveCount(7);
  await button(generate, 'Step').click();
  await expect(nodes).toHaveCount(13);
  expect(await violations(page, '#own')).toEqual([]);
  const tree = await nodes.allTextContents();

  const pruned = generate.locator('.node.pruned').first();
  const [token] = (await pruned.locator('.token').textContent())!.split('\n');
  await pruned.click();
  await expect(generate.locator('.node.forced .token')).toHaveText([token!]);
  // The five that stood beside it stay, and what the engine gives in its place.
  await expect(nodes).toHaveCount(7);
  await expect(generate.locator('.node.passed')).toHaveCount(5);
  const scored = (node: string) => generate.locator(`${node} .numbers`, { hasText: 'score' });
  await expect(scored('.node.forced')).toHaveCount(1);
  await expect(scored('.node.passed')).toHaveCount(0); // what was passed over competes no longer
  const instead = generate.locator('[part=instead] [part=bar]');
  await expect(instead).toHaveCount(5);
  expect((await barTexts(instead)).map(([text]) => text)).toEqual(
    (await asked(own, {})).candidates.slice(0, 5).map(({ text }) => text.trim()),
  );
  const [id] = await generate
    .locator('glass-beam-tree')
    .evaluate((element) => (element as GlassBeamTree).steps?.[0]?.beams[0]?.ids ?? []);

  // Another length penalty: the same tree, other scores.
  const penalty = generate.getByLabel('length penalty');
  await button(generate, 'Step').click();
  await expect(nodes).toHaveCount(13);
  const scores = generate.locator('.numbers');
  const before = await scores.last().textContent();
  await penalty.focus();
  await penalty.press('End');
  await expect(scores.last()).not.toHaveText(before!);
  await expect(nodes).toHaveCount(13);
  await expect(generate.locator('.node.forced')).toHaveCount(1);

  const wanted = await searched(own, { ...settings, length_penalty: 2, forced_tokens: [id!] });
  await button(generate, 'Run').click();
  await expect(button(generate, 'Run')).toBeDisabled();
  await expect(output(generate)).toHaveText(kPrompt + wanted.text);

  // Back: step by step to the forced token, then to the tree in which it was chosen.
  await penalty.focus();
  for (let i = 0; i < 10; ++i) await penalty.press('ArrowLeft');
  while ((await nodes.count()) > 7) {
    const count = await nodes.count();
    await button(generate, 'Back').click();
    await expect.poll(() => nodes.count()).toBeLessThan(count);
  }
  await expect(generate.locator('.node.forced')).toHaveCount(1);
  await button(generate, 'Back').click();
  await expect(generate.locator('.node.forced')).toHaveCount(0);
  expect(await nodes.allTextContents()).toEqual(tree);

  // A token that is in no node: one of those that may follow the best text.
  const likely = generate.locator('.after [part=bar]');
  await likely.nth(4).click();
  await expect(generate.locator('.node.forced')).toHaveCount(3);
  await button(generate, 'Reset').click();
  await expect(nodes).toHaveCount(0);
  await button(generate, 'Step').click();
  await expect(generate.locator('.node.forced')).toHaveCount(0);
});

test('Back keeps what was set just before, even while the tree is still searched anew', async ({
  page,
}) => {
  const generate = (await openGenerating(page, kBeam)).locator('glass-generate');
  const scores = generate.locator('.node.best .numbers', { hasText: 'score' });
  for (const count of [2, 3, 4]) {
    await button(generate, 'Step').click();
    await expect(generate.locator('.node.best')).toHaveCount(count);
  }
  await generate.evaluate(async (element) => {
    const target = element as GlassGenerate;
    for (const length_penalty of [2, 0]) {
      target.settings = { ...target.settings, length_penalty };
      await target.updateComplete;
    }
    const buttons = [...target.shadowRoot!.querySelectorAll('button')];
    buttons.find((each) => each.textContent.trim() === 'Back')!.click();
  });
  await expect(generate.locator('.node.best')).toHaveCount(3);
  // Without a penalty the score is the sum.
  const [sum, score] = ((await scores.last().textContent()) ?? '').match(/−\d+\.\d+/g)!.slice(-2);
  expect(score).toBe(sum);
});

test('a search that is running goes on from the node that is clicked', async ({ page }) => {
  const own = await openGenerating(page, kBeam);
  const generate = own.locator('glass-generate');
  const nodes = generate.locator('.node');
  await button(generate, 'Run').click();
  await generate.locator('.node.pruned').first().dispatchEvent('click'); // wherever it has moved to
  await expect(generate.locator('.node.forced')).toHaveCount(1);
  await expect(button(generate, 'Pause')).toBeVisible();
  await expect(nodes).not.toHaveCount(2);
  await expect(generate.locator('.node.forced')).toHaveCount(1);
  await button(generate, 'Pause').click();
  await expect(button(generate, 'Step')).toBeEnabled();
  const count = await nodes.count();
  await button(generate, 'Step').click();
  await expect.poll(() => nodes.count()).toBeGreaterThan(count);
});

test('what stood beside a forced node can be forced in its place', async ({ page }) => {
  const own = await openGenerating(page, kBeam);
  const generate = own.locator('glass-generate');
  const tokens = (kind: string) => generate.locator(`.node.${kind} .token`);
  await button(generate, 'Step').click();
  await expect(generate.locator('.node.pruned')).not.toHaveCount(0);
  const before = await generate.locator('.node:not(.root) .token').allTextContents();
  await generate.locator('.node.pruned').first().click();
  await expect(tokens('forced')).toHaveCount(1);
  const [first = ''] = await tokens('forced').allTextContents();
  const [other = ''] = await tokens('passed').allTextContents();
  expect([first, ...(await tokens('passed').allTextContents())].sort()).toEqual(before.sort());
  expect(await violations(page, '#own')).toEqual([]);
  await generate.locator('.node.passed').first().click();
  await expect(tokens('forced')).toHaveText([other]);
  await expect(tokens('passed').filter({ hasText: first })).not.toHaveCount(0);
  expect([other, ...(await tokens('passed').allTextContents())].sort()).toEqual(before);

  // Bars of the engine's own probabilities in its place; what is taken there is given too.
  const instead = generate.locator('[part=instead]');
  await expect(instead).toContainText(`In place of “${other.trim()}”`);
  const bar = instead.locator('[part=bar]:not(.chosen)').nth(2);
  const text = (await bar.locator('bdi').textContent())!.trim();
  await bar.click();
  await expect(tokens('forced')).toHaveText([text]);
  await button(generate, 'Back').click();
  await expect(tokens('forced')).toHaveText([other]);
});

test('on a phone the best path is a list, with what competes with it, all the engine’s numbers', async ({
  anotherPage,
}) => {
  const page = await anotherPage(kPhone);
  await openGenerating(page, '<glass-tokens></glass-tokens><glass-beam-tree></glass-beam-tree>');
  await giveSteps(page);
  const tree = page.locator('glass-beam-tree');
  const rows = tree.locator('.list > li');
  await expect(rows).toHaveCount(4);
  const steps = await tree.evaluate((each) => {
    const { steps: given } = each as GlassBeamTree;
    return given!.map(({ beams, pruned, finished }) =>
      [...beams, ...pruned, ...finished].map(
        ({ ids, token_text, log_probability, score, normalized_score }) => ({
          ids: [...ids],
          text: token_text,
          numbers: [log_probability, score, normalized_score],
        }),
      ),
    );
  });
  const likeliest = steps.at(-1)!.reduce((a, b) => (b.numbers[2]! > a.numbers[2]! ? b : a));
  let named = 0;
  for (const [depth, nodes] of steps.entries()) {
    const row = rows.nth(depth + 1);
    const shown = await row.locator('.node').evaluateAll((all) =>
      all.map((each) => ({
        text: each.querySelector('.token')!.textContent,
        before: each.querySelector('.before')?.textContent ?? null,
        numbers: each
          .querySelector('.numbers')!
          .textContent.match(/−?\d+(\.\d+)?/g)!
          .map((number) => Number(number.replace('−', '-'))),
      })),
    );
    // The best path's token first, then the others, the likeliest of them first.
    const isBest = ({ ids }: { ids: number[] }) =>
      ids.every((id, i) => id === likeliest.ids[i]) && ids.length === depth + 1;
    const wanted = [
      ...nodes.filter(isBest),
      ...nodes.filter((node) => !isBest(node)).sort((a, b) => b.numbers[1]! - a.numbers[1]!),
    ];
    expect(shown.map(({ text }) => text)).toEqual(wanted.map(({ text }) => text.trim() || text));
    // Where another token than the best path's stands before it, that one is named, too.
    const before = wanted.map(({ ids }) => {
      const way = ids.slice(0, -1);
      if (way.every((id, i) => id === likeliest.ids[i])) return null;
      return `${steps[depth - 1]!.find((node) => node.ids.join() === way.join())!.text.trim()} ›`;
    });
    expect(shown.map((node) => node.before)).toEqual(before);
    named += before.filter((each) => each !== null).length;
    expectNumbers(
      shown.map(({ numbers }) => numbers),
      wanted.map(({ numbers }) => numbers),
      0.0501,
    );
    await expect(row.locator('.node.best')).toHaveCount(1);
    await expect(row.locator('.rivals .best')).toHaveCount(0);
  }
  expect(named).toBeGreaterThan(0);
  // It is saved as the tree that others see.
  const svg = await tree.evaluate((each) => (each as GlassBeamTree).toSVG());
  expect(svg.match(/<path /g)).toHaveLength(steps.flat().length);
  await expect(rows).toHaveCount(4);
});

test('on a phone a swipe over a beam search moves the page, and the search begins at its top', async ({
  anotherPage,
}) => {
  const page = await anotherPage(kPhone);
  await openShelf(page);
  await put(
    page,
    `<glass-model src="en-zh" text="Do you know what time it is?"><glass-translate></glass-translate></glass-model>`,
  );
  await page.evaluate(() =>
    Object.assign(document.querySelector('glass-translate')!, { beams: 8 }),
  );
  const list = page.locator('glass-beam-tree .list');
  await expect(list.locator('li').nth(4)).toBeAttached();
  await list.evaluate((each) => each.scrollIntoView());
  const above = await list.evaluate(
    (each) =>
      each.querySelector('.root')!.getBoundingClientRect().top - each.getBoundingClientRect().top,
  );
  expect(above).toBeLessThan(10);
  const before = await page.evaluate(() => scrollY);
  const session = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...ys: number[]) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints: ys.map((y) => ({ x: 195, y })) });
  await touch('touchStart', 300);
  for (let y = 310; y <= 620; y += 10) await touch('touchMove', y);
  await touch('touchEnd');
  await expect.poll(() => page.evaluate(() => scrollY)).toBeLessThan(before - 250);
  expect(await sideways(page)).toBe(0);
});

test('in the list of a narrow column arrows lead along the best path and to its rivals', async ({
  page,
}) => {
  await openGenerating(page, '<glass-tokens></glass-tokens><glass-beam-tree></glass-beam-tree>');
  await page.evaluate(() => (document.querySelector('main')!.style.width = '300px'));
  await giveSteps(page);
  const rows = page.locator('glass-beam-tree .list > li');
  await rows.nth(0).locator('.root').focus();
  await page.keyboard.press('ArrowDown');
  await expect(rows.nth(1).locator('.best')).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(rows.nth(1).locator('.rivals .node').first()).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(rows.nth(2).locator('.best')).toBeFocused();
  await page.evaluate(() => (document.querySelector('main')!.style.width = '700px'));
  await expect(rows).toHaveCount(0);
  await expect(page.locator('glass-beam-tree .tree .node.best')).toHaveCount(4);
});

test('a translation’s beam tree opens where the best path begins, one that grows where it ends', async ({
  page,
}) => {
  await openShelf(page);
  await put(
    page,
    `<glass-model src="en-zh" text="Do you know what time it is?"><glass-translate></glass-translate></glass-model>`,
  );
  const tree = page.locator('glass-beam-tree');
  const scrolled = () =>
    tree.locator('.scroller').evaluate((each) => {
      const root = each.querySelector('.root')!.getBoundingClientRect();
      const frame = each.getBoundingClientRect();
      const isInView =
        root.left >= frame.left && root.top >= frame.top && root.bottom <= frame.bottom;
      return { isWide: each.scrollWidth > each.clientWidth, left: each.scrollLeft, isInView };
    });
  await expect(tree.locator('.node.best')).not.toHaveCount(0);
  // Out of view it is not drawn on the screen, but it is in print.
  const isDrawn = () =>
    tree
      .locator('.node.root')
      .evaluate((each) => each.checkVisibility({ contentVisibilityAuto: true }));
  await page.evaluate(() => (document.body.style.paddingTop = '300vh'));
  await expect.poll(isDrawn).toBe(false);
  await page.emulateMedia({ media: 'print' });
  await expect.poll(isDrawn).toBe(true);
  await page.emulateMedia({ media: 'screen' });
  await tree.scrollIntoViewIfNeeded();
  await expect.poll(scrolled).toEqual({ isWide: true, left: 0, isInView: true });

  // The same search, step by step.
  await tree.evaluate(async (each) => {
    const own = each as GlassBeamTree;
    const steps = own.steps!;
    for (const count of [steps.length - 1, steps.length]) {
      own.steps = steps.slice(0, count);
      await own.updateComplete;
    }
  });
  await expect.poll(async () => (await scrolled()).left).toBeGreaterThan(0);
});

test('what stands in a node fits its frame, however unlikely the token is', async ({ page }) => {
  await openShelf(page);
  await put(page, '<glass-beam-tree id="own"></glass-beam-tree>');
  await page.evaluate(() => {
    const beam = (log_probability: number, token: number) => ({
      parent: 0,
      token,
      token_text: 'a',
      log_probability,
      score: log_probability,
      normalized_score: log_probability,
      finished: false,
      ids: [token],
      text: 'a',
    });
    const beams = [-99.99, -99.996, -1023, -10230.5].map(beam);
    const steps = [{ beams, pruned: [beam(-1.5e7, 9)], finished: [], forced: false }];
    Object.assign(document.querySelector('#own')!, { steps });
  });
  const numbers = page.locator('.node .numbers');
  await expect(numbers).toHaveCount(5);
  await expect(numbers.nth(2)).toContainText('−1023\u2002Σ −1023');
  for (const inner of await numbers.all()) {
    const [width, room] = await inner.evaluate((each) => {
      const range = document.createRange();
      range.selectNodeContents(each);
      return [range.getBoundingClientRect().width, each.closest('.node')!.clientWidth];
    });
    expect(width, (await inner.textContent())!).toBeLessThan(room!);
  }
});

test('a tap on a node tells of it, and forces it', async ({ anotherPage }) => {
  const phone = await anotherPage(kPhone);
  await openGenerating(phone, '<glass-tokens></glass-tokens><glass-beam-tree></glass-beam-tree>');
  await giveSteps(phone);
  const tree = phone.locator('glass-beam-tree');
  await tree.evaluate((element) => {
    const forced: number[] = [];
    element.addEventListener('glass-force', (event) =>
      forced.push(...(event as CustomEvent<{ ids: number[] }>).detail.ids),
    );
    Object.assign(globalThis, { forced });
  });
  await tree.locator('.node.forceable').first().tap();
  await expect(tree.locator('[part=readout]')).toContainText('log P');
  const forced = () => phone.evaluate(() => (globalThis as unknown as { forced: number[] }).forced);
  await expect.poll(forced).toHaveLength(1);
});

test('on paper a tree that is wider than the page is a list, and a tree again after it', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  const own = await openGenerating(page, kBeam);
  const generate = own.locator('glass-generate');
  await button(generate, 'Run').click();
  const tree = generate.locator('glass-beam-tree');
  await expect(tree.locator('.tree')).toBeVisible();
  await expect(button(generate, 'Run')).toBeVisible();
  const width = () => tree.locator('.tree').evaluate(({ clientWidth }) => clientWidth);
  await expect.poll(width).toBeGreaterThan(700);
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
  await expect(tree.locator('.list > li').nth(5)).toBeAttached();
  await expect(tree.locator('.tree')).toHaveCount(0);
  await page.evaluate(() => dispatchEvent(new Event('afterprint')));
  await expect(tree.locator('.tree')).toBeVisible();
});

test.describe('a search of its own', () => {
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
      const { model } = (element as unknown as { figure: { state: { model: Model } } }).figure
        .state;
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

  test('is made without settings, too; its tag and its JSON have what it shows', async ({
    page,
  }) => {
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
      const { model } = (element as unknown as { figure: { state: { model: Model } } }).figure
        .state;
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
    const field = dialog.locator('textarea');
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
    await openShelf(page);
    await put(
      page,
      `<glass-model src="en-zh" text="I like tea."><glass-translate></glass-translate></glass-model>
      <glass-model src="aab" text="aab"><glass-generate mode="beam"></glass-generate></glass-model>`,
    );
    await button(page.locator('glass-generate'), 'Step').click();
    const trees = page.locator('glass-beam-tree');
    await expect(trees).toHaveCount(2);
    for (const tree of await trees.all()) {
      await expect(tree.locator('.node').nth(1)).toBeAttached();
      const own = await tree.evaluate((element) => {
        const { needsModel, found } = element as unknown as { needsModel: boolean; found: unknown };
        return { needsModel, found };
      });
      expect(own).toEqual({ needsModel: false, found: null });
    }
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
});
