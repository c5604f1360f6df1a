/** The heads of a layer joined: their shares add up to what the engine adds to the stream. */
import type { Run } from '../../../web/src/shared/run-types.ts';
import { expectAccessible } from '../axe.ts';
import { expect, type Locator, test } from '../kept.ts';
import { mount } from '../mount.ts';
import { drawn } from '../settled.ts';

const kText = 'Once upon a time there was a little cat';

interface Head {
  readonly head: number;
  readonly z: readonly number[];
  readonly share: readonly number[];
  readonly length: number;
}

/** What the figure says of itself. */
interface Told {
  readonly layer: number;
  readonly token: number;
  readonly heads: readonly Head[];
  readonly bias: readonly number[] | null;
  readonly attn_out: readonly number[];
  readonly column: number;
}

const told = (figure: Locator): Promise<Told> =>
  figure.evaluate((element) => (element as unknown as { toJSON(): Told }).toJSON());

/** The engine's vector of one token: of a source where the model translates. */
const engineRow = (figure: Locator, hook: string, row: number): Promise<number[]> =>
  figure
    .page()
    .locator('glass-model')
    .evaluate(
      async (element, asked) => {
        interface Loaded {
          forward(input: string, options: object): Promise<Run>;
        }
        const { model, text } = element as unknown as { model: Loaded; text: string };
        const isSource = asked.hook.startsWith('encoder.');
        const options = { capture: [asked.hook], ...(isSource ? { source: text } : {}) };
        const { activations } = await model.forward(isSource ? '' : text, options);
        const { shape, data } = activations[asked.hook]!;
        const width = shape.at(-1)!;
        return [...data.subarray(asked.row * width, (asked.row + 1) * width)];
      },
      { hook, row },
    );

function expectSum({ heads, bias, attn_out }: Told, out: readonly number[]): void {
  expect(attn_out).toHaveLength(out.length);
  out.forEach((value, i) => {
    const sum = heads.reduce((all, { share }) => all + share[i]!, bias?.[i] ?? 0);
    expect(Math.abs(sum - value), `number ${i + 1}`).toBeLessThan(1e-4);
    expect(attn_out[i]).toBeCloseTo(value, 4);
  });
}

const written = (value: number) => value.toFixed(4).replace('-', '−');

test('axe finds nothing, light and dark', async ({ page }) => {
  await mount(page, { tags: ['glass-join'], src: 'stories', text: kText, lang: 'zh-CN' }, 'dd');
  await expectAccessible(page);
});

for (const [src, text, prefix, count, width] of [
  ['stories', kText, '', 5, 32],
  ['tang', '空山新雨后，', '', 6, 32],
  ['en-zh', 'The cat sleeps.', 'encoder.', 4, 48],
] as const)
  test(`the shares and the bias add up to the engine's attn_out: ${src}`, async ({ page }) => {
    const figure = await mount(
      page,
      { tags: ['glass-join'], src, text, props: { layer: 1 } },
      'dd',
    );
    const said = await told(figure);
    expect(said.heads).toHaveLength(count);
    for (const { z } of said.heads) expect(z).toHaveLength(width);
    expectSum(said, await engineRow(figure, `${prefix}blocks.1.attn_out`, said.token));
    // The longest share first.
    const lengths = said.heads.map(({ length }) => length);
    expect(lengths).toEqual([...lengths].sort((a, b) => b - a));
    for (const { share, length } of said.heads) expect(length).toBeCloseTo(Math.hypot(...share), 4);
    // One number is opened: each head's summand, the bias, and the engine's sum.
    const { column } = said;
    await expect(figure.locator('dd')).toHaveText(
      [
        ...said.heads.map(({ share }) => share[column]!),
        ...(said.bias === null ? [] : [said.bias[column]!]),
        said.attn_out[column]!,
      ].map(written),
    );
    const sizes = said.attn_out.map(Math.abs);
    expect(sizes[column]).toBe(Math.max(...sizes));
  });

test('the token that is looked at is shown, and the reader chooses layer and number', async ({
  page,
}) => {
  const figure = await mount(page, { tags: ['glass-join'], src: 'stories', text: kText }, 'dd');
  await figure.locator('glass-tokens button').nth(1).hover();
  await drawn(page);
  await expect(figure.locator('.title')).toHaveText('What attention adds to “upon” in layer 1');
  expectSum(await told(figure), await engineRow(figure, 'blocks.0.attn_out', 1));
  await figure.locator('select').first().selectOption({ value: '3' });
  await expect(figure.locator('.title')).toContainText('in layer 4');
  await figure.locator('select').last().selectOption({ value: '6' });
  await expect(figure.locator('[part=sums] p')).toContainText('Number 7');
  const said = await told(figure);
  expect(said.column).toBe(6);
  await expect(figure.locator('dd').last()).toHaveText(written(said.attn_out[6]!));
});

for (const [src, text, stack] of [
  ['stories', kText, 'decoder'],
  ['en-zh', 'The cat sleeps.', 'encoder'],
] as const)
  test(`a head that is off hands over zeros, comes last, and is named: ${src}`, async ({
    page,
  }) => {
    const figure = await mount(
      page,
      { tags: ['glass-join'], src, text, props: { layer: 1 } },
      'dd',
    );
    const before = await told(figure);
    const off = before.heads[0]!.head;
    await page
      .locator('glass-model')
      .evaluate(
        (element, ablations) => Object.assign(element, { ablations }),
        [{ layer: 1, head: off, stack }],
      );
    await expect.poll(async () => (await told(figure)).heads.at(-1)!.length).toBe(0);
    const { heads, bias, attn_out } = await told(figure);
    const last = heads.at(-1)!;
    expect(last.head).toBe(off);
    expect([...last.z, ...last.share].every((value) => value === 0)).toBe(true);
    await expect(figure.locator('.changed')).toHaveText(`head ${off + 1} off`);
    expectSum({ ...before, heads, bias, attn_out }, attn_out);
    expect(attn_out).not.toEqual(before.attn_out);
  });

test('what the author names and the model has not is refused, and the next one is drawn', async ({
  page,
}) => {
  const options = { tags: ['glass-join'], src: 'stories', text: kText, props: { layer: 5 } };
  const figure = await mount(page, options, '[part=message]');
  const message = figure.locator('[part=message]');
  await expect(message).toContainText('layer must be a whole number from 0 to 4, found 5');
  await figure.evaluate((element) => Object.assign(element, { layer: 4, column: 160 }));
  await expect(message).toContainText('column must be a whole number from 0 to 159, found 160');
  await figure.evaluate((element) => Object.assign(element, { column: 159 }));
  await expect(figure.locator('dd').first()).toBeVisible();
  await expect(message).toHaveCount(0);
  expect((await told(figure)).column).toBe(159);
});
