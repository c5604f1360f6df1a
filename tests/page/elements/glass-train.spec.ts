// A transformer that learns in a figure: its numbers are the trainer’s, and its record can be looked back at (that the page never waits: training-pace.spec.ts).
import type { GlassTrain } from '../../../web/src/elements/index.ts';
import { violations } from '../axe.ts';
import { button } from '../figures.ts';
import { expect, expectNumbers, type Locator, numbersIn, test } from '../fixture.ts';
import { addFigure, fact, learned, seenWeights, stepOf } from '../own-training.ts';
import { toldBy } from '../told.ts';

type Package = typeof import('glassformer');
type Model = import('glassformer').Model;
declare const glassformer: Package;

test('step by step its numbers are the trainer’s own', async ({ page }) => {
  const figure = await addFigure(page, 'glass-train');
  expect(await violations(page, '#own')).toEqual([]);
  const start = await learned(page, 3);
  await expect(fact(figure, 'loss')).toHaveText(start.before.toFixed(4));
  for (let i = 0; i < 3; ++i) {
    await button(figure, 'Step').click();
    await expect(fact(figure, 'step')).toHaveText(`${i + 1} of 300`);
    await expect(fact(figure, 'loss')).toHaveText(start.losses[i]!.toFixed(4));
    await expect(fact(figure, 'gradient')).toHaveText(start.norms[i]!.toFixed(3));
  }
  expectNumbers(await seenWeights(figure), start.pattern, 0.0051);
  const likeliest = Math.max(...start.probabilities);
  await expect(figure.locator('glass-next-token .share').first()).toHaveText(
    `${(likeliest * 100).toFixed(1)}%`,
  );
  // Two of three letters are an a, of those that are to be predicted 19 of 29.
  const entropy = -(19 / 29) * Math.log(19 / 29) - (10 / 29) * Math.log(10 / 29);
  await expect(figure.locator('text.guess')).toContainText(entropy.toFixed(3));
});

test('it says which model learns, from what, also where it is saved', async ({ page }) => {
  const figure = await addFigure(page, 'glass-train', { layers: 2, norm: 'pre', inner: 16 });
  const parameters = await page.evaluate(async () => {
    const { lesson } = document.querySelector('#own') as GlassTrain;
    const own = { n_layer: 2, n_inner: 16, norm: 'pre', final_norm: true };
    const trainer = await glassformer.createTrainer({
      config: { ...lesson.config, ...own },
      sequences: lesson.sequences,
    });
    await trainer.close();
    return trainer.parameters;
  });
  const facts = `2 layers × 1 head, width 8, pre-norm, GELU, ${parameters.toLocaleString('en')} parameters`;
  await expect(figure.locator('[part=model]')).toHaveText(
    `${facts}; from random weights; learns from 30 tokens`,
  );
  const svg = await figure.evaluate((element: GlassTrain) => element.toSVG());
  expect(/<desc>([^<]*)/.exec(svg)?.[1]?.split('\n')[0]).toBe(facts);
});

test('run, pause, another seed, another learning rate', async ({ page }) => {
  const figure = await addFigure(page, 'glass-train', { maxSteps: 100_000 });
  await button(figure, 'Run').click();
  await expect.poll(() => stepOf(figure)).toBeGreaterThan(10);
  await button(figure, 'Pause').click();
  await expect(button(figure, 'Step')).toBeEnabled();
  const paused = await stepOf(figure);
  await button(figure, 'Step').click();
  await expect.poll(() => stepOf(figure)).toBeGreaterThan(paused);

  const seed = figure.getByLabel('seed', { exact: true });
  const before = await fact(figure, 'loss').textContent();
  await button(figure, 'next seed').click();
  await expect(seed).toHaveValue('2');
  await expect(fact(figure, 'step')).toHaveText('0 of 100,000');
  await expect(fact(figure, 'loss')).not.toHaveText(before!);
  await expect(fact(figure, 'loss')).toHaveText((await learned(page, 1)).before.toFixed(4));
  await seed.fill('');
  await seed.press('Enter');
  await expect(seed).toHaveValue('2'); // no number: nothing happens

  const rate = figure.getByLabel('learning rate');
  await rate.focus();
  await rate.press('End');
  await expect(rate).toHaveAttribute('aria-valuetext', '0.1');
  await button(figure, 'Step').click();
  await button(figure, 'Step').click();
  await expect(fact(figure, 'step')).toHaveText('2 of 100,000');
  await expect(fact(figure, 'loss')).toHaveText((await learned(page, 2)).losses[1]!.toFixed(4));
});

test('another model’s attention stands beside its own; what cannot be learned is told in one sentence', async ({
  page,
}) => {
  const figure = await addFigure(page, 'glass-train');
  await page.evaluate(async () => {
    const model = await glassformer.loadModel('aab');
    const reference = await model.forward('aabaa', { capture: ['blocks.0.attn.pattern'] });
    await model.close();
    Object.assign(document.querySelector('#own')!, { reference, referenceName: 'made by hand' });
  });
  const matrices = figure.locator('glass-matrix');
  await expect(matrices).toHaveCount(2);
  await expect(figure.getByRole('grid', { name: 'made by hand' })).toBeVisible();
  expect((await numbersIn(matrices.nth(1))).map((row, t) => row.slice(0, t + 1))).toEqual([
    [1],
    [0.5, 0.5],
    [0, 0.5, 0.5],
    [0, 0, 0.5, 0.5],
    [0, 0, 0, 0.5, 0.5],
  ]);

  await figure.evaluate((element) => {
    const { lesson } = element as GlassTrain;
    Object.assign(element, { lesson: { ...lesson, sequences: [[0, 1, 7]] } });
  });
  await expect(figure.getByRole('alert')).toContainText('7');
});

test('what is taken from the page frees its trainer, and back there it begins anew', async ({
  page,
}) => {
  const figure = await addFigure(page, 'glass-train', { maxSteps: 100_000 });
  const handles = () =>
    page.evaluate(async () => (await glassformer.sharedEngine().info()).openHandles);
  expect(await handles()).toBe(1);
  await button(figure, 'Run').click();
  await expect.poll(() => stepOf(figure)).toBeGreaterThan(4);
  await page.evaluate(() => {
    const element = document.querySelector('#own')!;
    element.remove();
    Object.assign(globalThis, { element });
  });
  await expect.poll(handles).toBe(0);
  await page.evaluate(() =>
    document.body.append((globalThis as unknown as { element: Element }).element),
  );
  await expect(fact(figure, 'step')).toHaveText('0 of 100,000');
  expect(await handles()).toBe(1);
});

test('paused and run again at once, it goes on at the same pace', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' }); // so that its waits are the only long ones
  const figure = await addFigure(page, 'glass-train', { maxSteps: 100_000 });
  // A wait ends when the test lets it.
  await page.evaluate(() => {
    const waits = new Map<number, () => void>();
    const { setTimeout: set, clearTimeout: clear } = globalThis;
    let next = 1e9;
    Object.assign(globalThis, {
      waits,
      setTimeout: (act: () => void, ms = 0) =>
        ms < 200 ? set(act, ms) : (waits.set(++next, act), next),
      clearTimeout: (id: number) => waits.delete(id) || clear(id),
    });
  });
  const waits = () => page.evaluate(() => [...Reflect.get(globalThis, 'waits').keys()] as number[]);
  await button(figure, 'Run').click();
  await expect(fact(figure, 'step')).toHaveText('20 of 100,000');
  await expect.poll(waits).toHaveLength(1);
  const [first] = await waits();
  await figure.locator('button.primary').evaluate((toggle: HTMLElement) => {
    toggle.click();
    toggle.click();
  });
  await expect(fact(figure, 'step')).toHaveText('40 of 100,000');
  await expect.poll(async () => (await waits()).filter((id) => id !== first)).toHaveLength(1);
  const waiting = (await waits()).length;
  await page.evaluate(() => {
    const all = Reflect.get(globalThis, 'waits') as Map<number, () => void>;
    const acts = [...all.values()];
    all.clear();
    for (const act of acts) act();
  });
  // Every loop that there is has taken its steps.
  await expect.poll(waits).toHaveLength(waiting);
  await expect(fact(figure, 'step')).toHaveText('60 of 100,000');
});

test('what is moved learns on where it was', async ({ page }) => {
  const figure = await addFigure(page, 'glass-train', { maxSteps: 100_000 });
  await button(figure, 'Run').click();
  await expect.poll(() => stepOf(figure)).toBeGreaterThan(4);
  const seen = await page.evaluate(() => {
    const element = document.querySelector('#own') as GlassTrain;
    document.body.append(element);
    return element.points.at(-1)!.step;
  });
  await expect.poll(() => stepOf(figure)).toBeGreaterThan(seen);
  await expect(button(figure, 'Pause')).toBeEnabled();
  expect(await figure.evaluate((element) => (element as GlassTrain).points[0]!.step)).toBe(0);
  expect(
    await page.evaluate(async () => (await glassformer.sharedEngine().info()).openHandles),
  ).toBe(1);
});

for (const width of [390, 1440])
  test(`the thumb stands under the step that it shows: ${width} pixels`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    const figure = await addFigure(page, 'glass-train', { maxSteps: 60, every: 3 });
    const record = figure.getByLabel('look back');
    /** How far the thumb's middle is from the chart's line of the shown step. */
    const off = () =>
      figure.evaluate((element) => {
        const root = element.shadowRoot!;
        const input = root.querySelector<HTMLInputElement>('.past input')!;
        const thumb = 16;
        const { left } = input.getBoundingClientRect();
        const { paddingLeft, width } = getComputedStyle(input); // its content, in which the thumb moves
        const share = input.valueAsNumber / (Number(input.max) || 1);
        const at = left + parseFloat(paddingLeft) + thumb / 2 + (parseFloat(width) - thumb) * share;
        const line = root.querySelector('circle')!.getBoundingClientRect();
        return Math.abs(at - (line.left + line.width / 2));
      });
    expect(await off()).toBeLessThan(1);
    await button(figure, 'Step').click();
    await expect(fact(figure, 'step')).toHaveText('1 of 60');
    expect(await off()).toBeLessThan(1);
    await button(figure, 'Run').click();
    await expect(fact(figure, 'step')).toHaveText('60 of 60');
    await expect(record).toBeEnabled();
    expect(await off()).toBeLessThan(1);
    // Records of 0, 1, 4, 7, … 58, 60: a key goes from one to the next, the pointer to the nearest.
    for (const step of [58, 55, 52]) {
      await record.press('ArrowLeft');
      await expect(fact(figure, 'step')).toHaveText(`${step} of 60`);
      expect(await off()).toBeLessThan(1);
    }
    await record.press('ArrowRight');
    await expect(fact(figure, 'step')).toHaveText('55 of 60');
    // The thumb's middle goes from half of it and 4 pixels around it to as far from the other end.
    const { x, y, width: length, height } = (await record.boundingBox())!;
    await page.mouse.click(x + 12 + ((length - 24) * 9) / 60, y + height / 2);
    await expect(fact(figure, 'step')).toHaveText('10 of 60');
    await expect(record).toHaveValue('10');
    expect(await off()).toBeLessThan(1);
    await record.press('Home');
    await record.press('ArrowLeft');
    await expect(fact(figure, 'step')).toHaveText('0 of 60');
  });

/** Steps, as fast as they go. */
async function run(figure: Locator, steps: number): Promise<void> {
  await button(figure, 'Run').click();
  await expect(fact(figure, 'step')).toHaveText(`${steps} of ${steps}`, { timeout: 30_000 });
}

const kDeep = {
  layers: 4,
  width: 16,
  inner: 32,
  lr: 0.0032,
  maxSteps: 60,
  every: 20,
  withShapes: true,
};

test('norm and positions are chosen; what was learned with another choice stays beside it', async ({
  page,
}) => {
  const figure = await addFigure(page, 'glass-train', { ...kDeep, norm: 'pre' });
  const rows = figure.locator('[part=runs] tbody tr');
  const lines = figure.locator('path.other');
  await expect(rows).toHaveText([/norm: before, positions: learned\s*0\.0032\s*0\s/]);
  await run(figure, 60);
  const before = (await fact(figure, 'loss').textContent())!;
  await expect(lines).toHaveCount(0);
  await figure.getByRole('radiogroup', { name: 'norm' }).getByText('after').click();
  await expect(fact(figure, 'step')).toHaveText('0 of 60');
  await run(figure, 60);
  const after = (await fact(figure, 'loss').textContent())!;
  // The engine's own, with these configs.
  const expected = await page.evaluate(async () => {
    const { lesson, lr, seed } = document.querySelector('#own') as GlassTrain;
    const losses: string[] = [];
    for (const norm of ['pre', 'post']) {
      const size = { n_layer: 4, n_embd: 16, n_inner: 32 };
      const config = { ...lesson.config, ...size, norm, final_norm: norm === 'pre' };
      const { sequences } = lesson;
      const trainer = await glassformer.createTrainer({ config, sequences, lr, seed });
      let last = 0;
      for await (const { loss } of trainer.train({ steps: 60 })) last = loss;
      losses.push(last.toFixed(4));
      await trainer.close();
    }
    return losses;
  });
  expect([before, after]).toEqual(expected);
  await expect(rows).toHaveText([
    new RegExp(`before, positions: learned\\s*0\\.0032\\s*60\\s*${Number(before).toFixed(3)}`),
    new RegExp(`after, positions: learned\\s*0\\.0032\\s*60\\s*${Number(after).toFixed(3)}`),
  ]);
  await expect(lines).toHaveCount(1);
  expect(await violations(page, '#own')).toEqual([]);
  const { runs } = await toldBy<{ runs: { norm: string; points: unknown[] }[] }>(figure);
  expect(runs.map(({ norm }) => norm)).toEqual(['pre', 'post']);
  expect(runs[0]!.points.length).toBeGreaterThan(2);

  // Back to the first choice: it is learned anew, in the place of what was kept of it.
  await figure.getByRole('radiogroup', { name: 'positions' }).getByText('sine').click();
  await expect(rows).toHaveCount(3);
  await figure.getByRole('radiogroup', { name: 'positions' }).getByText('learned').click();
  await expect(rows).toHaveCount(2);
  // With another rate it is another run, beside all that were; with other weights to begin with nothing can be compared.
  await figure.evaluate((element) => ((element as GlassTrain).lr = 0.01));
  await expect(rows.last()).toHaveText(/learned\s*0\.01\s*0\s/);
  await expect(rows).toHaveCount(3);
  await figure.getByRole('button', { name: 'next seed' }).click();
  await expect(rows).toHaveCount(1);
});

test('a norm, positions or a size that there are not are refused', async ({ page }) => {
  const figure = await addFigure(page, 'glass-train');
  for (const [name, value, expected] of [
    ['norm', 'middle', 'norm must be "", "pre", "post" or "none", found "middle"'],
    ['positions', 'rotary', 'positions must be "", "learned"'],
    ['layers', '0', 'layers must be'],
    ['width', 'x', 'width must be'],
  ] as const) {
    await figure.evaluate((element, { key, to }) => element.setAttribute(key, to), {
      key: name,
      to: value,
    });
    await expect(figure.locator('[role=alert]')).toContainText(expected);
    await figure.evaluate((element, key) => element.removeAttribute(key), name);
    await expect(figure.locator('[role=alert]')).toHaveCount(0);
  }
});

test('what it has learned is a model that reads the lesson’s letters, and stays as it is', async ({
  page,
}) => {
  const figure = await addFigure(page, 'glass-train', {
    lr: 0.02,
    seed: 3,
    maxSteps: 120,
    every: 10,
  });
  await run(figure, 120);
  const read = () =>
    figure.evaluate(async (element) => {
      const train = element as GlassTrain & { learned?: Model };
      train.learned ??= (await train.trainedModel())!;
      const { activations } = await train.learned.forward('aabaa', { capture: ['logits'] });
      const { data } = await glassformer.softmax(activations['logits']!);
      const written = await train.learned.generate('aab', { max_new_tokens: 6 }).result();
      const shown = [...train.points.at(-1)!.probabilities.data];
      return { text: written.text, probabilities: [...data], shown };
    });
  const first = await read();
  expect(first.text).toMatch(/^(aab)*a?a?$/);
  for (const [i, each] of first.probabilities.entries())
    expect(each).toBeCloseTo(first.shown[i]!, 6);
  // Another one has learned since, from other noise.
  await figure.evaluate((element) => ((element as GlassTrain).seed = 9));
  await run(figure, 120);
  const later = await read();
  expect(later.shown).not.toEqual(first.shown);
  expect(later.probabilities).toEqual(first.probabilities);
});
