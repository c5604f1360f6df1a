/** The tree of a beam search: what is kept, pruned, forced and passed over, beside the engine's own search. */
import type { GlassBeamTree, GlassGenerate } from '../../../web/src/elements/index.ts';
import type { Model } from '../../../web/src/index.ts';
import type { GenerationOptions } from '../../../web/src/shared/generation-types.ts';
import { violations } from '../axe.ts';
import { button, output, sideways } from '../figures.ts';
import { expect, expectNumbers, kPhone, type Locator, test } from '../kept.ts';
import { asked, barTexts, kPrompt, openGenerating } from '../generating.ts';
import { settled } from '../settled.ts';
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
  await expect(instead).toContainText(`In place of “${other.replace('␣', '').trim()}”`);
  const bar = instead.locator('[part=bar]:not(.chosen)').nth(2);
  const text = (await bar.locator('bdi').textContent())!.trim();
  await bar.click();
  await expect(tokens('forced')).toHaveText([new RegExp(`^␣?${text}$`)]);
  await button(generate, 'Back').click();
  await expect(tokens('forced')).toHaveText([other]);
});

/** A token where none stands before it. */
const aloneText = (text: string) => text.replace(/^ (?=\S)/, '␣').trim() || text;

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
    expect(shown.map(({ text }) => text)).toEqual(wanted.map(({ text }) => aloneText(text)));
    // Where another token than the best path's stands before it, that one is named, too.
    const before = wanted.map(({ ids }) => {
      const way = ids.slice(0, -1);
      if (way.every((id, i) => id === likeliest.ids[i])) return null;
      return `${aloneText(steps[depth - 1]!.find((node) => node.ids.join() === way.join())!.text)} ›`;
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

test('on a phone a long list begins with the likeliest, and a button shows all, also of what comes', async ({
  anotherPage,
}) => {
  const page = await anotherPage(kPhone);
  await openShelf(page);
  const settings = JSON.stringify({ num_beams: 5, max_new_tokens: 10 });
  await put(
    page,
    `<glass-beam-tree model="stories" text="Once upon a time" settings='${settings}'></glass-beam-tree>`,
  );
  const tree = page.locator('glass-beam-tree');
  const nodes = tree.locator('.list .node');
  const more = tree.getByRole('button', { name: /^Show all \d+ nodes$/ });
  const total = Number(/\d+/.exec((await more.textContent())!)![0]);
  const heightOf = async () => (await tree.locator('.list').boundingBox())!.height;
  expect(await nodes.count()).toBeLessThan(total);
  for (const row of await tree.locator('li').all())
    expect(await row.locator('.rivals .node').count()).toBeLessThanOrEqual(3);
  expect((await more.boundingBox())!.height).toBeGreaterThanOrEqual(44);
  const few = await heightOf();
  expect(few).toBeLessThan(2 * 844);
  // On paper all of it.
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
  await expect(nodes).toHaveCount(total);
  await page.evaluate(() => dispatchEvent(new Event('afterprint')));
  await more.tap();
  await expect(nodes).toHaveCount(total);
  await expect(more).toHaveCount(0);
  expect(await heightOf()).toBeGreaterThan(few);
  // The way back, which ends where the reader is.
  const fewer = tree.getByRole('button', { name: 'Show fewer nodes' });
  await fewer.tap();
  await expect(more).toBeInViewport();
  expect(await heightOf()).toBe(few);
  await more.tap();
  await tree.evaluate((each) =>
    Object.assign(each, { settings: { num_beams: 5, max_new_tokens: 14 } }),
  );
  await expect(tree.locator('.list > li')).toHaveCount(15);
  await expect(more).toHaveCount(0);
  await expect(fewer).toBeVisible();
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

test('of the columns that are seen nothing is cut off for room without nodes', async ({ page }) => {
  await openShelf(page);
  await put(page, '<glass-translate model="en-zh" text="I like tea."></glass-translate>');
  await page.evaluate(() => (document.querySelector('main')!.style.width = '44rem'));
  const scroller = page.locator('glass-beam-tree .scroller');
  await scroller.scrollIntoViewIfNeeded();
  // Of the seen columns: how far the first node is below the upper edge, and the last one above the lower edge.
  const around = () =>
    scroller.evaluate((each) => {
      const frame = each.getBoundingClientRect();
      const seen = [...each.querySelectorAll('.node')]
        .map((node) => node.getBoundingClientRect())
        .filter(({ left, right }) => right > frame.left && left < frame.right);
      const above = Math.min(...seen.map(({ top }) => top)) - frame.top;
      return { above, below: frame.bottom - Math.max(...seen.map(({ bottom }) => bottom)) };
    });
  await expect(scroller.locator('.node').nth(20)).toBeAttached();
  expect(await scroller.evaluate((each) => each.scrollHeight > each.clientHeight)).toBe(true);
  await settled(page);
  const { above, below } = await around();
  expect(above < 0 && below > 20).toBe(false);
  expect(below < 0 && above > 20).toBe(false);
});

test('a search that can be steered opens at its root, and goes to its end once it is steered', async ({
  page,
}) => {
  await openShelf(page);
  await put(
    page,
    `<glass-beam-tree model="stories" text="The cat" settings='{"num_beams":3}' forceable></glass-beam-tree>`,
  );
  await page.evaluate(() => (document.querySelector('main')!.style.width = '44rem'));
  const scroller = page.locator('glass-beam-tree .scroller');
  await expect(scroller.locator('.node.best')).toHaveCount(11);
  await settled(page);
  const left = () => scroller.evaluate(({ scrollLeft }) => scrollLeft);
  expect(await left()).toBe(0);
  await scroller.locator('.node.forceable').first().click();
  await expect(scroller.locator('.node.forced')).toHaveCount(1);
  await expect.poll(left).toBeGreaterThan(200);
  await scroller.evaluate((each) => (each.scrollLeft = 0));
  await scroller.locator('.node.root').click();
  await expect(scroller.locator('.node.forced')).toHaveCount(0);
  await settled(page);
  expect(await left()).toBe(0);
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
  await tree.locator('.node').first().tap();
  await expect(tree.locator('[part=readout]')).toHaveText(
    (await tree.locator('.node .token').first().innerText()).trim(),
  );
  const forced = () => phone.evaluate(() => (globalThis as unknown as { forced: number[] }).forced);
  await expect.poll(forced).toHaveLength(1);
});
