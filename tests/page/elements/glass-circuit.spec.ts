/** A head's circuits: QK is what the engine scores, and OV what it writes, where the stream holds embeddings and biases are 0. */
import type { Tensor } from '../../../web/src/shared/run-types.ts';
import { violations } from '../axe.ts';
import { expect, type Locator, type Page, test } from '../kept.ts';
import { mount } from '../mount.ts';
import { toldBy } from '../told.ts';

const kText = 'Once upon a time, there was a little girl named';

interface Given {
  readonly id: number;
  readonly text: string;
  readonly logit: number;
}

interface Told {
  readonly layer: number;
  readonly head: number;
  readonly tokens: readonly { readonly id: number; readonly text: string }[];
  readonly scores?: readonly (readonly number[])[];
  readonly token?: number;
  readonly raised?: readonly Given[];
  readonly lowered?: readonly Given[];
  readonly itself?: Given & { readonly rank: number };
}

const kReady = 'glass-matrix .cell, [part=raised] li';
const openWith = (
  page: Page,
  src = 'stories',
  text = kText,
  props: object = {},
  lang = 'en',
  ready = kReady,
) => mount(page, { tags: ['glass-circuit'], src, text, props, lang }, ready);

/**
 * The engine's own scores and logits of one head, with all biases of the layer's norm and attention set to 0 and the embeddings
 * (with or without positions) in the stream before the layer.
 */
function ofEngine(
  figure: Locator,
  { layer, head }: Pick<Told, 'layer' | 'head'>,
  text: string,
  hasPositions: boolean,
): Promise<{ scores: number[][]; written: number[][] }> {
  return figure.page().evaluate(
    async ([line, at, which, adds]) => {
      interface Loaded {
        readonly weights: readonly { name: string; shape: readonly number[] }[];
        forward(text: string, options: object): Promise<{ activations: Record<string, Tensor> }>;
        setWeight(name: string, data: Float32Array): Promise<() => Promise<void>>;
      }
      const { model } = document.querySelector('glass-model') as unknown as { model: Loaded };
      const biases = model.weights.filter(
        ({ name }) => name.startsWith(`h.${at}.`) && name.endsWith('.bias'),
      );
      const undo = [];
      for (const { name, shape } of biases)
        undo.push(await model.setWeight(name, new Float32Array(shape[0]!)));
      const first = await model.forward(line, { capture: ['embed', 'pos_embed'] });
      const { embed, pos_embed } = first.activations;
      const set = adds ? embed!.data.map((each, i) => each + pos_embed!.data[i]!) : embed!.data;
      const hooks = ['raw_scores', 'v'].map((name) => `blocks.${at}.attn.${name}`);
      const out = `blocks.${at}.attn_out`;
      const [heads, rows, width] = (await model.forward(line, { capture: [hooks[1]!] }))
        .activations[hooks[1]!]!.shape as [number, number, number];
      // Every token attends to itself alone, and only this head hands anything on.
      const pattern = new Float32Array(rows * rows);
      for (let i = 0; i < rows; ++i) pattern[i * (rows + 1)] = 1;
      const edits: object[] = [
        { hook: `blocks.${at}.resid_pre`, set },
        { hook: `blocks.${at}.attn.pattern`, head: which, set: pattern },
      ];
      for (let other = 0; other < heads; ++other)
        if (other !== which) edits.push({ hook: `blocks.${at}.attn.z`, head: other, scale: 0 });
      const { activations } = await model.forward(line, { capture: [...hooks, out], edits });
      for (const each of undo) await each();
      const table = (data: Float32Array, columns: number, begin = 0) =>
        Array.from({ length: rows }, (_, i) => [
          ...data.subarray(begin + i * columns, begin + (i + 1) * columns),
        ]);
      const raw = activations[hooks[0]!]!;
      const own = activations[out]!;
      return {
        scores: table(raw.data, rows, which * rows * rows).map((row) =>
          row.map((each) => each / Math.sqrt(width)),
        ),
        written: table(own.data, own.shape[1]!),
      };
    },
    [text, layer, head, hasPositions] as const,
  );
}

for (const [scheme, kind, lang] of [
  ['light', 'qk', 'en'],
  ['dark', 'ov', 'zh-CN'],
] as const)
  test(`axe finds nothing: ${scheme}, ${kind}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme: scheme });
    const figure = await openWith(page, 'stories', kText, { kind }, lang);
    await figure.locator('summary').click();
    expect(await violations(page, 'glass-model')).toEqual([]);
  });

// Other heads and models: tests/web/engine/study-of-models.test.ts.
test('QK is what the engine scores: stories, layer 3, head 1', async ({ page }) => {
  const props = { layer: 3, head: 1, withPositions: true };
  const figure = await openWith(page, 'stories', kText, { kind: 'qk', ...props });
  const told = await toldBy<Told>(figure);
  const { scores } = await ofEngine(figure, props, kText, true);
  expect(told.scores).toHaveLength(told.tokens.length);
  // The engine may leave out what the causal mask hides: the key stands at or before its query.
  told.scores!.forEach((row, query) =>
    row.slice(0, query + 1).forEach((score, key) => {
      expect(score, `${query} ${key}`).toBeCloseTo(scores[query]![key]!, 2);
    }),
  );
});

test('OV is what the engine writes: stories, layer 4, head 0', async ({ page }) => {
  const props = { layer: 4, head: 0 };
  const figure = await openWith(page, 'stories', kText, { kind: 'ov', ...props });
  const { raised, lowered, itself, token, tokens } = await toldBy<Told>(figure);
  expect(token).toBe(tokens.length - 1);
  const { written } = await ofEngine(figure, props, kText, false);
  const logits = await page.evaluate(async (row) => {
    interface Loaded {
      weight(name: string): Promise<Tensor>;
    }
    const { model } = document.querySelector('glass-model') as unknown as { model: Loaded };
    const [table, gain] = [await model.weight('wte.weight'), await model.weight('ln_f.weight')];
    const mean = row.reduce((sum, each) => sum + each, 0) / row.length;
    return Array.from({ length: table.shape[0]! }, (_, id) =>
      row.reduce(
        (sum, each, i) => sum + (each - mean) * gain.data[i]! * table.data[id * row.length + i]!,
        0,
      ),
    );
  }, written[token!]!);
  const close = (each: Given) => expect(each.logit, each.text).toBeCloseTo(logits[each.id]!, 2);
  for (const each of [...raised!, ...lowered!, itself!]) close(each);
  const falling = [...logits].sort((a, b) => b - a);
  raised!.forEach(({ logit }, i) => expect(logit).toBeCloseTo(falling[i]!, 2));
  lowered!.forEach(({ logit }, i) => expect(logit).toBeCloseTo(falling.at(-1 - i)!, 2));
  expect(itself!.id).toBe(tokens[token!]!.id);
  const above = logits.filter((each) => each > logits[itself!.id]!).length;
  expect(Math.abs(itself!.rank - 1 - above)).toBeLessThanOrEqual(1);
});

test('the reader chooses circuit, head, token and positions, and the figure says which', async ({
  page,
}) => {
  const figure = await openWith(page);
  await expect(figure.locator('.note')).toContainText('without its position');
  const before = await toldBy<Told>(figure);
  await figure.getByLabel('with positions').check();
  await expect(figure.locator('.note')).toContainText('with its position');
  expect((await toldBy<Told>(figure)).scores).not.toEqual(before.scores);
  await figure.getByRole('radio', { name: 'OV' }).check();
  await figure.locator('.asked select').first().selectOption({ label: '5' });
  await figure.locator('.asked select').last().selectOption({ label: '2' });
  await figure.locator('glass-tokens button').nth(9).click();
  await expect(figure.locator('.title')).toContainText(
    'OV circuit of head 2 of layer 5: what it passes on of “girl”',
  );
  const { layer, head, token } = await toldBy<Told>(figure);
  expect([layer, head, token]).toEqual([4, 1, 9]);
  await expect(figure.locator('[part=raised] li')).toHaveCount(8);
});

test('it follows the head that is picked in the figure around it', async ({ page }) => {
  const figure = await openWith(page);
  await page.locator('glass-model').evaluate((each) => {
    const { figure: shared } = each as never as { figure: { pickHead(place: object): void } };
    shared.pickHead({ layer: 2, head: 4 });
  });
  await expect(figure.locator('.title')).toContainText('head 5 of layer 3');
});

test('what has no such circuits is told apart, and a head that is not there is refused', async ({
  page,
}) => {
  const figure = await openWith(page, 'aab', 'aabaa');
  await figure.evaluate((element) => element.setAttribute('head', '1'));
  await expect(figure.locator('[part=message]')).toContainText(
    'head must be a whole number from 0 to 0, found 1',
  );
  const options = { tags: ['glass-circuit'], src: 'en-zh', text: 'The cat sleeps.' };
  const other = await mount(page, options, '[part=message]');
  await expect(other.locator('[part=message]')).toHaveText(
    'This figure is about models that continue a text: decoders.',
  );
});

test('of a long line each row and column of the end has its token, and a number when it is pointed at', async ({
  page,
}) => {
  const circuit = await openWith(
    page,
    'stories',
    'a dog and a cat '.repeat(20).trim(),
    { layer: 1 },
    'en',
    'glass-matrix canvas',
  );
  await expect(circuit).toContainText('Only the last 64 tokens');
  await expect(circuit.locator('.names span')).toHaveCount(64);
  await expect(circuit.locator('.over span')).toHaveCount(64);
  await expect(circuit.locator('.names span').last()).toHaveText('cat');
  await circuit.locator('canvas').hover({ position: { x: 5, y: 15 } });
  await expect(circuit.locator('.pointed')).toContainText(/“.+”.*, “.+”.*: \S*\d/);
});
