/** Chapters 1 to 4, read as a reader reads them: what their figures say, beside the engine's answer to the same question. */
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
import { lengthOf, numbersAt, numbersOf, rowOf } from './readings.ts';

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

test('padded sentences in Chinese are read byte by byte, which is said beside them', async ({
  page,
}) => {
  await open(page);
  await goTo(page, 'looking', 'glass-padding .batch');
  const padding = page.locator('#looking glass-padding');
  const note = page.locator('#looking .note.with-room');
  const first = padding.getByRole('textbox').first();
  await expect(note).toBeEmpty();
  const top = (await first.boundingBox())!.y - (await note.boundingBox())!.y;
  await first.fill('我爱 you 我');
  await expect(note).toHaveText(
    'This model has learned English only. Not in this model’s list, so read byte by byte: “我”, “爱”.',
  );
  await expect(padding.locator('.batch ol').first()).toContainText('<0xE6>');
  const now = (await first.boundingBox())!.y - (await note.boundingBox())!.y;
  // But for fractions of a pixel, as the page is scrolled.
  expect(Math.abs(now - top)).toBeLessThan(1);
  await first.fill('I love you.');
  await expect(note).toBeEmpty();
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
