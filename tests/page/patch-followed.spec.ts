/** Activation patching: what is followed, the difference of two answers' logits or the logit of one token. */
import type { GlassPatch } from '../../web/src/elements/index.ts';
import type { Tensor } from '../../web/src/shared/run-types.ts';
import { expect, test } from './kept.ts';
import { kClean, kCorrupted, kLines, openWith, singleRuns, type Told } from './patched.ts';
import { toldBy } from './told.ts';

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
