/** Activation patching: every cell is what one run of the engine gives with that vector in it. */
import type { GlassPatch } from '../../../web/src/elements/index.ts';
import type { HookEdit, Tensor } from '../../../web/src/shared/run-types.ts';
import { expectAccessible } from '../axe.ts';
import { expect, type Locator, type Page, test } from '../kept.ts';
import { mount } from '../mount.ts';
import { openShelf, put } from '../shelf.ts';
import { toldBy } from '../told.ts';

const kClean = 'Tom hugged his mom. Tom loved his';
const kCorrupted = 'Tom hugged his dad. Tom loved his';

interface Line {
  readonly tokens: readonly string[];
  readonly answer: { readonly id: number; readonly text: string };
  readonly logit_difference: number;
}

interface Told {
  readonly clean: Line;
  readonly corrupted: Line;
  readonly activation: string;
  readonly restored: readonly (readonly number[])[];
  readonly chosen: {
    readonly layer: number;
    readonly place: number;
    readonly restored: number;
    readonly candidates: readonly { readonly id: number; readonly probability: number }[];
  };
}

interface Lines {
  readonly clean: string;
  readonly corrupted: string;
  readonly activation?: string;
  readonly head?: number;
  readonly token?: number;
}

const kLines: Lines = { clean: kClean, corrupted: kCorrupted };

const openWith = (
  page: Page,
  props: Lines = kLines,
  ready = 'td button',
  src = 'stories',
  lang = 'en',
) => mount(page, { tags: ['glass-patch'], src, text: 'Once', props, lang }, ready);

/** The logits after the second line, with one vector of the first in one place: a run for each cell. */
async function singleRuns(
  figure: Locator,
  { clean, corrupted, activation = 'resid_pre', head }: Lines,
  layers: number,
): Promise<number[][][]> {
  const all = await figure.page().evaluate(
    async ([first, second, part, count, only]) => {
      interface Loaded {
        forward(
          text: string,
          options: { capture: string[]; edits?: HookEdit[] },
        ): Promise<{ tokens: unknown[]; activations: Record<string, Tensor> }>;
      }
      const { model } = document.querySelector('glass-model') as unknown as { model: Loaded };
      const all: number[][][] = [];
      for (let layer = 0; layer < count; ++layer) {
        const hook = `blocks.${layer}.${part}`;
        const from = await model.forward(first, { capture: [hook] });
        const own = await model.forward(second, { capture: [hook] });
        const rows: number[][] = [];
        for (let place = 0; place < own.tokens.length; ++place) {
          const set = own.activations[hook]!.data.slice();
          const { shape: whole, data: given } = from.activations[hook]!;
          const [places, width] = whole.slice(-2) as [number, number];
          for (let at = place * width, each = 0; at < set.length; at += places * width, ++each)
            if (only === undefined || each === only) set.set(given.subarray(at, at + width), at);
          const edits = [{ hook, set }];
          const { activations } = await model.forward(second, { capture: ['logits'], edits });
          const { shape, data } = activations['logits']!;
          rows.push([...data.subarray((shape[0]! - 1) * shape[1]!)]);
        }
        all.push(rows);
      }
      // As a text on their way: number by number they would take longer than the runs.
      return JSON.stringify(all);
    },
    [clean, corrupted, activation, layers, head] as const,
  );
  return JSON.parse(all) as number[][][];
}

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

test('one token’s logit is followed in place of the difference, and the tag for a post has it', async ({
  page,
}) => {
  const figure = await openWith(page, kLines, 'glass-next-token button');
  const { clean } = await toldBy<Told>(figure);
  await figure.getByRole('combobox', { name: 'Measured by' }).selectOption(String(clean.answer.id));
  const told = await toldBy<
    Told & {
      clean: { logit: number };
      corrupted: { logit: number };
      followed: { id: number };
    }
  >(figure);
  expect(told.followed.id).toBe(clean.answer.id);
  const runs = await singleRuns(figure, kLines, 5);
  for (const [layer, values] of told.restored.entries())
    for (const [place, value] of values.entries()) {
      const patched = runs[layer]![place]![clean.answer.id]!;
      const way = told.clean.logit - told.corrupted.logit;
      expect(value).toBeCloseTo((patched - told.corrupted.logit) / way, 4);
    }
  await expect(figure.locator('.title').first()).toHaveText(
    `Where the logit of “${clean.answer.text.trim()}” changes`,
  );
  await expect(figure.locator('[part=readout]')).toContainText(': the logit of “');
  const attributes = await figure.evaluate(
    (element) =>
      (element as unknown as { chosenAttributes: Record<string, string> }).chosenAttributes,
  );
  expect(attributes['token']).toBe(String(clean.answer.id));
  await figure.evaluate((element) => element.setAttribute('token', '99999'));
  await expect(figure.locator('[part=message]')).toContainText('token must be');
});

test('where both lines have the same answer, the token that is asked for is followed', async ({
  page,
}) => {
  const went = 434;
  const [clean, corrupted] = ['girl', 'boy'].map(
    (one) => `One day, a little ${one} named Lily`,
  ) as [string, string];
  const figure = await openWith(page, { clean, corrupted, token: went });
  await expect(figure.locator('.title').first()).toHaveText('Where the logit of “went” changes');
  const { restored, ...told } = await toldBy<Told>(figure);
  expect(told.clean.answer.id).toBe(went);
  expect(told.corrupted.answer.id).toBe(went);
  for (const value of restored.flat()) expect(Number.isFinite(value)).toBe(true);
  // The difference of two equal answers is none: it cannot be chosen.
  await expect(
    figure
      .getByRole('combobox', { name: 'Measured by' })
      .getByRole('option', { name: 'difference' }),
  ).toHaveCount(0);
  await figure.evaluate((element) => Object.assign(element, { token: null }));
  await expect(figure.locator('[part=answers]')).toContainText('Both go on alike');
  await expect(figure.locator('[part=refusal]')).toHaveCount(0);
});

test('lines with one answer are traced by a logit, and offer their own tokens', async ({
  page,
}) => {
  const figure = await openWith(page, kLines, 'glass-next-token button');
  const [clean, corrupted] = ['happy', 'sad'].map(
    (mood) => `The dog was ${mood} because he found his`,
  ) as [string, string];
  await figure.getByLabel('Line A').fill(clean);
  await figure.getByLabel('Line B').fill(corrupted);
  await expect(figure.locator('[part=answers]')).toContainText(
    'Both go on alike, so what is traced is no difference of two answers but the logit of “',
  );
  await expect(figure.locator('[part=refusal]')).toHaveCount(0);
  const told = () =>
    toldBy<
      Told & {
        followed: { id: number; text: string };
        clean: { logit: number };
        corrupted: { logit: number };
      }
    >(figure);
  const first = await told();
  expect(first.clean.answer).toMatchObject({ id: first.corrupted.answer.id });
  expect(Math.abs(first.clean.logit - first.corrupted.logit)).toBeGreaterThanOrEqual(0.05);
  // The likeliest after each line, by the engine, whose logits differ between the two.
  const likeliest = await figure.evaluate(
    async (element, lines) => {
      interface Loaded {
        forward(text: string, options: object): Promise<{ activations: Record<string, Tensor> }>;
      }
      const { model } = element.closest('glass-model') as unknown as { model: Loaded };
      const rows: number[][] = [];
      for (const line of lines) {
        const { activations } = await model.forward(line, { capture: ['logits'] });
        const { shape, data } = activations['logits']!;
        rows.push([...data.subarray((shape[0]! - 1) * shape[1]!)]);
      }
      const [a, b] = rows as [number[], number[]];
      return rows
        .flatMap((row) => [...row.keys()].sort((i, j) => row[j]! - row[i]!).slice(0, 4))
        .filter((id) => Math.abs(a[id]! - b[id]!) >= 0.05);
    },
    [clean, corrupted],
  );
  const measured = figure.getByRole('combobox', { name: 'Measured by' });
  const offered = await measured
    .locator('option')
    .evaluateAll((all) => all.map((each) => Number((each as HTMLOptionElement).value)));
  expect(offered[0]).toBe(first.clean.answer.id);
  expect([...offered].sort()).toEqual([...new Set([offered[0], ...likeliest])].sort());
  const other = offered.find((id) => id !== first.followed.id)!;
  await measured.selectOption(String(other));
  await expect.poll(async () => (await told()).followed.id).toBe(other);
  expect((await told()).restored).not.toEqual(first.restored);
});

test('the answer of both lines is offered first, and where its logit hardly differs one sentence says what is followed instead', async ({
  page,
}) => {
  const much = 749;
  const [clean, corrupted] = ['dog', 'girl'].map((one) => `The ${one} said, "Thank you very`) as [
    string,
    string,
  ];
  const figure = await openWith(page, { clean, corrupted }, 'glass-next-token button');
  const [answers, refusal] = [figure.locator('[part=answers]'), figure.locator('[part=refusal]')];
  await expect(answers).toContainText('Both go on alike');
  await expect(refusal).toHaveCount(0);
  const followed = async () =>
    (await toldBy<Told & { followed: { id: number } }>(figure)).followed.id;
  const before = await followed();
  expect(before).not.toBe(much);
  const measured = figure.getByRole('combobox', { name: 'Measured by' });
  await expect(measured).toHaveValue(String(before));
  await expect(measured.locator('option').first()).toHaveAttribute('value', String(much));
  await measured.selectOption(String(much));
  await expect(refusal).toContainText(
    'The logit of “much” is as good as the same after both lines: nothing of it can come back.',
  );
  await expect(answers).not.toContainText('Both go on alike');
  expect(await followed()).toBe(before);
  await measured.selectOption(String(before));
  await expect(refusal).toHaveCount(0);
  await expect(answers).toContainText('Both go on alike');
});

test('any token is followed: the reader writes it, and the model’s tokenizer reads it', async ({
  page,
}) => {
  const figure = await openWith(page, kLines, 'glass-next-token button');
  const { tokenizer, size } = await figure.evaluate(async (element) => {
    const { model } = element.closest('glass-model') as unknown as {
      model: {
        tokenizer: { encode(text: string): Promise<{ id: number }[]> };
        config: { resolved: { vocab_size: number } };
      };
    };
    const ids = async (text: string) => (await model.tokenizer.encode(text)).map(({ id }) => id);
    return {
      tokenizer: { toy: await ids(' toy'), tom: await ids('Tom'), comma: await ids(',') },
      size: model.config.resolved.vocab_size,
    };
  });
  const field = figure.getByRole('textbox', { name: 'Measured by: another token' });
  const alert = figure.locator('.other [role=alert]');
  const followed = async () =>
    (await toldBy<Told & { followed: { id: number } | null }>(figure)).followed?.id ?? null;
  const write = async (text: string) => {
    await field.fill(text);
    await field.press('Enter');
  };
  // A word is read as one that follows others; "#" and a number is an id.
  for (const [text, ids] of [
    ['toy', tokenizer.toy],
    [`#${tokenizer.tom[0]}`, tokenizer.tom],
    [',', tokenizer.comma],
  ] as const) {
    await write(text);
    expect(ids).toHaveLength(1);
    await expect.poll(followed).toBe(ids[0]);
    await expect(figure.getByRole('combobox', { name: 'Measured by' })).toHaveValue(String(ids[0]));
    await expect(field).toHaveValue('');
  }
  await write('dog house');
  await expect(alert).toHaveText(
    '“dog house” is 3 tokens of this model (d · og · ␣house); one is expected, or # and its id.',
  );
  expect(await followed()).toBe(tokenizer.comma[0]);
  await write(`#${size}`);
  await expect(alert).toHaveText(
    `There is no #${size}: the ids of this model’s tokens go from 0 to ${(size - 1).toLocaleString('en')}.`,
  );
  await write('');
  await expect(alert).toHaveCount(0);
  // The list takes it back, and another model’s list has another token under that id.
  await write('toy');
  await expect.poll(followed).toBe(tokenizer.toy[0]);
  await figure.getByRole('combobox', { name: 'Measured by' }).selectOption('difference');
  await expect.poll(followed).toBeNull();
  await write('toy');
  await expect.poll(followed).toBe(tokenizer.toy[0]);
  await write('Tom');
  await expect.poll(followed).not.toBeNull();
  await page
    .locator('glass-model')
    .evaluate((model) => Object.assign(model, { src: 'stories-large' }));
  await expect.poll(async () => (await toldBy<Told>(figure)).restored.length).toBeGreaterThan(5);
  expect(await followed()).toBeNull();
  expect(await figure.evaluate((each) => (each as GlassPatch).readerChoices)).not.toHaveProperty(
    'token',
  );
});

test('a token that is none is told in Chinese, too', async ({ page }) => {
  const lines = { clean: '今天天气不好', corrupted: '昨天天气不好' };
  const figure = await openWith(page, lines, 'td button', 'tang', 'zh');
  const field = figure.getByRole('textbox', { name: '用什么衡量：别的词元' });
  const alert = figure.locator('.other [role=alert]');
  for (const [text, sentence] of [
    ['天气', '“天气”在这个模型里是 2 个词元（天 · 气）；这里只能写一个词元，或写 # 加它的编号。'],
    ['很', '“很”不在这个模型的词表里，读成 <unk>。'],
  ] as const) {
    await field.fill(text);
    await field.press('Enter');
    await expect(alert).toHaveText(sentence);
  }
});

test('another token that is followed asks the engine for no further run', async ({ page }) => {
  const figure = await openWith(page, kLines, 'glass-next-token button');
  const first = await toldBy<Told>(figure);
  const runs = await singleRuns(figure, kLines, 5);
  // Neither line's answer, and not the same after both.
  const { id, text } = await page.evaluate(
    async (lines) => {
      const { model } = document.querySelector('glass-model') as unknown as {
        model: {
          forward(text: string, options: object): Promise<{ activations: Record<string, Tensor> }>;
          tokenizer: { texts(ids: readonly number[]): Promise<string[]> };
        };
      };
      const [a, b] = await Promise.all(
        lines.map(async (line) => {
          const { activations } = await model.forward(line, { capture: ['logits'] });
          const { shape, data } = activations['logits']!;
          return data.subarray((shape[0]! - 1) * shape[1]!);
        }),
      );
      const apart = a!.findIndex((logit, each) => each > 100 && Math.abs(logit - b![each]!) > 1);
      const forward = model.forward.bind(model);
      const counted = globalThis as { forwards?: number };
      counted.forwards = 0;
      model.forward = (...asked) => {
        counted.forwards!++;
        return forward(...asked);
      };
      return { id: apart, text: (await model.tokenizer.texts([apart]))[0]! };
    },
    [kClean, kCorrupted],
  );
  await figure.evaluate((element, token) => element.setAttribute('token', String(token)), id);
  await expect(figure.locator('.title').first()).toContainText(text.trim());
  const told = await toldBy<
    Told & { clean: { logit: number }; corrupted: { logit: number }; followed: { id: number } }
  >(figure);
  expect(told.followed.id).toBe(id);
  for (const [layer, values] of told.restored.entries())
    for (const [place, value] of values.entries())
      expect(value).toBeCloseTo(
        (runs[layer]![place]![id]! - told.corrupted.logit) /
          (told.clean.logit - told.corrupted.logit),
        4,
      );
  expect(told.chosen.candidates.length).toBeGreaterThan(0);
  await figure.evaluate((element) => element.removeAttribute('token'));
  await expect.poll(async () => (await toldBy<Told>(figure)).restored).toEqual(first.restored);
  const forwards = () => page.evaluate(() => (globalThis as { forwards?: number }).forwards);
  expect(await forwards()).toBe(0);
  // Another line is other runs.
  await figure.evaluate((element) => element.setAttribute('activation', 'attn_out'));
  await expect.poll(forwards).toBeGreaterThan(0);
});

test('a token whose logit both lines leave alike is not followed, and that is said', async ({
  page,
}) => {
  const [clean, corrupted] = ['boy', 'girl'].map(
    (one) => `Once upon a time, there was a little ${one} named`,
  ) as [string, string];
  const figure = await openWith(page, { clean, corrupted }, 'glass-next-token button');
  const before = await toldBy<Told>(figure);
  const alike = await page.evaluate(
    async (lines) => {
      interface Loaded {
        forward(text: string, options: object): Promise<{ activations: Record<string, Tensor> }>;
      }
      const { model } = document.querySelector('glass-model') as unknown as { model: Loaded };
      const [a, b] = await Promise.all(
        lines.map(async (line) => {
          const { activations } = await model.forward(line, { capture: ['logits'] });
          const { shape, data } = activations['logits']!;
          return data.subarray((shape[0]! - 1) * shape[1]!);
        }),
      );
      return a!.findIndex((logit, id) => Math.abs(logit - b![id]!) < 0.001);
    },
    [clean, corrupted],
  );
  expect(alike).toBeGreaterThanOrEqual(0);
  await figure.evaluate((element, id) => element.setAttribute('token', String(id)), alike);
  await expect(figure.locator('[part=refusal]')).toContainText(
    'is as good as the same after both lines',
  );
  await expect(figure.getByRole('combobox', { name: 'Measured by' })).toHaveValue(String(alike));
  await expect(figure.locator('.title').first()).toHaveText(/^Where the difference between/);
  expect((await toldBy<Told>(figure)).restored).toEqual(before.restored);
  await figure.evaluate((element) => element.removeAttribute('token'));
  await expect(figure.locator('[part=refusal]')).toHaveCount(0);
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
