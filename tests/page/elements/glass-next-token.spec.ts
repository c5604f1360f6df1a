/** Next tokens' probabilities beside the engine's: reshaped, cut, and compared with those that were learned. */
import type { GlassModel } from '../../../web/src/elements/index.ts';
import type { Candidate } from '../../../web/src/shared/generation-types.ts';
import type { Ablation } from '../../../web/src/shared/run-types.ts';
import { formatPercent, formatPower } from '../../../web/src/view/number.ts';
import { violations } from '../axe.ts';
import { expect, test } from '../kept.ts';
import { asked, barTexts, kPrompt, openGenerating } from '../generating.ts';
import { activation, percentages } from '../models.ts';

test('temperature, top-k and top-p move the bars and the cut; the engine says the same', async ({
  page,
}) => {
  const own = await openGenerating(
    page,
    '<glass-next-token adjustable limit="12"></glass-next-token>',
  );
  const figureOf = own.locator('glass-next-token');
  const bars = figureOf.locator('[part=bar]');
  await expect(bars).toHaveCount(12);
  expect(await violations(page, '#own')).toEqual([]);

  const topK = figureOf.getByLabel('top-k');
  const kept = figureOf.locator('[part=kept]');
  await expect(kept).toHaveText('all 2,048 tokens kept');
  await expect(figureOf.locator('.ghost, .was, .more')).toHaveCount(0); // nothing to compare with
  await topK.focus();
  await topK.press('Home');
  await expect(kept).toHaveText('1 of 2,048 tokens kept');
  for (let i = 0; i < 4; ++i) await topK.press('ArrowRight');
  await expect(topK).toHaveAttribute('aria-valuetext', '5');
  const temperature = figureOf.getByLabel('temperature');
  await temperature.focus();
  await temperature.press('End');
  await expect(kept).toHaveText('5 of 2,048 tokens kept');
  await expect(figureOf.locator('.cut')).toHaveText('top-k 5');
  await expect(figureOf.locator('li').nth(5)).toHaveClass('cut'); // after five bars

  const settings = { do_sample: true, temperature: 2, top_p: 1, num_candidates: 12 };
  const five = await asked(own, { ...settings, top_k: 5 });
  const percent = (candidate: Candidate) => [
    candidate.text.trim(),
    formatPercent(candidate.probability),
    candidate.kept ? formatPercent(candidate.final_probability) : '0%',
  ];
  await expect.poll(() => barTexts(bars)).toEqual(five.candidates.slice(0, 12).map(percent));

  // Further than the bars: 40 are kept, of which 12 are shown.
  await topK.focus();
  for (const value of [6, 7, 8, 9, 10, 12, 15, 20, 25, 30, 40]) {
    await topK.press('ArrowRight');
    await expect(topK).toHaveAttribute('aria-valuetext', String(value));
  }
  await expect(kept).toHaveText('40 of 2,048 tokens kept');
  await expect(figureOf.locator('.more')).toHaveText('⋮'); // the line below counts them
  await expect(figureOf.locator('li').last()).toHaveText('top-k 40');

  await topK.press('End');
  const topP = figureOf.getByLabel('top-p');
  await topP.focus();
  await topP.press('Home');
  const few = await asked(own, { ...settings, top_k: 0, top_p: 0.05 });
  await expect(kept).toHaveText(`${few.kept} of 2,048 tokens kept`);
  await expect(figureOf.locator('.cut')).toHaveText('top-p 0.05');
});

test('temperature reshapes the probabilities, top-k cuts them', async ({ page }) => {
  const own = await openGenerating(page, '<glass-next-token adjustable></glass-next-token>');
  const figure = own.locator('glass-next-token');
  await expect(figure.locator('button').first()).toBeVisible();
  const { shape, data } = await activation(own, kPrompt, 'logits');
  const logits = data.slice(-(shape[1] ?? 0));
  const probabilities = (temperature: number) => {
    const largest = Math.max(...logits);
    const powers = logits.map((logit) => Math.exp((logit - largest) / temperature));
    const sum = powers.reduce((a, b) => a + b, 0);
    return powers.map((power) => (100 * power) / sum).sort((a, b) => b - a);
  };
  const slider = figure.getByLabel('temperature');
  await slider.focus();
  const shown = figure.locator('output').first();
  // Each press shows, and the one back leads to what stood before.
  for (const [key, value] of [
    ['ArrowRight', '1.1'],
    ['ArrowRight', '1.2'],
    ['ArrowLeft', '1.1'],
    ['ArrowLeft', '1'],
    ['ArrowLeft', '0.95'],
  ] as const) {
    await slider.press(key);
    await expect(shown).toHaveText(value);
  }
  const temperature = Number(await shown.textContent());
  const wanted = probabilities(temperature).slice(0, 10);
  await expect
    .poll(async () => {
      const [first = []] = await percentages(figure);
      return Math.abs((first[0] ?? 0) - (wanted[0] ?? 0));
    })
    .toBeLessThan(0.0501);
  const topK = figure.getByLabel('top-k');
  await topK.focus();
  await topK.press('Home');
  await expect(figure.locator('.cut')).toBeVisible();
  await expect(figure.locator('.dropped')).toHaveCount(9);
});

test('each logit is the engine’s, and softmax of it is worked out at the temperature and over what is kept', async ({
  page,
}) => {
  const own = await openGenerating(
    page,
    '<glass-next-token adjustable with-logits></glass-next-token>',
  );
  const figure = own.locator('glass-next-token');
  await expect(figure.locator('.logit')).toHaveCount(10);
  const { shape, data } = await activation(own, kPrompt, 'logits');
  const logits = [...data.slice(-(shape[1] ?? 0))].sort((a, b) => b - a);
  const shown = await figure.locator('.logit').allTextContents();
  expect(shown.map((text) => text.replace('−', '-'))).toEqual(
    logits.slice(0, 10).map((logit) => `logit ${logit.toFixed(2)}`),
  );
  const worked = figure.locator('[part=softmax] p');
  const sumOver = (some: readonly number[], temperature: number) =>
    some.reduce((sum, logit) => sum + Math.exp(logit / temperature), 0);
  const expectWorked = async (sum: number, temperature: string) => {
    const share = formatPercent(Math.exp((logits[0] ?? 0) / Number(temperature)) / sum);
    await expect(worked.nth(1)).toContainText(
      `e${(logits[0] ?? 0).toFixed(2)} ÷ ${temperature} ÷ ${formatPower(sum, 'measured')} ≈ ${share}`,
    );
  };
  await expect(worked.first()).toContainText('over all 2,048 tokens');
  await expectWorked(sumOver(logits, 1), '1');
  // Two are kept, at another temperature.
  const topK = figure.getByLabel('top-k');
  await topK.focus();
  await topK.press('Home');
  await topK.press('ArrowRight');
  await figure.getByLabel('temperature').focus();
  await figure.getByLabel('temperature').press('End');
  await expect(worked.first()).toContainText('over the 2 kept');
  await expect(worked.nth(1)).toContainText('÷ 2 ÷');
  await expectWorked(sumOver(logits.slice(0, 2), 2), '2');
  expect(await violations(page, '#own')).toEqual([]);
});

test('every probability stands beside the learned one when a head is switched off', async ({
  page,
}) => {
  const own = await openGenerating(page, '<glass-next-token compare></glass-next-token>');
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
  // The text is read once more with these heads, and while it asks again what stands there is pale.
  await expect(async () => {
    await expect(figureOf.locator('ol')).toHaveAttribute('aria-busy', 'false');
    expect(await violations(page, '#own')).toEqual([]);
  }).toPass();

  const all = { num_candidates: 2048 };
  const learned = (await asked(own, all)).candidates;
  const now = (await asked(own, { ...all, ablate })).candidates;
  const shown = await barTexts(bars);
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
