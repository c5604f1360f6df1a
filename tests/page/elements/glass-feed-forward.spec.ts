/** The feed-forward, number by number beside the engine. */
import type { Run, Tensor } from '../../../web/src/shared/run-types.ts';
import { expectAccessible } from '../axe.ts';
import { expect, type Locator, test } from '../kept.ts';
import { mount } from '../mount.ts';
import { drawn } from '../settled.ts';

const kText = 'Once upon a time there was a little cat';

interface Loaded {
  forward(input: string, options: object): Promise<Run>;
  weight(name: string): Promise<Tensor>;
}

interface Told {
  readonly token: number;
  readonly neuron: number;
  readonly pre: number[];
  readonly post: number[];
  readonly along: number[];
  readonly input: number[];
  readonly weights: number[];
  readonly bias: number | null;
  readonly rounding: number | null;
  readonly raised: { id: number; text: string; logit: number }[];
  readonly lowered: { id: number; text: string; logit: number }[];
}

const told = (figure: Locator): Promise<Told> =>
  figure.evaluate((element) => (element as unknown as { toJSON(): Told }).toJSON());

/** The hidden layer of one token and what a neuron writes, computed here from the engine's activations and weights. */
function computed(figure: Locator, layer: number, token: number, neuron: number) {
  return figure
    .page()
    .locator('glass-model')
    .evaluate(
      async (element, asked) => {
        const { model, text } = element as unknown as { model: Loaded; text: string };
        const block = `blocks.${asked.layer}`;
        const capture = [`${block}.ln2`, `${block}.mlp.post`];
        const { activations } = await model.forward(text, { capture });
        const row = ({ shape, data }: Tensor, at: number) =>
          data.subarray(at * shape[1]!, (at + 1) * shape[1]!);
        const input = row(activations[`${block}.ln2`]!, asked.token);
        const name = `h.${asked.layer}.mlp`;
        const into = await model.weight(`${name}.c_fc.weight`);
        const bias = await model.weight(`${name}.c_fc.bias`);
        const neurons = into.shape[1]!;
        const pre = Array.from({ length: neurons }, (_, n) =>
          input.reduce((sum, x, i) => sum + x * into.data[i * neurons + n]!, bias.data[n]!),
        );
        const gelu = (z: number) =>
          0.5 * z * (1 + Math.tanh(Math.sqrt(2 / Math.PI) * (z + 0.044715 * z ** 3)));
        const out = row(await model.weight(`${name}.c_proj.weight`), asked.neuron);
        const table = await model.weight('wte.weight');
        const logits = Array.from({ length: table.shape[0]! }, (_, id) =>
          row(table, id).reduce((sum, x, i) => sum + x * out[i]!, 0),
        );
        const post = activations[`${block}.mlp.post`]!;
        const along = Array.from(
          { length: post.shape[0]! },
          (_, at) => row(post, at)[asked.neuron]!,
        );
        return { pre, post: pre.map(gelu), logits, along };
      },
      { layer, token, neuron },
    );
}

test('axe finds nothing, light and dark', async ({ page }) => {
  await mount(
    page,
    { tags: ['glass-feed-forward'], src: 'stories', text: kText, lang: 'zh-CN' },
    '.pushes li',
  );
  await expectAccessible(page);
});

test('the hidden layer is activation(norm(x) W + b), and what a neuron writes its row times the table', async ({
  page,
}) => {
  const figure = await mount(
    page,
    { tags: ['glass-feed-forward'], src: 'stories', text: kText, props: { layer: 3 } },
    '.pushes li',
  );
  const { token, neuron, pre, post, along, raised, lowered } = await told(figure);
  const own = await computed(figure, 3, token, neuron);
  expect(pre).toHaveLength(640);
  // Of weights with 8 bits the engine rounds activations, too.
  pre.forEach((value, i) => expect(Math.abs(value - own.pre[i]!)).toBeLessThan(0.08));
  post.forEach((value, i) => {
    const z = pre[i]!;
    const gelu = 0.5 * z * (1 + Math.tanh(Math.sqrt(2 / Math.PI) * (z + 0.044715 * z ** 3)));
    expect(value).toBeCloseTo(gelu, 4);
  });
  // Without a choice: the neuron that fires most on the last token.
  expect(neuron).toBe(post.indexOf(Math.max(...post)));
  along.forEach((value, i) => expect(value).toBeCloseTo(own.along[i]!, 4));
  const ranked = own.logits.map((logit, id) => ({ id, logit })).sort((a, b) => b.logit - a.logit);
  raised.forEach(({ id, logit }, i) => {
    expect(id).toBe(ranked[i]!.id);
    expect(logit).toBeCloseTo(ranked[i]!.logit, 4);
  });
  lowered.forEach(({ logit }, i) => expect(logit).toBeCloseTo(ranked.at(-1 - i)!.logit, 4));
  await expect(figure.locator('.pushes li')).toHaveCount(12);
  const above = post.filter((value) => value > 0).length;
  await expect(figure.locator('[part=readout]')).toContainText(`${above} of 640 neurons`);
});

for (const [src, dtype, text, layer] of [
  ['stories', 'fp32', kText, 3],
  ['stories', 'int8', kText, 3],
  ['tang', 'int8', '空山新雨后，', 1],
  ['en-zh', 'fp32', 'I am a student.', 0],
  ['en-zh', 'int8', 'I am a student.', 2],
] as const)
  test(`the sum behind a neuron's number, by hand: ${src}, ${dtype}`, async ({ page }) => {
    const figure = await mount(
      page,
      { tags: ['glass-feed-forward'], src, dtype, text, props: { layer } },
      '[part=sums] dd',
    );
    for (const neuron of [null, 7, 100]) {
      await figure.evaluate((element, value) => Object.assign(element, { neuron: value }), neuron);
      const isOpened = async () => {
        const { neuron: shown, input } = await told(figure);
        return (neuron ?? shown) === shown && input !== undefined;
      };
      await expect.poll(isOpened).toBe(true);
      const { neuron: shown, token, pre, input, weights, bias, rounding } = await told(figure);
      const products = input.map((value, i) => value * weights[i]!);
      const sum = products.reduce((total, each) => total + each, bias ?? 0);
      expect(rounding !== null).toBe(dtype === 'int8');
      expect(sum + (rounding ?? 0)).toBeCloseTo(pre[shown]!, 4);
      expect(Math.abs(rounding ?? 0)).toBeLessThan(0.2);
      await expect(figure.locator('[part=sums] dt', { hasText: 'rounding to 8 bits' })).toHaveCount(
        dtype === 'int8' ? 1 : 0,
      );
      const isSum = async () => (await figure.locator('dd.sum').first().textContent()) ?? '';
      await expect
        .poll(async () => Number((await isSum()).replace('−', '-')))
        .toBeCloseTo(pre[shown]!, 3);
      expect(token).toBeGreaterThan(0);
      // The largest product comes first.
      const largest = products.indexOf(
        products.reduce((most, each) => (Math.abs(each) > Math.abs(most) ? each : most)),
      );
      await expect(figure.locator('[part=sums] dt').first()).toContainText(`${largest + 1}`);
    }
  });

test('where the run has not what it reads, or a script edits it, the figure stands without the sum', async ({
  page,
}) => {
  const figure = await mount(
    page,
    { tags: ['glass-feed-forward'], src: 'stories', text: kText },
    '[part=sums] dd',
  );
  const model = page.locator('glass-model');
  const hidden = figure.locator('[part=neuron]').first();
  await model.evaluate((element) =>
    Object.assign(element, { capture: 'blocks.0.mlp.p* logits', text: 'The cat' }),
  );
  await expect(figure.locator('.along button')).toHaveCount(2);
  await expect(hidden).toBeVisible();
  await expect(figure.locator('[part=sums]')).toHaveCount(0);
  await model.evaluate((element) => Object.assign(element, { capture: null, text: 'The dog ran' }));
  await expect(figure.locator('.along button')).toHaveCount(3);
  await expect(figure.locator('[part=sums]')).toHaveCount(1);
  await model.evaluate((element) => {
    const set = new Float32Array(640);
    Object.assign(element, { options: { edits: [{ hook: 'blocks.0.mlp.pre', set }] } });
  });
  await expect(figure.locator('[part=sums]')).toHaveCount(0);
  await expect(hidden).toBeVisible();
});

test('the sum follows the token that is looked at', async ({ page }) => {
  const figure = await mount(
    page,
    { tags: ['glass-feed-forward'], src: 'stories', text: kText },
    '[part=sums] dd',
  );
  const title = figure.locator('[part=sums] p');
  await expect(title).toContainText('on “cat”');
  await figure.locator('.along button').nth(2).hover();
  await expect(title).toContainText('on “a”');
  const { pre, neuron } = await told(figure);
  const value = await figure.locator('dd.sum').first().textContent();
  expect(Number(value!.replace('−', '-'))).toBeCloseTo(pre[neuron]!, 3);
});

test('a neuron that is chosen is followed along the tokens, and a token that is looked at shows its own', async ({
  page,
}) => {
  const figure = await mount(
    page,
    { tags: ['glass-feed-forward'], src: 'stories', text: kText, props: { layer: 1 } },
    '.pushes li',
  );
  const second = figure.locator('[part=neuron]').nth(1);
  const name = Number(await second.textContent());
  await second.click();
  await expect(figure.locator('.chosen .title').first()).toContainText(`Neuron ${name} of layer 2`);
  await expect.poll(async () => (await told(figure)).neuron).toBe(name - 1);
  await figure.locator('.along button').nth(2).hover();
  await drawn(page);
  await expect(figure.locator('.title').first()).toContainText(
    '“a” in the feed-forward of layer 2',
  );
  // A hover changes what is looked at, not which neuron is followed.
  expect((await told(figure)).neuron).toBe(name - 1);
  expect((await told(figure)).token).toBe(2);
  await figure.locator('select').selectOption({ value: '4' });
  await expect(figure.locator('.chosen .title').first()).toContainText('of layer 5');
});

test('any neuron is chosen: pressed in a strip, or by its number', async ({ page }) => {
  const figure = await mount(
    page,
    { tags: ['glass-feed-forward'], src: 'stories', text: kText },
    '.pushes li',
  );
  const { length } = (await told(figure)).post;
  const field = figure.getByRole('spinbutton', { name: `Neuron 1–${length}` });
  const neuron = async () => (await told(figure)).neuron;
  for (const part of ['pre', 'post'])
    for (const share of [0.1, 0.75]) {
      const strip = figure.locator(`.strip.${part} canvas`);
      const { width, height } = (await strip.boundingBox())!;
      await strip.click({ position: { x: share * width, y: height / 2 } });
      const pressed = Math.floor(share * length);
      expect(Math.abs((await neuron()) - pressed)).toBeLessThanOrEqual(1);
      await expect(field).toHaveValue(String((await neuron()) + 1));
    }
  // What is written beyond the ends is the end; what is no number leaves the neuron as it was.
  for (const [written, taken] of [
    ['7', 7],
    ['0', 1],
    ['-3', 1],
    ['99999', length],
    ['', length],
  ] as const) {
    await field.fill(written);
    await field.press('Enter');
    await field.blur();
    await expect.poll(neuron).toBe(taken - 1);
    await expect(field).toHaveValue(String(taken));
    await expect(figure.locator('.chosen .title').first()).toContainText(`Neuron ${taken} of`);
  }
});

test('arrow keys go along the tokens', async ({ page }) => {
  const figure = await mount(
    page,
    { tags: ['glass-feed-forward'], src: 'stories', text: kText },
    '.pushes li',
  );
  await figure.locator('.along button').first().focus();
  await page.keyboard.press('ArrowDown');
  await expect(figure.locator('.along button').nth(1)).toBeFocused();
  await expect(figure.locator('.title').first()).toContainText('“upon”');
});

test('the list stays in reach of the Tab key when the line becomes shorter', async ({ page }) => {
  const figure = await mount(
    page,
    { tags: ['glass-feed-forward'], src: 'stories', text: kText },
    '.pushes li',
  );
  const tokens = figure.locator('.along button');
  await tokens.last().focus();
  await page.locator('glass-model').evaluate((model) => Object.assign(model, { text: 'The cat' }));
  await expect(tokens).toHaveCount(2);
  await expect(tokens.last()).toHaveAttribute('tabindex', '0');
});

test('a model without a feed-forward says so, and an unknown neuron is refused', async ({
  page,
}) => {
  const figure = await mount(
    page,
    { tags: ['glass-feed-forward'], src: 'aab', text: 'aab' },
    '[part=message]',
  );
  await expect(figure.locator('[part=message]')).toHaveText('This model has no feed-forward.');
  await figure.evaluate((element) => {
    const model = element.parentElement as HTMLElement & { src: string; text: string };
    Object.assign(model, { src: 'stories', text: 'Once upon' });
    element.setAttribute('neuron', '640');
  });
  await expect(figure.locator('[part=message]')).toContainText(
    'neuron must be a whole number from 0 to 639, found 640',
  );
});

test('a layer that the model has not is refused, and the next one is drawn', async ({ page }) => {
  const options = {
    tags: ['glass-feed-forward'],
    src: 'stories',
    text: kText,
    props: { layer: 5 },
  };
  const figure = await mount(page, options, '[part=message]');
  await expect(figure.locator('[part=message]')).toContainText(
    'layer must be a whole number from 0 to 4, found 5',
  );
  await figure.evaluate((element) => Object.assign(element, { layer: 4 }));
  await expect(figure.locator('td').first()).toBeVisible();
  await expect(figure.locator('[part=message]')).toHaveCount(0);
});
