/** Ablation: every cell is what a run of the engine gives without that part. */
import type { HookEdit, Tensor } from '../../../web/src/shared/run-types.ts';
import { formatPercent } from '../../../web/src/view/number.ts';
import { violations } from '../axe.ts';
import { expect, type Locator, type Page, test } from '../kept.ts';
import { mount } from '../mount.ts';
import { parse, svgOf } from '../svg.ts';
import { toldBy } from '../told.ts';

const kText = 'Once upon a time, there was a little girl named';
const kSource = 'The moon is very bright tonight.';

interface Without {
  readonly kind: 'head' | 'mlp' | 'layer';
  readonly stack: string;
  readonly layer: number;
  readonly head: number | null;
  readonly hooks: readonly string[];
  readonly probability: number;
  readonly log_probability: number;
  readonly first?: { readonly id: number; readonly text: string };
}

interface Told {
  readonly kind: string;
  readonly tokens: readonly { readonly row: number; readonly id: number; readonly text: string }[];
  readonly probability: number;
  readonly log_probability: number;
  readonly without: readonly Without[];
  readonly chosen: Without;
}

const openWith = (page: Page, src = 'stories', text = kText, props: object = {}, lang = 'en') =>
  mount(page, { tags: ['glass-ablation'], src, text, props, lang }, 'td button');

/**
 * What each token is given without a part, and what comes first in its place: computed here, from the engine's logits. The tokens
 * of an encoder–decoder are all of its translation.
 * `reference`: the text over which a mean is taken; null: zeros.
 */
function runWithout(
  figure: Locator,
  { hooks, head }: Pick<Without, 'hooks' | 'head'>,
  tokens: Told['tokens'],
  input: { text: string; reference: string | null },
): Promise<{ logs: number[]; first: number[] }> {
  return figure.page().evaluate(
    async ([names, at, places, { text, reference }]) => {
      interface Loaded {
        readonly config: { resolved: { architecture: string; decoder_start_token_id?: number } };
        forward(
          input: string | number[],
          options: object,
        ): Promise<{ activations: Record<string, Tensor> }>;
      }
      const { model } = document.querySelector('glass-model') as unknown as { model: Loaded };
      const { architecture, decoder_start_token_id: start = 0 } = model.config.resolved;
      const ofPair = architecture === 'encoder-decoder';
      const read = [start, ...places.slice(0, -1).map(({ id }) => id)];
      const run = (line: string, options: object) =>
        ofPair ? model.forward(read, { source: line, ...options }) : model.forward(line, options);
      const meanOf = ({ shape, data }: Tensor) => {
        const [rows, columns] = shape.slice(-2) as [number, number];
        const mean = new Float32Array(columns);
        for (let i = 0; i < columns; ++i) {
          let sum = 0;
          for (let r = 0; r < rows; ++r) sum += data[((at ?? 0) * rows + r) * columns + i]!;
          mean[i] = sum / rows;
        }
        return mean;
      };
      const own = reference === null ? null : await run(reference, { capture: names });
      const edits: HookEdit[] = names.map((hook) => ({
        hook,
        ...(at === null ? {} : { head: at }),
        ...(own === null ? { scale: 0 } : { set: meanOf(own.activations[hook]!) }),
      }));
      const hook = ofPair ? 'decoder.logits' : 'logits';
      const { activations } = await run(text, { capture: [hook], edits });
      const { shape, data } = activations[hook]!;
      const rows = places.map(({ row }) => [
        ...data.subarray(row * shape[1]!, (row + 1) * shape[1]!),
      ]);
      return {
        logs: rows.map((row, i) => {
          const most = Math.max(...row);
          const total = row.reduce((sum, each) => sum + Math.exp(each - most), 0);
          return row[places[i]!.id]! - most - Math.log(total);
        }),
        first: rows.map((row) => row.indexOf(Math.max(...row))),
      };
    },
    [hooks as string[], head, tokens, input] as const,
  );
}

const meanOf = (logs: readonly number[]) =>
  Math.exp(logs.reduce((sum, each) => sum + each, 0) / logs.length);

for (const [scheme, kind, lang] of [
  ['light', 'zero', 'en'],
  ['dark', 'mean', 'zh-CN'],
] as const)
  test(`axe finds nothing: ${scheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme: scheme });
    const figure = await openWith(page, 'en-zh', 'I like tea.', { kind }, lang);
    await figure.locator('summary').click();
    expect(await violations(page, 'glass-model')).toEqual([]);
  });

// Other models and kinds: tests/web/engine/study-of-models.test.ts.
for (const [src, text, kind, parts] of [
  ['stories', kText, 'mean', 35],
  ['en-zh', kSource, 'zero', 48],
] as const)
  test(`every cell is one run of the engine without that part: ${src}, ${kind}`, async ({
    page,
  }) => {
    const figure = await openWith(page, src, text, { kind });
    const told = await toldBy<Told>(figure);
    expect(told.without).toHaveLength(parts);
    const reference = kind === 'mean' ? text : null;
    const before = await runWithout(figure, { hooks: [], head: null }, told.tokens, {
      text,
      reference: null,
    });
    expect(told.probability).toBeCloseTo(meanOf(before.logs), 4);
    if (src !== 'en-zh') expect(before.first[0]).toBe(told.tokens[0]!.id);
    const names = new Set<string>();
    for (const part of told.without) {
      names.add(`${part.hooks.join(' ')} ${part.head}`);
      const { logs, first } = await runWithout(figure, part, told.tokens, { text, reference });
      expect(part.probability, part.hooks[0]).toBeCloseTo(meanOf(logs), 4);
      const sum = logs.reduce((all, each) => all + each, 0);
      expect(Math.abs(part.log_probability - sum)).toBeLessThan(1e-3 * Math.max(1, -sum));
      if (part.first !== undefined) expect(part.first.id).toBe(first[0]);
    }
    expect(names.size).toBe(parts);
    // Those first that change most.
    const changes = told.without.map((each) => Math.abs(each.probability - told.probability));
    expect(changes).toEqual([...changes].sort((a, b) => b - a));
    const cells = (await figure.locator('td button').allTextContents()).map((each) => each.trim());
    expect([...cells].sort()).toEqual(
      told.without.map((each) => formatPercent(each.probability)).sort(),
    );
  });

test('a head that is left out by zeros is a head that is switched off', async ({ page }) => {
  const figure = await openWith(page);
  const { without, tokens } = await toldBy<Told>(figure);
  const { layer, head, probability } = without.find(({ kind }) => kind === 'head')!;
  const after = await figure.page().evaluate(
    async ([text, ablate, id]) => {
      interface Loaded {
        generate(
          text: string,
          options: object,
        ): { step(): Promise<{ candidates: { id: number; probability: number }[] }> };
      }
      const { model } = document.querySelector('glass-model') as unknown as { model: Loaded };
      const options = { max_new_tokens: 1, num_candidates: 2048, ablate };
      const { candidates } = await model.generate(text, options).step();
      return candidates.find((each) => each.id === id)!.probability;
    },
    [kText, [{ layer, head }], tokens[0]!.id] as const,
  );
  expect(probability).toBeCloseTo(after, 5);
});

test('a mean may be taken over another text', async ({ page }) => {
  const reference = 'The little dog ran home. Tom was sad.';
  const figure = await openWith(page, 'stories', kText, { kind: 'mean', reference });
  await expect(figure.locator('.map .note')).toContainText(`the positions of “${reference}”`);
  const { without, tokens } = await toldBy<Told>(figure);
  for (const part of without.slice(0, 6)) {
    const { logs } = await runWithout(figure, part, tokens, { text: kText, reference });
    expect(part.probability).toBeCloseTo(meanOf(logs), 4);
  }
});

test('the reader says what off means, and the figure does', async ({ page }) => {
  const figure = await openWith(page);
  const note = figure.locator('.map .note');
  await expect(note).toContainText('Off means zero');
  const zero = await toldBy<Told>(figure);
  await figure.getByRole('radio', { name: 'mean' }).check();
  await expect(note).toContainText('its mean over the positions of this line');
  const mean = await toldBy<Told>(figure);
  expect(mean.kind).toBe('mean');
  expect(mean.probability).toBe(zero.probability);
  expect(mean.without.map((each) => each.probability)).not.toEqual(
    zero.without.map((each) => each.probability),
  );
});

test('the reader chooses whose probability', async ({ page }) => {
  const figure = await openWith(page);
  const select = figure.getByRole('combobox', { name: 'Whose probability' });
  const option = (await select.locator('option').nth(1).textContent())!.trim();
  await select.selectOption({ index: 1 });
  const { tokens, probability } = await toldBy<Told>(figure);
  const name = tokens[0]!.text.trim();
  // A list shows the blank before a word, as chips do.
  expect(tokens[0]!.text).toBe(` ${name}`);
  expect(option).toBe(`␣${name}`);
  await expect(figure.locator('.title').first()).toContainText(`for “${name}” after “named”`);
  await expect(figure.locator('.note').first()).toContainText(formatPercent(probability));
});

test('a translation is measured as a whole, or token by token', async ({ page }) => {
  const figure = await openWith(page, 'en-zh', kSource);
  const all = await toldBy<Told>(figure);
  expect(all.tokens.map(({ text }) => text).join('')).toContain('明亮');
  expect(all.probability).toBeCloseTo(Math.exp(all.log_probability / all.tokens.length), 4);
  await figure.getByRole('combobox', { name: 'Whose probability' }).selectOption({ index: 3 });
  await expect(figure.locator('.title').first()).toContainText('in “今晚月亮');
  const one = await toldBy<Told>(figure);
  expect(one.tokens).toEqual([all.tokens[2]]);
  const { logs, first } = await runWithout(figure, one.chosen, all.tokens, {
    text: kSource,
    reference: null,
  });
  expect(one.chosen.probability).toBeCloseTo(Math.exp(logs[2]!), 4);
  expect(one.chosen.first!.id).toBe(first[2]);
});

test('a pressed cell is chosen, its hooks are named, and arrows lead on', async ({ page }) => {
  const figure = await openWith(page);
  const readout = figure.locator('[part=readout]');
  const first = figure.locator('td button').first();
  await first.click();
  await expect(first).toHaveAttribute('aria-pressed', 'true');
  await expect(readout).toContainText('blocks.0.attn.z [0]');
  const head = await page
    .locator('glass-model')
    .evaluate((each) => (each as never as { figure: { head: object } }).figure.head);
  expect(head).toEqual({ layer: 0, head: 0 });
  await first.press('End');
  await expect(readout).toContainText('blocks.0.attn_out, blocks.0.mlp_out');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowLeft');
  await expect(readout).toContainText('Without the feed-forward of layer 2');
  await page.keyboard.press('Enter');
  expect((await toldBy<Told>(figure)).chosen.hooks).toEqual(['blocks.1.mlp_out']);
  await figure.locator('[part=most] button').first().click();
  const { without, chosen } = await toldBy<Told>(figure);
  expect(chosen).toEqual(without[0]);
});

test('what the reader has switched off stays off', async ({ page }) => {
  const figure = await openWith(page);
  const before = await toldBy<Told>(figure);
  await page
    .locator('glass-model')
    .evaluate((model) => Object.assign(model, { ablations: [{ layer: 0, head: 0 }] }));
  await expect
    .poll(async () => (await toldBy<Told>(figure)).probability)
    .not.toBe(before.probability);
  const { probability, without } = await toldBy<Told>(figure);
  const same = without.find(({ hooks, head }) => hooks[0] === 'blocks.0.attn.z' && head === 0)!;
  expect(same.probability).toBe(probability);
});

test('of a decoder any token is measured: the reader writes it', async ({ page }) => {
  const figure = await openWith(page);
  const field = figure.getByRole('textbox', { name: 'Whose probability: another token' });
  await field.fill('toy');
  await field.press('Enter');
  const tokens = async () => (await toldBy<Told>(figure)).tokens.map(({ text }) => text);
  await expect.poll(tokens).toEqual([' toy']);
  await expect(figure.locator('.title').first()).toContainText('“toy”');
});

test('wrong attributes and too long a source are refused in a sentence', async ({ page }) => {
  const figure = await openWith(page, 'en-zh', 'I like tea.');
  const before = await toldBy<Told>(figure);
  await page
    .locator('glass-model')
    .evaluate((model) => Object.assign(model, { text: 'I like tea. '.repeat(60) }));
  await expect(figure.locator('[part=refusal]')).toContainText('takes lines of up to 120');
  await expect(figure.locator('.stale')).toHaveCSS('opacity', '0.45');
  await expect(figure.locator('.stale :is(.note, .list)').filter({ visible: true })).toHaveCount(0);
  expect((await toldBy<Told>(figure)).without).toEqual(before.without);
  await figure.evaluate((element) => element.setAttribute('kind', 'median'));
  await expect(figure.locator('[part=message]')).toContainText(
    'kind must be "zero" or "mean", found "median"',
  );
  const other = await openWith(page);
  await other.evaluate((element) => element.setAttribute('token', '2048'));
  await expect(other.locator('[part=message]')).toContainText(
    'token must be a whole number from 0 to 2047, found 2048',
  );
});

for (const [lang, sentence] of [
  ['en', (count: number) => `place must be a whole number from 0 to ${count - 1}, found 99`],
  ['zh', (count: number) => `place 是 99，应为 0 到 ${count - 1} 的整数。`],
] as const)
  test(`a place that the author’s translation does not have is refused, ${lang}`, async ({
    page,
  }) => {
    const figure = await openWith(page, 'en-zh', kSource, {}, lang);
    const { length } = (await toldBy<Told>(figure)).tokens;
    const write = (place: number) =>
      figure.evaluate((element, given) => element.setAttribute('place', String(given)), place);
    await write(99);
    const message = figure.locator('[part=message][role=alert]');
    await expect(message).toContainText(sentence(length));
    await write(length - 1);
    await expect(message).toHaveCount(0);
    expect((await toldBy<Told>(figure)).tokens).toHaveLength(1);
    // Of a shorter translation all of it is measured.
    await page
      .locator('glass-model')
      .evaluate((model) => Object.assign(model, { text: 'I like tea.' }));
    await expect.poll(async () => (await toldBy<Told>(figure)).tokens.length).toBeGreaterThan(1);
    expect((await toldBy<Told>(figure)).tokens.length).toBeLessThan(length);
    await expect(message).toHaveCount(0);
  });

test('the list of the parts that matter most names them where nothing can be pressed, too', async ({
  page,
}) => {
  const figure = await openWith(page);
  await expect(figure.locator('[part=most] button').first()).toBeVisible();
  const names = (await figure.locator('[part=most] button').allTextContents()).map((name) =>
    name.trim(),
  );
  const { texts } = await parse(page, await svgOf(figure));
  for (const name of names) expect(texts.join(' ')).toContain(name);
  await figure.evaluate((element) => element.toggleAttribute('fixed', true));
  for (const [i, name] of names.entries())
    await expect(figure.locator('[part=most] li').nth(i).getByText(name)).toBeVisible();
});
