/** What the story asks its reader to do, done by hand in both languages, beside what the engine says to the same question. */
import { kWidthSource } from '../../web/page/source.ts';
import { output } from './figures.ts';
import {
  expect,
  type Locator,
  numbersIn,
  open,
  type Page,
  sentenceField,
  test,
} from './fixture.ts';
import { goToLearning } from './learning.ts';
import { activation, generated, goTo, likeliest, modelOf, rowsOf } from './models.ts';
import { numbersAt, numbersOf } from './readings.ts';

interface Sizes {
  readonly decoder_layers: number;
  readonly num_heads: number;
}

const sizesOf = (model: Locator): Promise<Sizes> =>
  model.evaluate((element) => {
    const { config } = (element as unknown as { model: { config: { resolved: Sizes } } }).model;
    const { decoder_layers, num_heads } = config.resolved;
    return { decoder_layers, num_heads };
  });

const headAt = (figure: Locator, layer: number, head: number): Locator =>
  figure.locator(`[data-layer="${layer}"][data-head="${head}"]`);

const openIn = (page: Page, language: string) => open(page, `#lang=${language}`);

for (const [language, text] of [
  ['en', 'Once upon a time, there was a little girl named'],
  ['zh', '空山新雨后，天气晚来'],
] as const) {
  test(`find the head that looks back: ${language}`, async ({ page }) => {
    await openIn(page, language);
    await goTo(page, 'looking', 'glass-heads .head');
    const model = modelOf(page, 'looking');
    const { decoder_layers, num_heads } = await sizesOf(model);
    const all: { layer: number; head: number; share: number }[] = [];
    for (let layer = 0; layer < decoder_layers; ++layer) {
      const pattern = await activation(model, text, `blocks.${layer}.attn.pattern`);
      for (let head = 0; head < num_heads; ++head) {
        const back = rowsOf(pattern, head)
          .slice(1)
          .map((row, i) => row[i]!);
        all.push({ layer, head, share: back.reduce((a, b) => a + b, 0) / back.length });
      }
    }
    const best = all.reduce((a, b) => (b.share > a.share ? b : a));
    const heads = page.locator('#looking glass-heads');
    await heads.locator('select').selectOption('previous');
    const first = heads.locator('[part=found] li').first();
    await expect(first).toContainText(`${(100 * best.share).toFixed(0)}%`);
    await first.getByRole('button').click();
    await expect(headAt(heads, best.layer, best.head)).toHaveAttribute('aria-pressed', 'true');
  });

  test(`find a head that looks at the same token earlier: ${language}`, async ({ page }) => {
    await openIn(page, language);
    await goTo(page, 'looking', 'glass-heads .head');
    const heads = page.locator('#looking glass-heads');
    await heads.locator('select').selectOption('same');
    // In Chinese the rhyming line stands before it.
    const line = page.locator('#looking .examples button').last();
    const repeating = await line.textContent();
    await line.click();
    await expect(sentenceField(page)).toHaveValue(repeating!);
    // The best gives its token more than the line of even attention.
    await expect(async () => {
      await expect(heads.locator('[part=found] li')).toHaveCount(5);
      const [share] = await numbersAt(heads.locator('[part=found] b').first());
      const [even] = await numbersAt(heads.locator('.finder > [role=status]'));
      expect(share).toBeGreaterThan(1.5 * even!);
    }).toPass();
  });

  test(`make top-p keep three: ${language}`, async ({ page }) => {
    await openIn(page, language);
    await goTo(page, 'next', 'glass-next-token [part=bar]');
    const figure = page.locator('#next glass-next-token');
    const slider = figure.locator('#control-top_p');
    const kept = async () => Math.min(...(await numbersAt(figure.locator('[part=kept]'))));
    const [a = 0, b = 0, c = 0] = await likeliest(modelOf(page, 'next'), text);
    const percent = async () => 100 * Number(await slider.getAttribute('aria-valuetext'));
    const all = await slider.getAttribute('aria-valuetext');
    await slider.press('Home');
    await expect(slider).not.toHaveAttribute('aria-valuetext', all!);
    for (let i = 0; i < 40 && (await percent()) <= a + b; ++i) {
      const before = await slider.getAttribute('aria-valuetext');
      await slider.press('ArrowRight');
      await expect(slider).not.toHaveAttribute('aria-valuetext', before!);
    }
    expect(await percent()).toBeGreaterThan(a + b);
    expect(await percent()).toBeLessThanOrEqual(a + b + c);
    await expect.poll(kept).toBe(3);
    // What is below the cut stands behind it.
    await expect(figure.locator('li').nth(3)).toHaveClass('cut');
  });

  test(`make the beam win: ${language}`, async ({ page }) => {
    await open(page, `#lang=${language}&open=beam`);
    const generate = page.locator('#beam glass-generate');
    const run = generate.locator('button.primary');
    await run.click();
    await expect(output(generate)).toHaveText('AB');
    const [win, restore] = [0, 1].map((i) => page.locator('#beam .field button').nth(i)) as [
      Locator,
      Locator,
    ];
    await win.click();
    await expect(win).toBeDisabled();
    await expect(output(generate)).toHaveText('BA');
    await expect(generate.locator('[part=readout]')).toContainText('P 0.27');
    await expect(page.locator('#beam [role=status]').filter({ hasText: '0.27' })).toBeVisible();
    await restore.click();
    await expect(output(generate)).toHaveText('AB');
  });

  test(`say what the mask hides: ${language}`, async ({ page }) => {
    await openIn(page, language);
    await goTo(page, 'looking', '.masks glass-matrix .cell');
    const { num_heads } = await sizesOf(modelOf(page, 'looking'));
    const [before, masked, weights] = [0, 1, 2].map((i) =>
      page.locator('#looking .masks glass-matrix').nth(i),
    ) as [Locator, Locator, Locator];
    const rows = await numbersIn(before);
    const n = rows.length;
    expect(rows.flat().every(Number.isFinite)).toBe(true);
    for (const matrix of [masked, weights])
      await expect(matrix.locator('.cell.masked')).toHaveCount((n * (n - 1)) / 2);
    await expect(before.locator('.cell.masked')).toHaveCount(0);
    const shown = await numbersIn(weights);
    for (const [i, row] of shown.entries()) {
      expect(row.slice(i + 1).every((each) => each === 0 || Number.isNaN(each))).toBe(true);
      const sum = row.slice(0, i + 1).reduce((a, b) => a + b, 0);
      expect(Math.abs(sum - 1)).toBeLessThan(0.005 * n);
    }
    expect(num_heads).toBeGreaterThan(1);
  });

  test(`break the hand-made model and mend it: ${language}`, async ({ page }) => {
    await openIn(page, language);
    await goToLearning(page);
    const said = page.locator('#weights-changed [role=status]');
    // The fifth place no longer insists on the fourth.
    const weight = page.locator('#aab glass-matrix').nth(2).locator('input').nth(35);
    await weight.fill('0');
    await weight.press('Enter');
    const counts = async () => numbersOf((await said.textContent()) ?? '');
    await expect.poll(async () => Math.min(...(await counts()))).toBeLessThan(27);
    expect(Math.max(...(await counts()))).toBe(27);
    const [broken] = await counts();
    await page.locator('#weights-changed button').last().click();
    await expect(page.locator('#weights-changed button').first()).toBeDisabled();
    await expect(page.locator('#weights-changed button').last()).toBeDisabled();
    await expect.poll(counts).not.toContain(broken);
  });

  test(`switch off what the translation needs: ${language}`, async ({ page }) => {
    await openIn(page, language);
    await goTo(page, 'what-if', 'glass-translate .output');
    const figure = page.locator('#what-if glass-translate');
    const model = page.locator('glass-model:has(> glass-save glass-translate)').last();
    const translation = figure.locator('.output:has(#way-beam) [part=translation]');
    const source = kWidthSource;
    await page.locator('#translating textarea').fill(source);
    const options = { max_new_tokens: 80, num_beams: 4 };
    const whole = await generated(model, source, options);
    await expect(translation).toHaveText(whole.text);
    const { decoder_layers, num_heads } = await sizesOf(model);
    let found: { layer: number; head: number; text: string } | null = null;
    for (let layer = decoder_layers - 1; layer >= 0 && found === null; --layer)
      for (let head = 0; head < num_heads && found === null; ++head) {
        const ablate = [{ layer, head, stack: 'cross', factor: 0 } as const];
        const without = await generated(model, source, { ...options, ablate });
        if (without.text !== whole.text) found = { layer, head, text: without.text };
      }
    expect(found).not.toBeNull();
    const { layer, head, text: other } = found!;
    await headAt(figure, layer, head).click();
    const heads = figure.locator('glass-heads');
    await heads.getByRole('slider').press('Home');
    await expect(translation).toHaveText(other);
    // Back at full strength; the slider ends at twice that.
    await heads.locator('.strength button').click();
    await expect(heads.getByRole('slider')).toHaveAttribute('aria-valuetext', '100%');
    await expect(translation).toHaveText(whole.text);
  });
}
