import type { GlassBeamTree, GlassGenerate, GlassModel } from '../../web/src/elements/index.ts';
import type { Model } from '../../web/src/index.ts';
import type { Ablation, Candidate, GenerationOptions } from '../../web/src/shared/types.ts';
import { formatPercent } from '../../web/src/view/number.ts';
import { violations } from './axe.ts';
import { expect, type Locator, open, type Page, test } from './fixture.ts';
import { type AabGolden, type BeamGolden, readGolden } from './golden.ts';
import { openLearning } from './learning.ts';

const { completions } = readGolden<AabGolden>('seed001_aab');
const beams = readGolden<BeamGolden>('seed004_beam_example');

const figure = (page: Page) => page.locator('#choosing glass-generate');
const output = (generate: Locator) => generate.locator('[part=output]');
const button = (generate: Locator, name: string) =>
  generate.getByRole('button', { name, exact: true });

/** Continues `prompt` step by step for ten letters and gives what stands there. */
async function stepThrough(page: Page, prompt: string, steps = 10): Promise<string> {
  await page.locator('#inside textarea').fill(prompt);
  await expect(output(figure(page))).toHaveText(prompt);
  for (let i = 1; i <= steps; ++i) {
    await button(figure(page), 'Step').click();
    await expect(output(figure(page)).locator('.made')).toHaveCount(i);
  }
  return ((await output(figure(page)).textContent()) ?? '').trim();
}

test('greedy writes what the article’s code writes', async ({ page }) => {
  await openLearning(page);
  for (const completion of completions.slice(1, 3)) {
    const [prompt = '', written = ''] = completion.split(' :: ');
    expect(await stepThrough(page, prompt)).toBe(prompt + written);
    await expect(button(figure(page), 'Step')).toBeDisabled();
    await button(figure(page), 'Reset').click();
  }
});

test('run, pause, step and reset', async ({ page }) => {
  await openLearning(page);
  await button(figure(page), 'Run').click();
  await expect(output(figure(page)).locator('.made')).not.toHaveCount(0);
  await button(figure(page), 'Pause').click();
  const count = await output(figure(page)).locator('.made').count();
  await button(figure(page), 'Step').click();
  await expect(output(figure(page)).locator('.made')).toHaveCount(count + 1);
  await button(figure(page), 'Reset').click();
  await expect(output(figure(page)).locator('.made')).toHaveCount(0);
});

test('sampling: temperature moves the bars, top-p cuts them, a seed repeats itself, a click decides', async ({
  page,
}) => {
  await openLearning(page);
  await figure(page).getByText('Sampling').click();
  const bars = figure(page).locator('glass-next-token button');
  await expect(bars).toHaveCount(2);
  await expect(bars.nth(1)).toContainText('filtered out');
  await expect(figure(page).locator('.cut')).toHaveText('top-p 0.9');
  const slider = figure(page).getByLabel('temperature');
  await slider.focus();
  await slider.press('End'); // so hot that both letters are likely
  await expect(bars.nth(1)).not.toContainText('filtered out');
  await expect(bars.nth(0)).toHaveText(/6\d\.\d%/);
  const once = await stepThrough(page, 'aabaa', 8);
  await button(figure(page), 'Reset').click();
  expect(await stepThrough(page, 'aabaa', 8)).toBe(once);

  await button(figure(page), 'Reset').click();
  await expect(output(figure(page)).locator('.made')).toHaveCount(0);
  const letter = (name: string) => bars.filter({ has: page.locator('bdi', { hasText: name }) });
  await letter('a').click();
  await expect(output(figure(page))).toHaveText('aabaaa');
  await letter('b').first().click(); // below stands what might have come before
  await expect(output(figure(page))).toHaveText('aabaaab');
});

test('beam search grows a tree of kept and pruned letters', async ({ page }) => {
  await openLearning(page);
  await figure(page).getByText('Beam search').click();
  const tree = figure(page).locator('glass-beam-tree');
  for (let i = 0; i < 3; ++i) {
    await button(figure(page), 'Step').click();
    await expect(tree.locator('.node.best')).toHaveCount(i + 2);
  }
  await expect(tree.locator('.node.pruned')).not.toHaveCount(0);
  await expect(output(figure(page))).toHaveText('aabaabaa');
});

test('the beam search on paper: A B and B A, as in the article; another table, another tree', async ({
  page,
}) => {
  await open(page, '#open=beam');
  const generate = page.locator('#beam glass-generate');
  const { hypotheses } = beams.results.find(
    ({ beam_size, alpha }) => beam_size === 2 && alpha === 0,
  ) as BeamGolden['results'][number];
  await button(generate, 'Run').click();
  await expect(button(generate, 'Run')).toBeDisabled();
  await expect(output(generate)).toHaveText((hypotheses[0]?.tokens ?? []).join(''));
  await expect(generate.locator('[part=readout]')).toContainText(
    `P ${(hypotheses[0]?.prob ?? 0).toFixed(2)}`,
  );
  for (const { tokens, score } of hypotheses) {
    const name = `${tokens[1] ?? ''}: kept`;
    await expect(
      generate.locator(
        `[aria-description^="${name}"][aria-description$="sum ${score.toFixed(3).replace('-', '−')}"]`,
      ),
    ).toBeAttached();
  }

  const cell = page.locator('#beam glass-matrix input');
  await cell.nth(10).fill('0.9'); // A after B: 0.3 × 0.9 wins, but the row adds up to 1.4
  await cell.nth(10).press('Enter');
  await expect(cell.nth(11)).toHaveAccessibleDescription(/^The row “B” adds up to 1.4/);
  await expect(cell.nth(11)).toHaveAttribute('aria-invalid', 'true');
  await expect(cell.nth(16)).toHaveAttribute('aria-invalid', 'false');
  await expect(output(generate)).toHaveText('AB');
  for (const [i, value] of [
    [11, '0.1'],
    [12, '0'],
    [13, '0'],
  ] as const) {
    await cell.nth(i).fill(value);
    await cell.nth(i).press('Enter');
  }
  await expect(page.getByText('The row “B” adds up to')).toBeHidden();
  await button(generate, 'Run').click();
  await expect(output(generate)).toHaveText('BA');
});

const kText = 'Once upon a time, there was a';

/** Puts these elements into a `<glass-model>` of their own, with the stories. */
async function addStories(page: Page, elements: readonly (readonly [string, object])[]) {
  await open(page);
  await page.evaluate(
    ({ parts, text }) => {
      const model = document.createElement('glass-model');
      Object.assign(model, { id: 'own', src: 'stories', text });
      for (const [name, properties] of parts)
        model.append(Object.assign(document.createElement(name), properties));
      document.querySelector('main')?.prepend(model);
    },
    { parts: elements, text: kText },
  );
  const own = page.locator('#own');
  await expect
    .poll(() => own.evaluate((element) => (element as GlassModel).model !== null))
    .toBe(true);
  return own;
}

/** What the engine says may come first, when it is asked directly. */
function asked(
  model: Locator,
  options: GenerationOptions,
): Promise<{ kept: number; candidates: readonly Candidate[] }> {
  return model.evaluate(
    async (element, { text, all }) => {
      const { model: loaded } = element as unknown as { model: Model };
      const generation = loaded.generate(text, { ...all, max_new_tokens: 1 });
      const { kept_count, candidates } = await generation.step();
      return { kept: kept_count, candidates };
    },
    { text: kText, all: options },
  );
}

const kBarTexts = (all: (HTMLElement | SVGElement)[]) =>
  all.map((bar) => {
    const shown = (part: string) => {
      const element = bar.querySelector(part);
      return [...(element?.childNodes ?? [])]
        .filter(({ nodeType }) => nodeType === Node.TEXT_NODE)
        .map(({ textContent }) => textContent?.trim() ?? '')
        .join('');
    };
    return [shown('bdi'), shown('.was'), shown('.share')];
  });

test('temperature, top-k and top-p move the bars and the cut; the engine says the same', async ({
  page,
}) => {
  const own = await addStories(page, [['glass-next-token', { adjustable: true, limit: 12 }]]);
  const figureOf = own.locator('glass-next-token');
  const bars = figureOf.locator('[part=bar]');
  await expect(bars).toHaveCount(12);
  expect(await violations(page, '#own')).toEqual([]);

  const topK = figureOf.getByLabel('top-k');
  const kept = figureOf.locator('[part=kept]');
  await expect(kept).toHaveText('all 2048 tokens kept');
  await expect(figureOf.locator('.ghost, .was, .more')).toHaveCount(0); // nothing to compare with
  await topK.focus();
  await topK.press('Home');
  await expect(kept).toHaveText('1 of 2048 tokens kept');
  for (let i = 0; i < 4; ++i) await topK.press('ArrowRight');
  await expect(topK).toHaveAttribute('aria-valuetext', '5');
  const temperature = figureOf.getByLabel('temperature');
  await temperature.focus();
  await temperature.press('End');
  await expect(kept).toHaveText('5 of 2048 tokens kept');
  await expect(figureOf.locator('.cut')).toHaveText('top-k 5');
  await expect(figureOf.locator('li').nth(5)).toHaveClass('cut'); // after five bars

  const settings = { do_sample: true, temperature: 2, top_p: 1, num_candidates: 12 };
  const five = await asked(own, { ...settings, top_k: 5 });
  const percent = (candidate: Candidate) => [
    candidate.text.trim(),
    formatPercent(candidate.probability),
    candidate.kept ? formatPercent(candidate.final_probability) : '0%',
  ];
  await expect
    .poll(() => bars.evaluateAll(kBarTexts))
    .toEqual(five.candidates.slice(0, 12).map(percent));

  // Further than the bars: 40 are kept, of which 12 are shown.
  await topK.focus();
  for (const value of [6, 7, 8, 9, 10, 12, 15, 20, 25, 30, 40]) {
    await topK.press('ArrowRight');
    await expect(topK).toHaveAttribute('aria-valuetext', String(value));
  }
  await expect(kept).toHaveText('40 of 2048 tokens kept');
  await expect(figureOf.locator('.more')).toHaveText('⋮'); // the line below counts them
  await expect(figureOf.locator('li').last()).toHaveText('top-k 40');

  await topK.press('End');
  const topP = figureOf.getByLabel('top-p');
  await topP.focus();
  await topP.press('Home');
  const few = await asked(own, { ...settings, top_k: 0, top_p: 0.05 });
  await expect(kept).toHaveText(`${few.kept} of 2048 tokens kept`);
  await expect(figureOf.locator('.cut')).toHaveText('top-p 0.05');
});

test('with a head switched off, every probability stands beside the one that was learned', async ({
  page,
}) => {
  const own = await addStories(page, [['glass-next-token', { compare: true }]]);
  const figureOf = own.locator('glass-next-token');
  const bars = figureOf.locator('[part=bar]');
  await expect(bars).toHaveCount(10);
  await expect(figureOf.locator('.ghost')).toHaveCount(0);
  const ablate: readonly Ablation[] = [
    { layer: 0, head: 0 },
    { layer: 1, head: 2, factor: 0.5 },
  ];
  await own.evaluate((element, ablations) => {
    (element as GlassModel).figure.ablate(ablations);
  }, ablate);
  await expect(figureOf.locator('.ghost')).toHaveCount(10);
  expect(await violations(page, '#own')).toEqual([]);

  const all = { num_candidates: 2048 };
  const learned = (await asked(own, all)).candidates;
  const now = (await asked(own, { ...all, ablate })).candidates;
  const shown = await bars.evaluateAll(kBarTexts);
  for (const [text, was, is] of shown) {
    const find = (list: readonly Candidate[]) => list.find((each) => each.text.trim() === text)!;
    expect([was, is]).toEqual([
      formatPercent(find(learned).probability),
      formatPercent(find(now).probability),
    ]);
  }
  const likeliest = now.slice(0, 7).map(({ text }) => text.trim());
  expect(shown.map(([text]) => text)).toEqual(expect.arrayContaining(likeliest));

  await own.evaluate((element) => (element as GlassModel).figure.ablate([]));
  await expect(figureOf.locator('.ghost')).toHaveCount(0);
});

test('top-k goes on beyond the bars when sampling, and the bars show what the model itself says', async ({
  page,
}) => {
  const own = await addStories(page, [['glass-generate', { mode: 'sample' }]]);
  const generate = own.locator('glass-generate');
  const topK = generate.getByLabel('top-k');
  await expect(topK).toHaveAttribute('aria-valuetext', 'off');
  await topK.focus();
  await topK.press('ArrowLeft');
  await expect(topK).toHaveAttribute('aria-valuetext', '100');
  const topP = generate.getByLabel('top-p');
  await topP.focus();
  await topP.press('End'); // off: top-k alone cuts, below the bars
  await expect(generate.locator('.more')).toHaveText('and 90 more kept');
  await expect(generate.locator('.cut')).toHaveText('top-k 100');
  await expect(generate.locator('.ghost')).not.toHaveCount(0);
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
    { text: kText, all: options },
  );
}

test('a click on a pruned node goes on from it; back lets it go, and so does reset', async ({
  page,
}) => {
  test.slow(); // many searches, one after the other
  const settings = { max_new_tokens: 5, num_beams: 3, length_penalty: 1 };
  const own = await addStories(page, [['glass-generate', { mode: 'beam' }]]);
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
  expect((await instead.evaluateAll(kBarTexts)).map(([text]) => text)).toEqual(
    (await asked(own, {})).candidates.slice(0, 5).map(({ text }) => text.trim()),
  );
  const [id] = await generate
    .locator('glass-beam-tree')
    .evaluate((element) => (element as GlassBeamTree).steps[0]?.beams[0]?.ids ?? []);

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
  await expect(output(generate)).toHaveText(kText + wanted.text);

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

test('the tree by keyboard: arrows go along it, Enter goes on from there; the table on paper too', async ({
  page,
}) => {
  await open(page, '#open=beam');
  const generate = page.locator('#beam glass-generate');
  await button(generate, 'Run').click();
  await expect(button(generate, 'Run')).toBeDisabled();
  const focused = generate.locator('.node:focus');
  await generate.locator('.node').first().focus();
  await page.keyboard.press('ArrowRight');
  while (!/^C /.test((await focused.getAttribute('aria-description'))!.replace(':', ' ')))
    await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(generate.locator('.node.forced')).toHaveCount(1);
  await expect(generate.locator('.node.forced')).toBeFocused();
  await expect(output(generate)).toHaveText('C');
  await button(generate, 'Run').click();
  await expect(button(generate, 'Run')).toBeDisabled();
  await expect(output(generate)).toHaveText('CA'); // after C all are alike: the first
  await expect(generate.locator('[part=readout]')).toContainText('P 0.04');
  await button(generate, 'Back').click();
  await button(generate, 'Back').click();
  await expect(generate.locator('.node.forced')).toHaveCount(0);
  await expect(output(generate)).toHaveText('AB');
});

test('a search that is running goes on from the node that is clicked', async ({ page }) => {
  const own = await addStories(page, [['glass-generate', { mode: 'beam' }]]);
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

test('the best of a beam search is the tree’s and the engine’s, ended or not; an end is no text', async ({
  page,
}) => {
  test.slow();
  await open(page);
  await page.evaluate(() => {
    const model = document.createElement('glass-model');
    const generate = document.createElement('glass-generate');
    Object.assign(generate, { mode: 'beam' });
    Object.assign(model, { id: 'own', src: 'tang', text: '空山新雨后，' });
    model.append(generate);
    document.querySelector('main')?.prepend(model);
  });
  const own = page.locator('#own');
  const generate = own.locator('glass-generate');
  const first = generate.locator('glass-next-token [part=bar]');
  await expect(first).toHaveCount(5); // what may come, before the first step
  const settings = await generate.evaluate((element) => {
    const target = element as GlassGenerate;
    target.settings = { ...target.settings, max_new_tokens: 24, num_beams: 3, length_penalty: 1 };
    return { max_new_tokens: 24, num_beams: 3, length_penalty: 1 };
  });
  const made = generate.locator('[part=output] .made');
  for (let i = 1; await button(generate, 'Step').isEnabled(); ++i) {
    const tree = generate.locator('glass-beam-tree');
    await button(generate, 'Step').click();
    await expect
      .poll(async () =>
        (await tree.count()) === 0
          ? 0
          : tree.evaluate((element) => (element as GlassBeamTree).steps.length),
      )
      .toBe(i);
    const line = generate.locator('.node.best:not(.mark):not(.root) .token');
    await expect(made.first()).toHaveText((await line.allTextContents()).join(''));
    const leaf = generate.locator('.node.best').last();
    await expect(leaf).toBeInViewport();
    await expect(button(generate, 'Reset')).toBeEnabled();
  }
  const wanted = await own.evaluate(async (element, all) => {
    const { model, text } = element as unknown as { model: Model; text: string };
    const generation = model.generate(text, all);
    const { text: written, finished } = await generation.result();
    return { written, finished };
  }, settings);
  expect(wanted.finished).toBe(true);
  await expect(made).toHaveText([wanted.written, 'end']);
  await expect(generate.locator('.node.finished.best .token')).toHaveText('end');
  await expect(generate.locator('.keys .finished')).toHaveText('finished');
  await expect(first).toHaveCount(5); // the last probabilities stay
  await expect(first.first()).toBeDisabled();
  await expect(generate.locator('glass-next-token .chosen')).toContainText('end');
});

test('what stood beside a forced node can be forced in its place', async ({ page }) => {
  const own = await addStories(page, [['glass-generate', { mode: 'beam' }]]);
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

test('a token that was taken keeps its others in view; so does any token that is clicked', async ({
  page,
}) => {
  const own = await addStories(page, [['glass-generate', { mode: 'greedy' }]]);
  const generate = own.locator('glass-generate');
  const made = output(generate).locator('.made');
  const instead = generate.locator('[part=instead]');
  const others = instead.locator('[part=bar]');
  const { candidates } = await asked(own, {});
  await expect(instead).toHaveCount(0);
  await generate.locator('glass-next-token [part=bar]').nth(2).click();
  await expect(made).toHaveText([candidates[2]!.text.trim()]);
  await expect(instead).toContainText(`In place of “${candidates[2]!.text.trim()}”`);
  const percent = (candidate: Candidate) => [
    candidate.text.trim(),
    '',
    formatPercent(candidate.probability),
  ];
  await expect
    .poll(() => others.evaluateAll(kBarTexts))
    .toEqual(candidates.slice(0, 5).map(percent));
  expect(await violations(page, '#own')).toEqual([]);
  await others.nth(4).click();
  await expect(made).toHaveText([candidates[4]!.text.trim()]);

  for (let i = 2; i <= 4; ++i) {
    await button(generate, 'Step').click();
    await expect(made).toHaveCount(i);
  }
  // Another one, by the keyboard: what followed it is let go.
  const ofTheFirst = await others.allTextContents();
  await made.nth(0).focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await expect(made.nth(1)).toHaveAttribute('aria-pressed', 'true');
  await expect.poll(() => others.allTextContents()).not.toEqual(ofTheFirst);
  const second = (await others.nth(1).locator('bdi').textContent())!.trim();
  await others.nth(1).click();
  await expect(made).toHaveCount(2);
  await expect(made.nth(1)).toHaveText(second);
  await made.nth(1).click();
  await expect(instead).toHaveCount(0);
  await button(generate, 'Reset').click();
  await expect(made).toHaveCount(0);
});

test('one button runs all three, stops them, and each ends where the engine does', async ({
  page,
}) => {
  test.slow();
  await open(page);
  const chapter = page.locator('#writing');
  await chapter.evaluate((element) => element.scrollIntoView());
  const all = chapter.getByRole('group', { name: 'All three together' });
  const one = (mode: string) => chapter.locator(`.abreast glass-generate[mode=${mode}]`);
  const settings = { max_new_tokens: 6, num_beams: 2, length_penalty: 1 };
  for (const mode of ['greedy', 'sample', 'beam'])
    await one(mode).evaluate((element, some) => {
      const target = element as GlassGenerate;
      target.settings = { ...target.settings, ...some };
    }, settings);
  await expect(button(all, 'Reset all')).toBeDisabled();
  await button(all, 'Step all').click();
  for (const mode of ['greedy', 'sample', 'beam'])
    await expect(output(one(mode)).locator('.made')).not.toHaveCount(0);
  await button(all, 'Run all three').click();
  await expect(button(all, 'Pause all')).toBeVisible();
  await expect(button(one('sample'), 'Pause')).toBeVisible();
  await button(all, 'Pause all').click();
  for (const mode of ['greedy', 'sample', 'beam'])
    await expect(button(one(mode), 'Pause')).toHaveCount(0);
  await button(all, 'Run all three').click();
  await expect(button(all, 'Step all')).toBeDisabled();
  await expect(button(all, 'Run all three')).toBeVisible();
  for (const mode of ['greedy', 'sample', 'beam'])
    await expect(button(one(mode), 'Run')).toBeDisabled();

  const text = 'Once upon a time, there was a little girl named';
  const wanted = await page.locator('main > glass-model').evaluate(
    async (element, { input, options }) => {
      const { model } = element as unknown as { model: Model };
      const { num_beams, length_penalty, max_new_tokens } = options;
      const ways: GenerationOptions[] = [
        { max_new_tokens },
        { max_new_tokens, do_sample: true, temperature: 0.8, top_p: 0.9, top_k: 0, seed: 1 },
        { max_new_tokens, num_beams, length_penalty },
      ];
      const texts = ways.map(async (way) => (await model.generate(input, way).result()).text);
      return Promise.all(texts);
    },
    { input: text, options: settings },
  );
  for (const [i, mode] of ['greedy', 'sample', 'beam'].entries())
    await expect(output(one(mode))).toHaveText(text + wanted[i]!);

  await button(all, 'Run all three').click(); // all have ended: all begin anew
  await expect(button(all, 'Pause all')).toBeVisible();
  await button(all, 'Reset all').click();
  await expect(output(one('beam'))).toHaveText(text);
  await expect(button(all, 'Reset all')).toBeDisabled();
});
