/** Chapters 1 to 4, read as a reader reads them: what their figures say, beside the engine's answer to the same question. */
import type { Json } from '../../web/src/elements/base/export/json.ts';
import type { Model } from '../../web/src/index.ts';
import {
  expect,
  expectNumbers,
  type Locator,
  numbersIn,
  open,
  type Page,
  sentenceField,
  test,
  tokensIn,
} from './fixture.ts';
import { activation, encoded, goTo, modelOf, rowsOf } from './models.ts';
import { cellsOf, expectCells, lengthOf, numbersAt, numbersOf, rowOf } from './readings.ts';

const kText = 'Once upon a time, there was a little girl named';

const average = (values: readonly number[]) =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

/** With n − 1 in place of n. */
function sampleVariance(values: readonly number[]): number {
  const mean = average(values);
  return (
    average(values.map((value) => (value - mean) ** 2)) * (values.length / (values.length - 1))
  );
}

test('a chip that is looked at marks its piece of the reader’s line, and Chinese chips have the tokenizer’s ids', async ({
  page,
}) => {
  await open(page);
  const chips = page.locator('#tokens glass-tokens');
  const mirror = page.locator('#sentence .mirror');
  const tokens = await encoded(modelOf(page, 'tokens'), kText);
  expect(await tokensIn(chips)).toEqual(tokens.map(({ id, text }) => [text.trim(), id]));
  for (const place of [5, 10]) {
    await chips.locator('button').nth(place).hover();
    await expect(mirror.locator('.on')).toHaveCount(1);
    const { start, end } = tokens[place]!;
    const marked = await mirror.evaluate((line) => {
      const on = line.querySelector('.on')!;
      const before = document.createRange();
      before.setStart(line, 0);
      before.setEndBefore(on);
      return [before.toString(), on.textContent.trim()];
    });
    expect(marked.map((text) => text.replace(/\s*$/, ''))).toEqual([
      kText.slice(0, start).trimEnd(),
      kText.slice(start, end).trim(),
    ]);
  }
  await page.mouse.move(0, 0);
  await expect(mirror.locator('.on')).toHaveCount(0);

  const poem = '白日依山尽，黄河入海流。';
  await sentenceField(page).fill(poem);
  await expect(chips.locator('button')).toHaveCount(poem.length);
  const characters = await encoded(modelOf(page, 'tokens'), poem);
  expect(await tokensIn(chips)).toEqual(characters.map(({ id, text }) => [text, id]));
  await chips.locator('button').nth(7).hover();
  await expect(mirror.locator('.on')).toHaveText(poem[7]!);
});

/** A map's neighbours with their cosines, as they stand there. */
const neighbours = (map: Locator) =>
  map
    .locator('.neighbour')
    .evaluateAll((all) =>
      all.map(
        (each) =>
          [
            Number((each as HTMLElement).dataset['id']),
            Number(each.querySelector('.number')!.textContent.replace('−', '-')),
          ] as const,
      ),
    );

async function expectNearest(page: Page, id: number): Promise<void> {
  const nearest = await modelOf(page, 'vectors').evaluate(
    (element, asked) =>
      (element as unknown as { model: Model }).model.nearestTokens(asked, { count: 8 }),
    id,
  );
  const map = page.locator('#vectors glass-map');
  const ids = nearest.map((near) => near.id);
  await expect.poll(async () => (await neighbours(map)).map(([shown]) => shown)).toEqual(ids);
  const cosines = (await neighbours(map)).map(([, cosine]) => cosine);
  expectNumbers([cosines], [nearest.map(({ similarity }) => similarity)], 0.000501);
}

test('nearest tokens with their cosines, and embedding + position = sum, of the token that is pinned', async ({
  page,
}) => {
  await open(page);
  await goTo(page, 'vectors', 'glass-map .neighbour');
  const model = modelOf(page, 'vectors');
  const tokens = await encoded(model, kText);
  await expectNearest(page, tokens.at(-1)!.id);
  await page.locator('#vectors glass-map .label.token[tabindex="0"]').focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await expectNearest(page, tokens[1]!.id);

  const positions = page.locator('#vectors glass-positions');
  await positions.getByRole('slider').focus();
  for (let i = 0; i < 7; ++i) await page.keyboard.press('ArrowRight');
  const digits = positions.locator('[part=digits]');
  await expect(digits).toContainText('Column 8 of 160');
  const parts = await Promise.all(
    ['embed', 'pos_embed', 'blocks.0.resid_pre'].map((hook) => rowOf(model, kText, hook, 1)),
  );
  const wanted = parts.map((row) => row[7]!);
  expect(wanted[0]! + wanted[1]!).toBeCloseTo(wanted[2]!, 6);
  expectNumbers([await numbersAt(digits.locator('b'))], [wanted], 0.000051);
  const lengths = (await positions.locator('.length').allTextContents()).flatMap(numbersOf);
  expectNumbers([lengths], [parts.map(lengthOf)], 0.00501);
});

test('q·k, ÷√d, softmax and α·v of one head are the run’s, for the last token and for one in the middle', async ({
  page,
}) => {
  await open(page);
  await goTo(page, 'looking', '> figure.steps glass-attention-steps tbody tr');
  const steps = page.locator('#looking > figure.steps glass-attention-steps');
  const model = modelOf(page, 'looking');
  // The head that the page begins with.
  const part = async (name: string) =>
    rowsOf(await activation(model, kText, `blocks.4.attn.${name}`), 2);
  const [raw, scores, pattern, v, z] = await Promise.all(
    ['raw_scores', 'scores', 'pattern', 'v', 'z'].map(part),
  );
  for (const query of [10, 5]) {
    await steps.locator('glass-tokens button').nth(query).click();
    const [sums, values] = [steps.locator('table').nth(0), steps.locator('table').nth(1)];
    await expect(steps.locator('tbody').first().locator('.masked')).toHaveCount(2 * (10 - query));
    const isSeen = (key: number) => key <= query;
    const hidden = (row: number[], key: number) => row.map((each) => (isSeen(key) ? each : null));
    const wanted = raw![query]!.map((score, key) => [
      score,
      ...hidden([scores![query]![key]!, pattern![query]![key]!], key),
    ]);
    const products = v!.map((row, key) =>
      hidden(
        row.slice(0, 8).map((value) => value * pattern![query]![key]!),
        key,
      ),
    );
    expectCells(await cellsOf(sums), wanted);
    expectCells(await cellsOf(values), products);
    const context = z![query]!;
    const foot = (await values.locator('tfoot td').allTextContents()).flatMap(numbersOf);
    expectNumbers([foot], [context.slice(0, 8)], 0.000051);

    // Opened underneath: the sums behind the heaviest key, and behind the first number of the result.
    const weights = pattern![query]!;
    const key = weights.indexOf(Math.max(...weights));
    const opened = await steps.locator('[part=sums] dd b').allTextContents();
    const sumsOfKey = [raw![query]![key]!, scores![query]![key]!, weights[key]!, context[0]!];
    expectNumbers([opened.flatMap(numbersOf)], [sumsOfKey], 0.000051);
  }
});

test('the variance of this model’s scores, before ÷√d and after', async ({ page }) => {
  await open(page);
  await goTo(page, 'looking', 'glass-variance .model');
  // Within a row of a head, over the keys that the mask leaves; then the mean of the head's rows, then of all heads.
  const ofHeads: number[][] = [[], []];
  for (let layer = 0; layer < 5; ++layer)
    for (const [i, part] of ['raw_scores', 'scores'].entries()) {
      const hook = `blocks.${layer}.attn.${part}`;
      const all = await activation(modelOf(page, 'looking'), kText, hook);
      for (let head = 0; head < 5; ++head) {
        const rows = rowsOf(all, head).map((row, t) => row.slice(0, t + 1));
        ofHeads[i]!.push(average(rows.filter(({ length }) => length > 1).map(sampleVariance)));
      }
    }
  const variances = ofHeads.map(average);
  const [heads, width, raw, root, scaled, random, flatter] = await numbersAt(
    page.locator('#looking glass-variance .model'),
  );
  expect([heads, width, root, random]).toEqual([25, 32, 32, 1]);
  expect(flatter).toBe(ofHeads[1]!.filter((variance) => variance < 1).length);
  expectNumbers([[raw!]], [[variances[0]!]], 0.0501);
  expectNumbers([[scaled!]], [[variances[1]!]], 0.00501);
});

test('without its mask padding takes what it takes in a batch that has it as tokens', async ({
  page,
}) => {
  await open(page);
  await goTo(page, 'looking', 'glass-padding glass-matrix .cell');
  const padding = page.locator('#looking glass-padding');
  await padding.locator('[data-layer="1"][data-head="2"]').click();
  await expect(padding.locator('.where')).toHaveText('Encoder, layer 2, head 3');
  await expect(padding.locator('[part=said]')).toContainText('0.0% of the attention');
  await padding.getByText('off', { exact: true }).click();
  const texts = await padding
    .locator('input[type=text]')
    .evaluateAll((fields) => fields.map((field) => (field as HTMLInputElement).value));
  const { rows, count } = await page
    .locator('#looking glass-model')
    .first()
    .evaluate(async (element, sentences) => {
      const { model } = element as unknown as { model: Model };
      const [short, long] = (await Promise.all(
        sentences.map(async (each) => (await model.sourceTokenizer.encode(each)).map((t) => t.id)),
      )) as [number[], number[]];
      const { pad_token_id = 0, decoder_start_token_id = 0 } = model.config.resolved;
      const pads = Array<number>(long.length - short.length).fill(pad_token_id);
      const hook = 'encoder.blocks.1.attn.pattern';
      const start = [decoder_start_token_id];
      const source = [[...short, ...pads], long];
      const run = await model.forward([start, start], { source, capture: [hook] });
      const { shape, data } = run.activations[hook]!;
      const [places, from] = [long.length, 2 * long.length ** 2];
      if (shape.join() !== `2,4,${places},${places}`) throw new Error(shape.join());
      const all = short.map((_, t) => [...data.slice(from + t * places, from + (t + 1) * places)]);
      return { rows: all, count: short.length };
    }, texts);
  const shares = rows.map((row) => row.slice(count).reduce((a, b) => a + b, 0));
  await expect(padding.locator('.cell.masked')).toHaveCount(0);
  const withShares = rows.map((row, t) => [...row, shares[t]!]);
  expectNumbers(await numbersIn(padding), withShares, 0.00501);
  const mean = shares.reduce((a, b) => a + b) / shares.length;
  expect(mean).toBeGreaterThan(0.02);
  const [said] = await numbersAt(padding.locator('[part=said] b'));
  expect(Math.abs(said! - 100 * mean)).toBeLessThan(0.0501);
});

type Guess = readonly [text: string, percent: number];

/** What the engine would say after every token if its last norm and its head read this hook: the three likeliest. */
function lens(model: Locator, hook: string): Promise<Guess[][]> {
  return model.evaluate(
    async (element, asked) => {
      const { model: loaded } = element as unknown as { model: Model };
      const run = await loaded.forward(asked.text, { capture: [asked.hook] });
      const { shape, data } = await loaded.logitLens(run.activations[asked.hook]!);
      const [count = 0, width = 0] = shape;
      const rows = Array.from({ length: count }, (_, t) => {
        const logits = [...data.slice(t * width, (t + 1) * width)];
        const largest = Math.max(...logits);
        const sum = logits.reduce((all, logit) => all + Math.exp(logit - largest), 0);
        const best = logits.map((_logit, id) => id).sort((a, b) => logits[b]! - logits[a]!);
        return Promise.all(
          best.slice(0, 3).map(async (id) => {
            const percent = (100 * Math.exp(logits[id]! - largest)) / sum;
            return [(await loaded.tokenizer.decode([id])).trim(), percent] as const;
          }),
        );
      });
      return Promise.all(rows);
    },
    { text: kText, hook },
  );
}

const guessesIn = (sentence: string): Guess[] =>
  [...sentence.matchAll(/“([^“”]*)” \(([<>]?)([\d.]+)%\)/g)].map(
    ([, text = '', bound, percent]) => [
      text,
      // "<0.1%" and ">99.9%": half-way to nothing, and to everything.
      Number(percent) + (bound === '<' ? -0.05 : bound === '>' ? 0.05 : 0),
    ],
  );

function expectGuesses(shown: readonly Guess[], wanted: readonly Guess[]): void {
  expect(shown.map(([text]) => text)).toEqual(wanted.map(([text]) => text));
  expectNumbers([shown.map((each) => each[1])], [wanted.map((each) => each[1])], 0.0501);
}

test('a middle row of the lens, token by token: the likeliest, how likely, and how long the vectors are', async ({
  page,
}) => {
  await open(page);
  await goTo(page, 'layers', 'td');
  const figure = page.locator('#layers glass-block');
  const model = modelOf(page, 'layers');
  for (const [row, column] of [
    [3, 7],
    [2, 5],
  ] as const) {
    const hook = `blocks.${row - 1}.resid_post`;
    const wanted = await lens(model, hook);
    const cells = figure.locator(`td[data-row="${row}"]`);
    await expect(cells).toHaveText(wanted.map(([first]) => first![0]));
    const labels = await cells.evaluateAll((all) => all.map((cell) => cell.ariaLabel ?? ''));
    labels.forEach((label, t) => expectGuesses(guessesIn(label), wanted[t]!));

    await cells.nth(column).focus();
    const readout = figure.locator('[part=readout]');
    await expect(readout).toContainText(`After layer ${row}, after “`);
    const text = (await readout.textContent()) ?? '';
    expectGuesses(guessesIn(text), wanted[column]!);
    const hooks = [hook, `blocks.${row - 1}.attn_out`, `blocks.${row - 1}.mlp_out`];
    const rows = await Promise.all(hooks.map((each) => rowOf(model, kText, each, column)));
    expectNumbers([numbersOf(text.split('Vector length')[1]!)], [rows.map(lengthOf)], 0.0501);
  }
});

const kWay = ['resid_pre', 'ln1', 'attn_out', 'resid_mid', 'ln2', 'mlp_out', 'resid_post'];

test('the residual stream of a token through a layer is the run’s, number by number; so is that of another', async ({
  page,
}) => {
  await open(page);
  await goTo(page, 'layers', 'glass-matrix.stream canvas');
  const figure = page.locator('#layers glass-block');
  const stream = figure.locator('glass-matrix.stream');
  const model = modelOf(page, 'layers');
  const wayOf = (layer: number, token: number) =>
    Promise.all(kWay.map((part) => rowOf(model, kText, `blocks.${layer}.${part}`, token)));
  const shownValues = () =>
    stream.evaluate((element) => {
      const { values } = (element as unknown as { toJSON(): Record<string, Json> }).toJSON();
      return values as number[][];
    });

  // At first that of the last token, through the last layer.
  await expect(figure.locator('.title')).toHaveText('“named” on its way through layer 5');
  const first = await wayOf(4, 10);
  expectNumbers(await shownValues(), first, 1e-6);
  // A layer adds what it says that it adds.
  first[0]!.forEach((value, i) => expect(value + first[2]![i]!).toBeCloseTo(first[3]![i]!, 4));

  await figure.locator('td[data-row="2"][data-column="5"]').focus();
  await expect(figure.locator('.title')).toHaveText('“there” on its way through layer 2');
  const second = await wayOf(1, 5);
  expectNumbers(await shownValues(), second, 1e-6);

  // Pinned, it goes through the last layer again; the number under the reader's finger is told.
  await page.keyboard.press('Enter');
  await stream.locator('[role=gridcell]').focus();
  await expect(figure.locator('.title')).toHaveText('“there” on its way through layer 5');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowRight');
  const told = stream.locator('.foot > span').last();
  await expect(told).toContainText('+ attention, 2:');
  const third = await wayOf(4, 5);
  const [number] = numbersOf(((await told.textContent()) ?? '').split(': ')[1]!);
  expectNumbers([[number!]], [[third[2]![1]!]], 0.000051);
});
