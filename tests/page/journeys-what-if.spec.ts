/** Chapter 9, read as a reader reads it: a head at half its strength, and off, beside the engine's run with that change. */
import type { Model } from '../../web/src/index.ts';
import type { Ablation } from '../../web/src/shared/run-types.ts';
import { kWidthSource } from '../../web/page/source.ts';
import { button } from './figures.ts';
import {
  expect,
  expectNumbers,
  type Locator,
  numbersIn,
  open,
  sentenceField,
  test,
} from './fixture.ts';
import { activation, generated, goTo, modelOf, rowsOf } from './models.ts';

const kText = 'Once upon a time, there was a little girl named';
const kMax = { max_new_tokens: 80 };

interface Probability {
  readonly text: string;
  readonly was: number | null;
  readonly now: number;
}

const kHead = { layer: 1, head: 3 };

/** The likeliest tokens' probabilities, in percent, with these heads changed and as they were learned; likeliest now first. */
async function probabilitiesOf(
  model: Locator,
  ablate: readonly Ablation[],
): Promise<Probability[]> {
  const [now, was] = await Promise.all(
    [ablate, []].map(async (heads) => {
      const { shape, data } = await activation(model, kText, 'logits', { ablate: heads });
      const last = data.slice(-(shape[1] ?? 0));
      const largest = Math.max(...last);
      const powers = last.map((logit) => Math.exp(logit - largest));
      const sum = powers.reduce((a, b) => a + b, 0);
      return powers.map((power) => (100 * power) / sum);
    }),
  );
  const order = (probabilities: readonly number[]) =>
    probabilities.map((_, id) => id).sort((a, b) => probabilities[b]! - probabilities[a]!);
  const likely = new Set([...order(now!).slice(0, 50), ...order(was!).slice(0, 50)]);
  const ids = order(now!).filter((id) => likely.has(id));
  const texts = await model.evaluate(
    (element, asked) => (element as unknown as { model: Model }).model.tokenizer.texts(asked),
    ids,
  );
  return ids.map((id, i) => ({ text: texts[i]!.trim(), was: was![id]!, now: now![id]! }));
}

/** The bars as they are written; `was` only where something is compared. */
const barsIn = (figure: Locator) =>
  figure.locator('[part=bar]').evaluateAll((all) =>
    all.map((bar) => {
      const percent = (part: string) => {
        const text = bar.querySelector(part)?.textContent;
        return text === undefined ? null : Number(/([\d.]+)%/.exec(text)?.[1]);
      };
      const width = (part: string) =>
        Number.parseFloat(bar.querySelector<HTMLElement>(part)?.style.width ?? '');
      return {
        text: bar.querySelector('bdi')!.textContent.trim(),
        was: percent('.was'),
        now: percent('.share') ?? Number.NaN,
        widths: [width('.ghost'), width('.bar')] as const,
      };
    }),
  );

/** The bars are the engine's likeliest now, and those that were so before; each with both numbers, on one scale. */
async function expectProbabilities(figure: Locator, ablate: readonly Ablation[]): Promise<void> {
  const wanted = await probabilitiesOf(
    figure.page().locator('glass-model:has(> #what-if)'),
    ablate,
  );
  const compared = ablate.length > 0;
  await expect.poll(async () => (await barsIn(figure))[0]?.was !== null).toBe(compared);
  await expect
    .poll(async () => Math.abs((await barsIn(figure))[0]!.now - wanted[0]!.now))
    .toBeLessThan(0.0501);
  const bars = await barsIn(figure);
  expect(bars).toHaveLength(10);
  const found = bars.map(({ text, was, now }) => {
    const isIt = (each: Probability) =>
      each.text === text &&
      Math.abs(each.now - now) < 0.0501 &&
      (was === null || Math.abs(each.was! - was) < 0.0501);
    return wanted.find(isIt) ?? null;
  });
  expect(found.filter((each) => each === null)).toEqual([]);
  const top = wanted.slice(0, 7);
  expect(found.slice(0, 7)).toEqual(top);
  if (!compared) return;
  const longest = Math.max(...found.flatMap((each) => [each!.was!, each!.now]));
  expectNumbers(
    bars.map(({ widths }) => [...widths]),
    found.map((each) => [(100 * each!.was!) / longest, (100 * each!.now) / longest]),
    0.0101,
  );
}

test('the head that chapter 9 offers in place of one of the last layer changes what the last layer looks at', async ({
  page,
}) => {
  await open(page, '#head=5.3');
  await goTo(page, 'what-if', 'glass-next-token [part=bar]');
  const chapter = page.locator('#what-if > figure').first();
  const attention = chapter.locator('.look glass-attention');
  const before = await numbersIn(attention);
  const look = chapter.locator('.look');
  await expect(look).toContainText('so its heads change no other head');
  await button(look, 'Layer 2, head 4').click();
  await expect(look).toContainText('Head 4 of the last layer');
  await expect(chapter.locator('.head[aria-pressed=true]')).toHaveAttribute('data-layer', '1');
  await button(chapter, 'Switch off').click();
  const furthest = async () => {
    const now = (await numbersIn(attention)).flat();
    return Math.max(...before.flat().map((weight, i) => Math.abs(weight - now[i]!)));
  };
  await expect.poll(furthest).toBeGreaterThan(0.08);
  // What the reader picks is picked in every chapter.
  await chapter.locator('[data-layer="2"][data-head="0"]').click();
  for (const heads of [chapter, page.locator('.first')])
    await expect(heads.locator('.head[aria-pressed=true]')).toHaveAttribute('data-layer', '2');
});

test('a head at half its strength, then off: the last layer’s attention and the probabilities are the engine’s, and undo brings both back', async ({
  page,
}) => {
  test.slow();
  await open(page);
  await goTo(page, 'layers', 'glass-block tbody'); // its table is drawn from then on
  await goTo(page, 'what-if', 'glass-next-token [part=bar]');
  const model = modelOf(page, 'what-if');
  const chapter = page.locator('#what-if > figure').first();
  const attention = chapter.locator('.look glass-attention');
  const bars = chapter.locator('.next glass-next-token');
  await chapter.locator(`[data-layer="${kHead.layer}"][data-head="${kHead.head}"]`).click();
  const expectAll = async (ablate: readonly Ablation[]) => {
    await expectProbabilities(bars, ablate);
    const weights = await activation(model, kText, 'blocks.4.attn.pattern', { ablate });
    expectNumbers(await numbersIn(attention), rowsOf(weights, kHead.head), 0.00501);
    return rowsOf(weights, kHead.head);
  };
  const learned = await expectAll([]);
  const before = [await numbersIn(attention), await barsIn(bars)];

  const strength = chapter.getByLabel('strength');
  await strength.focus();
  for (let i = 9; i >= 5; --i) {
    await strength.press('ArrowLeft');
    await expect(chapter.locator('output[for=strength]')).toHaveText(`${10 * i}%`);
  }
  const half = await expectAll([{ ...kHead, factor: 0.5 }]);
  await strength.press('Home');
  await expect(chapter.locator('output[for=strength]')).toHaveText('off');
  const off = await expectAll([{ ...kHead, factor: 0 }]);
  const farthest = (a: number[][], b: number[][]) =>
    Math.max(...a.flatMap((row, t) => row.map((value, i) => Math.abs(value - b[t]![i]!))));
  // What is written would show it.
  expect(farthest(half, learned)).toBeGreaterThan(0.02);
  expect(farthest(off, half)).toBeGreaterThan(0.02);
  await expect(page.locator('#layers glass-block tbody .changed')).toHaveText('head 4 off');

  await button(chapter, 'Undo').click();
  await expect(chapter.locator('output[for=strength]')).toHaveText('100%');
  await expectAll([]);
  expect([await numbersIn(attention), await barsIn(bars)]).toEqual(before);
  await expect(page.locator('#layers glass-block .changed')).toHaveCount(0);
});

test('a head of cross-attention at half its strength changes the translation as the engine has it', async ({
  page,
}) => {
  await open(page);
  await goTo(page, 'what-if', 'glass-translate .output');
  const figure = page.locator('#what-if glass-translate');
  const model = page.locator('#what-if glass-model:has(> glass-save > glass-translate)');
  const source = kWidthSource;
  await page.locator('#translating textarea').fill(source);
  const output = (way: string) => figure.locator(`.output:has(#way-${way})`);
  const ways = { beam: { ...kMax, num_beams: 4 }, greedy: kMax };
  const learned = await generated(model, source, ways.beam);
  await expect(output('beam').locator('[part=translation]')).toHaveText(learned.text);
  await figure.locator('[data-layer="2"][data-head="1"]').click();
  const strength = figure.getByLabel('strength');
  await strength.focus();
  for (let i = 9; i >= 5; --i) {
    await strength.press('ArrowLeft');
    await expect(figure.locator('output[for=strength]')).toHaveText(`${10 * i}%`);
  }
  const ablate = [{ layer: 2, head: 1, stack: 'cross', factor: 0.5 } as const];
  const wanted = await generated(model, source, { ...ways.beam, ablate });
  expect(wanted.text).not.toBe(learned.text);
  await expect(output('beam').locator('[part=translation]')).toHaveText(wanted.text);
  await expect(output('beam').locator('.before')).toContainText(learned.text);
  const sum = wanted.score.toFixed(2).replace('-', '−');
  await expect(output('beam').locator('.score')).toContainText(`${sum} ÷ ${wanted.ids.length}`);
  const greedy = await generated(model, source, { ...ways.greedy, ablate });
  await expect(output('greedy').locator('[part=translation]')).toHaveText(greedy.text);

  await figure.getByText('Matrix', { exact: true }).click();
  const hook = 'decoder.blocks.2.cross_attn.pattern';
  const weights = rowsOf(await activation(model, source, hook, { ids: wanted.ids, ablate }), 1);
  expectNumbers(await numbersIn(figure.locator('glass-attention')), weights, 0.00501);
  await button(figure, 'Undo').click();
  await expect(output('beam').locator('[part=translation]')).toHaveText(learned.text);
});

test('the lines that chapter 9 speaks of are one press away, and show what it says of them', async ({
  page,
}) => {
  await open(page);
  await goTo(page, 'what-if', 'glass-translate .output');
  const chapter = page.locator('#what-if');
  const moon = 'The moon is very bright tonight.';
  const greedy = chapter.locator('glass-translate .output:has(#way-greedy) [part=translation]');
  await button(chapter, 'The dog was sad because he lost his').click();
  await expect(sentenceField(page)).toHaveValue('The dog was sad because he lost his');
  await expect(chapter.locator('glass-next-token [part=bar]').first()).toContainText('toy');
  await expect(greedy).not.toContainText('月亮');
  await button(chapter, moon).click();
  await expect(page.locator('#translating textarea')).toHaveValue(moon);
  await expect(greedy).toContainText('明亮');
  await chapter.locator('glass-translate [data-layer="0"][data-head="0"]').click();
  await button(chapter.locator('glass-translate'), 'Switch off').click();
  await expect(greedy).toContainText('得很明亮');
});
