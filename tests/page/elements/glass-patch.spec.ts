/** Activation patching: every cell is what one run of the engine gives with that vector in it. */
import type { GlassPatch } from '../../../web/src/elements/index.ts';
import type { Tensor } from '../../../web/src/shared/run-types.ts';
import { expectAccessible } from '../axe.ts';
import { expect, type Locator, test } from '../kept.ts';
import {
  kClean,
  kCorrupted,
  kLines,
  type Lines,
  openWith,
  singleRuns,
  type Told,
} from '../patched.ts';
import { openShelf, put } from '../shelf.ts';
import { toldBy } from '../told.ts';

test('axe finds nothing, light and dark', async ({ page }) => {
  const figure = await openWith(page, kLines, 'glass-next-token button');
  await figure.locator('summary').click();
  await expectAccessible(page);
});

// All other activations: tests/web/engine/study-of-models.test.ts.
for (const asked of [{ activation: 'resid_pre' }, { activation: 'attn.z', head: 3 }] as const)
  test(`every cell is one run of the engine with that vector: ${Object.values(asked).join(', head ')}`, async ({
    page,
  }) => {
    const lines = { ...kLines, ...asked };
    const figure = await openWith(page, lines, 'glass-next-token button');
    const { restored, clean, corrupted, chosen } = await toldBy<Told>(figure);
    const runs = await singleRuns(figure, lines, restored.length);
    const difference = (logits: readonly number[]) =>
      logits[clean.answer.id]! - logits[corrupted.answer.id]!;
    expect(restored).toHaveLength(5);
    const written: string[] = [];
    for (const [layer, values] of restored.entries())
      for (const [place, value] of values.entries()) {
        const patched = difference(runs[layer]![place]!);
        const way = clean.logit_difference - corrupted.logit_difference;
        expect(value).toBeCloseTo((patched - corrupted.logit_difference) / way, 4);
        written[place * 5 + layer] = value
          .toFixed(2)
          .replace(/^-0.00$/, '0.00')
          .replace('-', '−');
      }
    await expect(figure.locator('td button')).toHaveText(written);
    // What the chosen run would say next is what that run's logits say.
    const logits = runs[chosen.layer]![chosen.place]!;
    const falling = logits.map((logit, id) => ({ id, logit })).sort((a, b) => b.logit - a.logit);
    expect(chosen.candidates.map(({ id }) => id)).toEqual(falling.slice(0, 5).map(({ id }) => id));
  });

test('where the two runs are the same, nothing is changed; the first stream is all of the word', async ({
  page,
}) => {
  const figure = await openWith(page);
  const { restored, clean, corrupted } = await toldBy<Told>(figure);
  expect(clean.answer.text).not.toBe(corrupted.answer.text);
  const place = clean.tokens.findIndex((token, i) => token !== corrupted.tokens[i]);
  for (const values of restored) for (const value of values.slice(0, place)) expect(value).toBe(0);
  expect(restored[0]![place]).toBeCloseTo(1, 5);
  for (const value of restored[0]!.slice(place + 1)) expect(value).toBe(0);
});

test('a run into which its own vectors are put is the same to the bit', async ({ page }) => {
  await openWith(page);
  const isSame = await page.evaluate(async (text) => {
    interface Loaded {
      forward(text: string, options: object): Promise<{ activations: Record<string, Tensor> }>;
    }
    const { model } = document.querySelector('glass-model') as unknown as { model: Loaded };
    const hook = 'blocks.2.resid_pre';
    const before = await model.forward(text, { capture: [hook, 'logits'] });
    const edits = [{ hook, set: before.activations[hook]!.data }];
    const after = await model.forward(text, { capture: ['logits'], edits });
    const [a, b] = [before, after].map(({ activations }) => activations['logits']!.data);
    return a!.length > 0 && a!.every((each, i) => each === b![i]);
  }, kClean);
  expect(isSame).toBe(true);
});

test('a pressed cell shows what its run would say next, and arrows lead on', async ({ page }) => {
  const figure = await openWith(page, kLines, 'glass-next-token button');
  const { corrupted, clean } = await toldBy<Told>(figure);
  const places = corrupted.tokens.length;
  const first = figure.locator('td button').first();
  await first.click();
  await expect(first).toHaveAttribute('aria-pressed', 'true');
  const bars = figure.locator('glass-next-token bdi');
  await expect(bars.first()).toHaveText(corrupted.answer.text.trim());
  await first.press('ArrowDown');
  await first.page().keyboard.press('End');
  const cell = figure.locator('td button').nth(5 + 4);
  await expect(cell).toBeFocused();
  await expect(figure.locator('[part=readout]')).toContainText('before layer 5');
  const last = figure.locator('td button').nth((places - 1) * 5 + 4);
  await last.click();
  await expect(bars.first()).toHaveText(clean.answer.text.trim());
});

test('lines that cannot be compared are refused in one sentence, and the figure stays', async ({
  page,
}) => {
  const figure = await openWith(page);
  const before = await toldBy<Told>(figure);
  const [first, second] = [0, 1].map((i) => figure.getByRole('textbox').nth(i)) as [
    Locator,
    Locator,
  ];
  const refusal = figure.locator('[part=refusal]');
  await second.fill(`${kCorrupted} old`);
  await expect(refusal).toHaveText(
    'Line A has 8 tokens, line B 9: they need the same number, so that each has its counterpart. Below still stands the previous result.',
  );
  await second.fill('');
  await expect(refusal).toContainText('Each of the two lines needs at least one token.');
  await second.fill(kClean);
  await expect(refusal).toContainText('there is no difference to be traced');
  const long = 'The little dog ran. '.repeat(8);
  await second.fill(long);
  await expect(refusal).toContainText('this figure takes lines of up to 24');
  const told = await toldBy<Told & { clean: { text: string }; corrupted: { text: string } }>(
    figure,
  );
  expect(told.restored).toEqual(before.restored);
  // What it says of itself is of the lines that its numbers are of, and nothing of it is read as if it were of the new ones.
  const said = () => figure.evaluate((each) => (each as GlassPatch).contextLines.join('\n'));
  expect(await said()).toContain(kCorrupted);
  const [stale, sentences] = [figure.locator('.stale'), figure.locator('.answers, .said')];
  await expect(stale).toHaveCSS('opacity', '0.45');
  await expect(stale.locator('td button').first()).toBeVisible();
  await expect(sentences.filter({ visible: true })).toHaveCount(0);
  await expect(figure.getByRole('combobox', { name: 'Measured by' })).toBeHidden();
  // No blank room stands between the sentence and what is dimmed, nor in it above the table.
  const above = figure.locator('.stale .answers, .stale .asked > *, .stale .placeholder');
  const heights = await above.evaluateAll((all) =>
    all
      .filter((each) => !(each as HTMLElement).checkVisibility({ visibilityProperty: true }))
      .map((each) => (each as HTMLElement).offsetHeight),
  );
  expect(heights.length).toBeGreaterThan(2);
  expect(heights.every((height) => height === 0)).toBe(true);
  await first.fill(kClean);
  await second.fill(kCorrupted);
  await expect(refusal).toHaveCount(0);
  await expect(stale).toHaveCount(0);
  await expect(sentences.filter({ visible: true })).toHaveCount(2);
});

test('a wrong activation is refused, and an encoder–decoder is told apart', async ({ page }) => {
  const figure = await openWith(page);
  await figure.evaluate((element) => element.setAttribute('activation', 'attn.scores'));
  await expect(figure.locator('[part=message]')).toContainText(
    /activation must be "resid_pre", .* or "mlp\.post", found "attn\.scores"/,
  );
  await figure.evaluate((element) => Object.assign(element, { activation: 'attn.z', head: 5 }));
  await expect(figure.locator('[part=message]')).toContainText(
    'head must be a whole number from 0 to 4, found 5',
  );
  const other = await openWith(page, kLines, '[part=message]', 'en-zh');
  await expect(other.locator('[part=message]')).toHaveText(
    'This figure is about models that continue a text: decoders.',
  );
});

test('a head that a reader has chosen is let go where another model has none of that number', async ({
  page,
}) => {
  const lines = { ...kLines, activation: 'attn.z' };
  const figure = await openWith(page, lines, 'td button', 'stories-large');
  const head = figure.locator('.asked select').nth(1);
  await head.selectOption({ value: '5' });
  const headOf = async () => (await toldBy<{ head: number | null }>(figure)).head;
  await expect.poll(headOf).toBe(5);
  await page.locator('glass-model').evaluate((model) => Object.assign(model, { src: 'stories' }));
  await expect(head.locator('option')).toHaveCount(6);
  await expect.poll(headOf).toBeNull();
  await expect(figure.locator('[part=message]')).toHaveCount(0);
  await head.selectOption({ value: '1' });
  await expect.poll(headOf).toBe(1);
  await head.selectOption({ value: 'all' });
  await expect.poll(headOf).toBeNull();
});

for (const [lang, sentence] of [
  ['en', (count: number) => `cell.place must be a whole number from 0 to ${count - 1}, found 99`],
  ['zh', (count: number) => `cell.place 是 99，应为 0 到 ${count - 1} 的整数。`],
] as const)
  test(`a place that the author’s lines do not have is refused, ${lang}`, async ({ page }) => {
    const figure = await openWith(page, kLines, 'td button', 'stories', lang);
    const { length } = (await toldBy<Told>(figure)).corrupted.tokens;
    const write = (place: number) =>
      figure.evaluate(
        (each, given) => each.setAttribute('cell', JSON.stringify({ layer: 0, place: given })),
        place,
      );
    await write(99);
    const message = figure.locator('[part=message][role=alert]');
    await expect(message).toContainText(sentence(length));
    await write(length - 1);
    await expect(message).toHaveCount(0);
    expect((await toldBy<Told>(figure)).chosen).toMatchObject({ layer: 0, place: length - 1 });
    // The reader's lines are shorter: of these it is the cell where most comes back.
    const [first, second] = [0, 1].map((i) => figure.locator('input').nth(i)) as [Locator, Locator];
    await first.fill('His mom. Tom loved his');
    await second.fill('His dad. Tom loved his');
    await expect
      .poll(async () => (await toldBy<Told>(figure)).corrupted.tokens.length)
      .toBeLessThan(length);
    await expect(message).toHaveCount(0);
    await expect(figure.locator('td button').first()).toBeVisible();
  });

test('characters that the model’s list lacks are named, and the lines are told as they were written', async ({
  page,
}) => {
  const written: Lines = { clean: '今天天气很好', corrupted: '昨天天气很好' };
  const patch = await openWith(page, written, 'td button', 'tang', 'zh');
  await expect(patch.locator('[part~=message]')).toHaveText([
    '“很”不在这个模型的词表里，读成 <unk>。',
  ]);
  const told = await patch.evaluate(
    (element: GlassPatch) =>
      new Promise((done) => {
        element.addEventListener('glass-patched', ({ detail }) => done(detail));
        element.clean = '明天天气很好';
      }),
  );
  expect(told).toEqual({ clean: '明天天气很好', corrupted: '昨天天气很好' });
});

test('what is told of it is its own lines, and no text that stands around it', async ({ page }) => {
  await openShelf(page);
  await put(page, '<glass-patch model="stories" text="Some other text"></glass-patch>');
  const patch = page.locator('glass-patch');
  await expect(patch.locator('td button').first()).toBeVisible();
  const told = await patch.evaluate((each) => (each as GlassPatch).contextLines);
  expect(told.join('\n')).toContain('a little girl named');
  expect(told.join('\n')).not.toContain('Some other text');
});
