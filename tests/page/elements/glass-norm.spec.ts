/** Layer norm, number by number beside the engine. */
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

/** What the figure says of itself. */
interface Told {
  readonly token: number;
  readonly before: number[];
  readonly normed: number[];
  readonly after: number[];
  readonly mean: number;
  readonly deviation: number;
}

const told = (norm: Locator): Promise<Told> =>
  norm.evaluate((element) => (element as unknown as { toJSON(): Told }).toJSON());

/** The norm of one token, computed here from what the engine reads and its weights. */
function computed(norm: Locator, hook: string, weight: string, token: number) {
  return norm
    .page()
    .locator('glass-model')
    .evaluate(
      async (element, asked) => {
        const { model, text } = element as unknown as { model: Loaded; text: string };
        const { activations } = await model.forward(text, { capture: [asked.hook] });
        const { shape, data } = activations[asked.hook]!;
        const width = shape[1]!;
        const x = [...data.subarray(asked.token * width, (asked.token + 1) * width)];
        const mean = x.reduce((sum, each) => sum + each, 0) / width;
        const variance = x.reduce((sum, each) => sum + (each - mean) ** 2, 0) / width;
        const deviation = Math.sqrt(variance + 1e-5);
        const { data: gain } = await model.weight(`${asked.weight}.weight`);
        const { data: bias } = await model.weight(`${asked.weight}.bias`);
        const y = x.map((each, i) => ((each - mean) / deviation) * gain[i]! + bias[i]!);
        return { x, y, mean, deviation };
      },
      { hook, weight, token },
    );
}

test('axe finds nothing, light and dark', async ({ page }) => {
  await mount(page, { tags: ['glass-norm'], src: 'stories', text: kText, lang: 'zh-CN' }, 'dd');
  await expectAccessible(page);
});

for (const [place, hook, weight] of [
  ['attention', 'blocks.2.resid_pre', 'h.2.ln_1'],
  ['feedForward', 'blocks.2.resid_mid', 'h.2.ln_2'],
  ['end', 'blocks.4.resid_post', 'ln_f'],
] as const)
  test(`before and after are the engine's, and the norm's arithmetic holds: ${place}`, async ({
    page,
  }) => {
    const norm = await mount(
      page,
      { tags: ['glass-norm'], src: 'stories', text: kText, props: { layer: 2, place } },
      'dd',
    );
    const { token, before, normed, after, mean, deviation } = await told(norm);
    const own = await computed(norm, hook, weight, token);
    expect(before).toHaveLength(160);
    before.forEach((value, i) => expect(value).toBeCloseTo(own.x[i]!, 4));
    normed.forEach((value, i) =>
      expect(value).toBeCloseTo((own.x[i]! - own.mean) / own.deviation, 3),
    );
    after.forEach((value, i) => expect(value).toBeCloseTo(own.y[i]!, 3));
    expect(mean).toBeCloseTo(own.mean, 5);
    expect(deviation).toBeCloseTo(own.deviation, 5);
    const readout = await norm.locator('[part=readout]').textContent();
    expect(readout).toContain(own.mean.toFixed(4).replace('-', '−'));
    expect(readout).toContain('Normalised: mean 0.0000, deviation 1.0000.');
    // The sums that are worked by hand come to what the engine made.
    const largest = before.indexOf(Math.max(...before));
    await expect(norm.locator('dt').first()).toHaveText(`number ${largest + 1}`);
    await expect(norm.locator('dd b').first()).toHaveText(
      own.y[largest]!.toFixed(4).replace('-', '−'),
    );
  });

test('the token that is looked at is the one that is shown, and the reader chooses the norm', async ({
  page,
}) => {
  const norm = await mount(
    page,
    { tags: ['glass-norm'], src: 'stories', text: kText, props: { layer: 1 } },
    'dd',
  );
  await norm.locator('glass-tokens button').nth(1).hover();
  await drawn(page);
  await expect(norm.locator('.title')).toContainText('“upon” through the norm before attention');
  expect((await told(norm)).token).toBe(1);
  await norm.getByText('before the output').click();
  await expect(norm.locator('.title')).toContainText('through the norm before the output');
  await expect(norm.locator('select')).toBeDisabled(); // it belongs to no layer
  await norm.getByText('before attention').click();
  await norm.locator('select').selectOption({ value: '3' });
  await norm.getByText('before the feed-forward').click();
  await expect(norm.locator('.title')).toContainText('before the feed-forward, layer 4');
});

test('a model without norms says so', async ({ page }) => {
  const norm = await mount(
    page,
    { tags: ['glass-norm'], src: 'aab', text: 'aab' },
    '[part=message]',
  );
  await expect(norm.locator('[part=message]')).toHaveText('This model has no layer norm.');
});

test('a layer that the model has not is refused, and the next one is drawn', async ({ page }) => {
  const options = { tags: ['glass-norm'], src: 'stories', text: kText, props: { layer: 5 } };
  const figure = await mount(page, options, '[part=message]');
  await expect(figure.locator('[part=message]')).toContainText(
    'layer must be a whole number from 0 to 4, found 5',
  );
  await figure.evaluate((element) => Object.assign(element, { layer: 4 }));
  await expect(figure.locator('dd').first()).toBeVisible();
  await expect(figure.locator('[part=message]')).toHaveCount(0);
});
