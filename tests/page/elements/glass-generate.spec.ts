/** Generation in front of the reader, step by step beside the engine's: greedy, sampling, beam search. */
import type { GlassBeamTree, GlassGenerate } from '../../../web/src/elements/index.ts';
import type { Model } from '../../../web/src/index.ts';
import type { Candidate } from '../../../web/src/shared/generation-types.ts';
import { formatPercent } from '../../../web/src/view/number.ts';
import { violations } from '../axe.ts';
import { button, made, output } from '../figures.ts';
import { expect, type Locator, type Page, test } from '../kept.ts';
import { asked, barTexts, kPrompt, openGenerating } from '../generating.ts';
import { type AabGolden, readGolden } from '../golden.ts';
import { generated } from '../models.ts';
import { openShelf, put } from '../shelf.ts';

const { completions } = readGolden<AabGolden>('seed001_aab');

/** The letters' model, as hot as it can be made. */
async function openLetters(page: Page): Promise<Locator> {
  const elements =
    '<glass-input></glass-input><glass-generate temperature-max="2000"></glass-generate>';
  return (await openGenerating(page, elements, 'aab', 'aabaa')).locator('glass-generate');
}

/** Continues `prompt` step by step for ten letters and gives what stands there. */
async function stepThrough(generate: Locator, prompt: string, steps = 10): Promise<string> {
  await generate.page().locator('glass-input textarea').fill(prompt);
  await expect(output(generate)).toHaveText(prompt);
  for (let i = 1; i <= steps; ++i) {
    await button(generate, 'Step').click();
    await expect(made(generate)).toHaveCount(i);
  }
  return ((await output(generate).textContent()) ?? '').trim();
}

test('greedy writes what the article’s code writes', async ({ page }) => {
  const generate = await openLetters(page);
  for (const completion of completions.slice(1, 3)) {
    const [prompt = '', written = ''] = completion.split(' :: ');
    expect(await stepThrough(generate, prompt)).toBe(prompt + written);
    await expect(button(generate, 'Step')).toBeDisabled();
    await button(generate, 'Reset').click();
  }
});

const mode = (own: Locator, name: string) => own.locator(`glass-generate[mode=${name}]`);

/** "log P −3.21 ÷ 4 = −0.803" */
const worth = (sum: number, count: number) =>
  `log P ${sum.toFixed(2)} ÷ ${count} = ${(sum / count).toFixed(3)}`.replaceAll('-', '−');

test('under each text stands how likely the model itself finds it', async ({ page }) => {
  const ways = ['greedy', 'beam'].map(
    (mode) => `<glass-generate modes="${mode}" mode="${mode}"></glass-generate>`,
  );
  const own = await openGenerating(page, ways.join(''));
  for (const [way, num_beams] of [
    ['greedy', 1],
    ['beam', 3],
  ] as const) {
    const generate = mode(own, way);
    await expect(generate.locator('[part=worth]')).toHaveText('');
    for (let i = 0; i < 3; ++i) await button(generate, 'Step').click();
    const { score, ids } = await generated(own, kPrompt, { max_new_tokens: 3, num_beams });
    await expect(generate.locator('[part=worth]')).toHaveText(worth(score, ids.length));
  }
});

test('another text is one press away, and goes by another seed', async ({ page }) => {
  const own = await openGenerating(
    page,
    `<glass-generate modes="sample" mode="sample" settings='{"max_new_tokens":4}'></glass-generate>`,
  );
  const generate = own.locator('glass-generate');
  const texts = new Set<string>();
  for (const seed of [2, 3, 4]) {
    await button(generate, 'Another text').click();
    await expect(generate.getByLabel('seed')).toHaveValue(String(seed));
    await expect(button(generate, 'Pause')).toHaveCount(0);
    await expect(made(generate)).toHaveCount(4);
    texts.add((await made(generate).allTextContents()).join(''));
  }
  expect(texts.size).toBeGreaterThan(1);
});

test('run, pause, step and reset', async ({ page }) => {
  const generate = await openLetters(page);
  await button(generate, 'Run').click();
  await expect(made(generate)).not.toHaveCount(0);
  await button(generate, 'Pause').click();
  const count = await made(generate).count();
  await button(generate, 'Step').click();
  await expect(made(generate)).toHaveCount(count + 1);
  await button(generate, 'Reset').click();
  await expect(made(generate)).toHaveCount(0);
});

test('sampling: temperature moves the bars, top-p cuts them, a seed repeats itself, a click decides', async ({
  page,
}) => {
  const generate = await openLetters(page);
  await generate.getByText('Sampling').click();
  const bars = generate.locator('glass-next-token button');
  await expect(bars).toHaveCount(2);
  await expect(bars.nth(1)).toContainText('filtered out');
  await expect(generate.locator('.cut')).toHaveText('top-p 0.9');
  const slider = generate.getByLabel('temperature');
  await slider.focus();
  await slider.press('End'); // so hot that both letters are likely
  await expect(bars.nth(1)).not.toContainText('filtered out');
  await expect(bars.nth(0)).toHaveText(/6\d\.\d%/);
  const once = await stepThrough(generate, 'aabaa', 8);
  await button(generate, 'Reset').click();
  expect(await stepThrough(generate, 'aabaa', 8)).toBe(once);

  await button(generate, 'Reset').click();
  await expect(made(generate)).toHaveCount(0);
  const letter = (name: string) => bars.filter({ has: page.locator('bdi', { hasText: name }) });
  await letter('a').click();
  await expect(output(generate)).toHaveText('aabaaa');
  await letter('b').first().click(); // below stands what might have come before
  await expect(output(generate)).toHaveText('aabaaab');
});

test('top-k goes on beyond the bars when sampling, and the bars show what the model itself says', async ({
  page,
}) => {
  const own = await openGenerating(page, '<glass-generate mode="sample"></glass-generate>');
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

test('three ways to write on, step by step and back', async ({ page }) => {
  const ways = ['greedy', 'sample', 'beam'].map(
    (mode) => `<glass-generate modes="${mode}" mode="${mode}"></glass-generate>`,
  );
  const own = await openGenerating(page, ways.join(''));
  await expect(mode(own, 'sample').locator('glass-next-token button').first()).toBeVisible();
  const { text } = await generated(own, kPrompt, { max_new_tokens: 3 });
  const greedy = mode(own, 'greedy');
  for (let i = 1; i <= 3; ++i) {
    await button(greedy, 'Step').click();
    await expect(made(greedy)).toHaveCount(i);
  }
  expect((await made(greedy).allTextContents()).join('')).toBe(text);
  await button(greedy, 'Back').click();
  await expect(made(greedy)).toHaveCount(2);
  await button(greedy, 'Step').click();
  await expect(made(greedy)).toHaveCount(3);
  expect((await made(greedy).allTextContents()).join('')).toBe(text);

  const sample = mode(own, 'sample');
  await sample.getByLabel('top-p').focus();
  await page.keyboard.press('Home'); // the fewest tokens that hold 5 %: one
  await expect(sample.locator('.cut')).toHaveText('top-p 0.05');
  await expect(sample.locator('glass-next-token .dropped')).toHaveCount(9);

  const beam = mode(own, 'beam');
  await button(beam, 'Step').click();
  await button(beam, 'Step').click();
  await expect(beam.locator('glass-beam-tree .node.best')).toHaveCount(3);
  await button(beam, 'Back').click();
  await expect(beam.locator('glass-beam-tree .node.best')).toHaveCount(2);
});

test('the best of a beam search is the tree’s and the engine’s, ended or not; an end is no text', async ({
  page,
}) => {
  test.slow();
  const beam = '<glass-generate mode="beam"></glass-generate>';
  const own = await openGenerating(page, beam, 'tang', '床前明月光，');
  const generate = own.locator('glass-generate');
  const first = generate.locator('glass-next-token [part=bar]');
  await expect(first).toHaveCount(5); // what may come, before the first step
  const settings = await generate.evaluate((element) => {
    const target = element as GlassGenerate;
    target.settings = { ...target.settings, max_new_tokens: 24, num_beams: 3, length_penalty: 1 };
    return { max_new_tokens: 24, num_beams: 3, length_penalty: 1 };
  });
  const written = made(generate);
  for (let i = 1; await button(generate, 'Step').isEnabled(); ++i) {
    const tree = generate.locator('glass-beam-tree');
    await button(generate, 'Step').click();
    await expect
      .poll(async () =>
        (await tree.count()) === 0
          ? 0
          : tree.evaluate((element) => (element as GlassBeamTree).steps?.length),
      )
      .toBe(i);
    const line = generate.locator('.node.best:not(.mark):not(.root) .token');
    await expect(written.first()).toHaveText((await line.allTextContents()).join(''));
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
  await expect(written).toHaveText([wanted.written, 'end']);
  await expect(generate.locator('.node.finished.best .token')).toHaveText('end');
  await expect(generate.locator('.keys .finished')).toHaveText('finished');
  await expect(first).toHaveCount(5); // the last probabilities stay
  await expect(first.first()).toBeDisabled();
  await expect(generate.locator('glass-next-token .chosen')).toContainText('end');
});

test('a token that was taken keeps its others in view; so does any token that is clicked', async ({
  page,
}) => {
  const own = await openGenerating(page, '<glass-generate></glass-generate>');
  const generate = own.locator('glass-generate');
  const written = made(generate);
  const instead = generate.locator('[part=instead]');
  const others = instead.locator('[part=bar]');
  const { candidates } = await asked(own, {});
  await expect(instead).toHaveCount(0);
  await generate.locator('glass-next-token [part=bar]').nth(2).click();
  await expect(written).toHaveText([candidates[2]!.text.trim()]);
  await expect(instead).toContainText(`In place of “${candidates[2]!.text.trim()}”`);
  const percent = (candidate: Candidate) => [
    candidate.text.trim(),
    '',
    formatPercent(candidate.probability),
  ];
  await expect.poll(() => barTexts(others)).toEqual(candidates.slice(0, 5).map(percent));
  expect(await violations(page, '#own')).toEqual([]);
  await others.nth(4).click();
  await expect(written).toHaveText([candidates[4]!.text.trim()]);

  for (let i = 2; i <= 4; ++i) {
    await button(generate, 'Step').click();
    await expect(written).toHaveCount(i);
  }
  // Another one, by the keyboard: what followed it is let go.
  const ofTheFirst = await others.allTextContents();
  await written.nth(0).focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await expect(written.nth(1)).toHaveAttribute('aria-pressed', 'true');
  await expect.poll(() => others.allTextContents()).not.toEqual(ofTheFirst);
  const second = (await others.nth(1).locator('bdi').textContent())!.trim();
  await others.nth(1).click();
  await expect(written).toHaveCount(2);
  await expect(written.nth(1)).toHaveText(second);
  await written.nth(1).click();
  await expect(instead).toHaveCount(0);
  await button(generate, 'Reset').click();
  await expect(written).toHaveCount(0);
});

test('what might stand in place of a token that is pressed comes at once below the text, in sight', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 700 });
  const own = await openGenerating(
    page,
    `<glass-generate settings='{"max_new_tokens":6}'></glass-generate>`,
  );
  const generate = own.locator('glass-generate');
  const written = made(generate);
  await button(generate, 'Run').click();
  await expect(written).toHaveCount(6);
  await expect(button(generate, 'Run')).toBeDisabled();
  const instead = generate.locator('[part=instead]');
  await written.nth(1).click();
  await expect(instead.locator('[part=bar]').last()).toBeInViewport({ ratio: 1 });
  const panel = (await instead.boundingBox())!;
  const bars = (await generate.locator('glass-next-token').nth(1).boundingBox())!;
  expect(panel.y + panel.height).toBeLessThanOrEqual(bars.y);
  // A text that was complete is written anew from there, by itself.
  const other = (await instead
    .locator('[part=bar]:not(.chosen) bdi')
    .first()
    .textContent())!.trim();
  await instead.locator('[part=bar]:not(.chosen)').first().click();
  await expect(written.nth(1)).toHaveText(other);
  await expect(written).toHaveCount(6);
  await expect(button(generate, 'Run')).toBeDisabled();
});

test('a complete beam search goes on by itself from the node that is pressed', async ({ page }) => {
  const own = await openGenerating(
    page,
    `<glass-generate mode="beam" settings='{"max_new_tokens":4,"num_beams":2}'></glass-generate>`,
  );
  const generate = own.locator('glass-generate');
  await button(generate, 'Run').click();
  await expect(button(generate, 'Run')).toBeDisabled();
  const other = generate.locator('glass-beam-tree .node:not(.best):not(.root)').first();
  await other.click();
  await expect(generate.locator('glass-beam-tree .node.forced')).not.toHaveCount(0);
  await expect(button(generate, 'Pause')).toHaveCount(0);
  await expect(button(generate, 'Run')).toBeDisabled();
});

test('the Tab key comes back to the token that was looked at, and to the last one where that is undone', async ({
  page,
}) => {
  const own = await openGenerating(page, '<glass-generate></glass-generate>');
  const generate = own.locator('glass-generate');
  const written = made(generate);
  const inOrder = () => written.evaluateAll((all) => all.map(({ tabIndex }) => tabIndex));
  for (let i = 1; i <= 4; ++i) {
    await button(generate, 'Step').click();
    await expect(written).toHaveCount(i);
  }
  expect(await inOrder()).toEqual([0, -1, -1, -1]);
  await written.nth(0).focus();
  await page.keyboard.press('ArrowRight');
  await expect.poll(inOrder).toEqual([-1, 0, -1, -1]);
  await written.nth(3).click();
  await expect(written.nth(3)).toHaveAttribute('aria-pressed', 'true');
  expect(await inOrder()).toEqual([-1, -1, -1, 0]);
  await button(generate, 'Back').click();
  await expect(written).toHaveCount(3);
  expect(await inOrder()).toEqual([-1, -1, 0]);
  await button(generate, 'Reset').click();
  await button(generate, 'Step').click();
  await expect.poll(inOrder).toEqual([0]);
});

test('the output begins with the text that is continued, also when the line is cleared', async ({
  page,
}) => {
  const generate = await openLetters(page);
  await expect(output(generate)).toHaveText('aabaa');
  await page.locator('glass-input textarea').fill('');
  await button(generate, 'Step').click();
  await expect(made(generate)).toHaveCount(1);
  await expect(output(generate)).toHaveText('aabaab');
});

test('no failure is told of a generation whose model is replaced by another', async ({ page }) => {
  const own = await openGenerating(page, '<glass-generate></glass-generate>');
  const generate = own.locator('glass-generate');
  await page.route('**/models/tang/model.safetensors*', () => undefined); // never comes
  await button(generate, 'Run').click();
  await expect(made(generate)).not.toHaveCount(0);
  const told = await own.evaluate(async (element) => {
    element.setAttribute('src', 'tang');
    const figure = element.querySelector('glass-generate')!;
    const alerts: string[] = [];
    for (let frame = 0; frame < 30; ++frame) {
      await new Promise(requestAnimationFrame);
      const alert = figure.shadowRoot!.querySelector('[role=alert]');
      if (alert !== null) alerts.push(alert.textContent!.trim());
    }
    return alerts;
  });
  expect(told).toEqual([]);
});

test('a way of choosing that is not offered is refused; where none is named it is the first', async ({
  page,
}) => {
  await openShelf(page);
  const figure = (attributes: string) =>
    `<glass-generate model="aab" text="aab" ${attributes}></glass-generate>`;
  const generate = page.locator('glass-generate');
  for (const mode of ['beam', 'greedy']) {
    await put(page, figure(`modes="sample" mode="${mode}"`));
    await expect(generate.locator('[role=alert]')).toContainText(
      `mode must be "sample", found "${mode}"`,
    );
  }
  await put(page, figure('modes="sample beam"'));
  await expect(generate).toHaveJSProperty('mode', 'sample');
});
