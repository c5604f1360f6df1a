import { expect, type Locator, open, type Page, test } from './fixture.ts';
import { type AabGolden, type BeamGolden, readGolden } from './golden.ts';

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
  await open(page);
  for (const completion of completions.slice(1, 3)) {
    const [prompt = '', written = ''] = completion.split(' :: ');
    expect(await stepThrough(page, prompt)).toBe(prompt + written);
    await expect(button(figure(page), 'Step')).toBeDisabled();
    await button(figure(page), 'Reset').click();
  }
});

test('run, pause, step and reset', async ({ page }) => {
  await open(page);
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
  await open(page);
  await figure(page).getByText('Sampling').click();
  const bars = figure(page).locator('glass-next-token button');
  await expect(bars).toHaveCount(2);
  await expect(bars.nth(1)).toContainText('filtered out');
  await expect(figure(page).locator('.cut')).toHaveText('top-p 0.9');
  const slider = figure(page).getByLabel('temperature');
  await slider.focus();
  await slider.press('End'); // so hot that both letters are likely
  await expect(bars.nth(1)).not.toContainText('filtered out');
  await expect(bars.nth(0)).toHaveText(/6\d\.\d %/);
  const once = await stepThrough(page, 'aabaa', 8);
  await button(figure(page), 'Reset').click();
  expect(await stepThrough(page, 'aabaa', 8)).toBe(once);

  await button(figure(page), 'Reset').click();
  await expect(output(figure(page)).locator('.made')).toHaveCount(0);
  await bars.filter({ hasText: 'a' }).click();
  await expect(output(figure(page))).toHaveText('aabaaa');
  await bars.filter({ hasText: 'b' }).click();
  await expect(output(figure(page))).toHaveText('aabaaab');
});

test('beam search grows a tree of kept and pruned letters', async ({ page }) => {
  await open(page);
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
  await open(page);
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
        `[aria-label^="${name}"][aria-label$="sum ${score.toFixed(3).replace('-', '−')}"]`,
      ),
    ).toBeAttached();
  }

  const cell = page.locator('#beam glass-matrix input');
  await cell.nth(10).fill('0.9'); // A after B: 0.3 × 0.9 wins, but the row adds up to 1.4
  await cell.nth(10).press('Enter');
  await expect(page.getByText('The row “B” adds up to 1.4')).toBeVisible();
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
