/** What a model would say after each layer, and a token's way through one, number by number beside the engine's. */
import type { Json } from '../../../web/src/elements/base/export/json.ts';
import type { Model } from '../../../web/src/index.ts';
import { button, headAt } from '../figures.ts';
import { expect, expectNumbers, type Locator, type Page, test } from '../kept.ts';
import { lengthOf, numbersOf, rowOf } from '../readings.ts';
import { openShelf, put } from '../shelf.ts';

const kText = 'Once upon a time, there was a little girl named';

const kWords = 'once upon a time there was a little girl who had a big red ball and a dog';

/** The lens and the stream of a text of eleven tokens. */
async function openBlock(page: Page): Promise<Locator> {
  await openShelf(page);
  await put(
    page,
    `<glass-model src="stories" text="${kText}"><glass-block></glass-block></glass-model>`,
  );
  await expect(page.locator('glass-block td').first()).toBeVisible();
  await page.locator('glass-model').evaluate((element) => {
    const { figure } = element as unknown as { figure: { pickHead(place: object): void } };
    figure.pickHead({ layer: 4, head: 2 });
  });
  return page.locator('glass-block');
}

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
            const text = await loaded.tokenizer.decode([id]);
            return [text.replace(/^ (?=\S)/, '␣').trim(), percent] as const;
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
  const figure = await openBlock(page);
  const model = page.locator('glass-model');
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

const kSum = ['resid_pre', 'attn_out', 'mlp_out', 'resid_post'];
const kReads = ['ln1', 'ln2'];

test('the residual stream of a token through a layer is the run’s, number by number; so is that of another', async ({
  page,
}) => {
  const figure = await openBlock(page);
  await expect(figure.locator('glass-matrix.stream canvas')).toBeAttached();
  const stream = figure.locator('glass-matrix.stream');
  const model = page.locator('glass-model');
  const wayOf = (layer: number, token: number, way = kSum) =>
    Promise.all(way.map((part) => rowOf(model, kText, `blocks.${layer}.${part}`, token)));
  const shownValues = (matrix = stream) =>
    matrix.evaluate((element) => {
      const { values } = (element as unknown as { toJSON(): Record<string, Json> }).toJSON();
      return values as number[][];
    });

  // At first that of the last token, through the last layer.
  await expect(figure.locator('.title')).toHaveText('“named” on its way through layer 5');
  const first = await wayOf(4, 10);
  expectNumbers(await shownValues(), first, 1e-6);
  // What is listed between the stream that comes in and the one that goes out adds up.
  first[0]!.forEach((value, i) =>
    expect(value + first[1]![i]! + first[2]![i]!).toBeCloseTo(first[3]![i]!, 4),
  );
  const namesOf = (matrix: Locator) =>
    matrix.evaluate((element) =>
      (element as unknown as { rowLabels: readonly { text: string }[] }).rowLabels.map(
        ({ text }) => text,
      ),
    );
  expect(await namesOf(stream)).toEqual([
    'stream in',
    '+ attention',
    '+ feed-forward',
    '= stream out',
  ]);
  // What is read through the norms is no summand, and stands apart.
  const read = figure.locator('glass-matrix.read');
  expect(await namesOf(read)).toEqual(['attention', 'feed-forward']);
  expectNumbers(await shownValues(read), await wayOf(4, 10, kReads), 1e-6);

  await figure.locator('td[data-row="2"][data-column="5"]').focus();
  await expect(figure.locator('.title')).toHaveText('“there” on its way through layer 2');
  const second = await wayOf(1, 5);
  expectNumbers(await shownValues(), second, 1e-6);

  // Pinned, it goes through the last layer again; the number under the reader's finger is told.
  await page.keyboard.press('Enter');
  await stream.locator('[role=gridcell]').focus();
  await expect(figure.locator('.title')).toHaveText('“there” on its way through layer 5');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowRight');
  const told = stream.locator('.foot > span').last();
  await expect(told).toContainText('+ attention, 2:');
  const third = await wayOf(4, 5);
  const [number] = numbersOf(((await told.textContent()) ?? '').split(': ')[1]!);
  expectNumbers([[number!]], [[third[1]![1]!]], 0.000051);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 800 } });

  test('the lens shows the column that its sentence is about', async ({ page }) => {
    await openShelf(page);
    await put(
      page,
      `<glass-model src="stories" text="${kWords}"><glass-tokens></glass-tokens><glass-block></glass-block></glass-model>`,
    );
    await expect(page.locator('glass-block td.on')).toBeInViewport({ ratio: 0.9 });
    await page.locator('glass-tokens button').first().click();
    await page.mouse.move(0, 0);
    await expect(page.locator('glass-block td.on')).toHaveAttribute('data-column', '0');
    await expect(page.locator('glass-block td.on')).toBeInViewport({ ratio: 0.9 });
  });
});

test('the lens names the heads that are off, and the lines speak of words alone', async ({
  page,
}) => {
  await openShelf(page);
  await put(
    page,
    `<glass-model src="stories" text="Once upon a time"><glass-heads switchable></glass-heads><glass-block></glass-block><glass-attention view="lines"></glass-attention></glass-model>`,
  );
  await expect(page.locator('glass-attention [part=readout]')).toHaveText(
    'Point at a token, or tap it, to read it.',
  );
  await expect(page.locator('glass-block .changed')).toHaveCount(0);
  await headAt(page, 1, 3).click();
  await button(page.locator('glass-heads'), 'Switch off').click();
  await expect(page.locator('glass-block tbody tr').nth(2).locator('.changed')).toHaveText(
    'head 4 off',
  );
  await page.locator('glass-block tbody tr').nth(2).locator('td').first().hover();
  await expect(page.locator('glass-block .title .changed')).toHaveText('head 4 off');
});
