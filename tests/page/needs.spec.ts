/** A `<glass-model>` captures the activations that the elements inside it need, and no others. */
import { kPair, kSigns, kWithout } from './drawn-signs.ts';
import { button } from './figures.ts';
import { expect, type Page, test } from './kept.ts';
import { openShelf, put } from './shelf.ts';
import { settled } from './settled.ts';
import { tags } from './tags.ts';

interface Run {
  readonly tokens: readonly object[];
  readonly activations: Readonly<Record<string, object>>;
}

/** Puts markup in, and gives the hooks of the last run when all is settled. */
async function hooksOf(page: Page, markup: string): Promise<string[]> {
  await put(page, markup);
  const model = page.locator('main > glass-model');
  await expect
    .poll(() =>
      model.evaluate(
        (each) => (each as never as { figure: { state: { status: string } } }).figure.state.status,
      ),
    )
    .toBe('ready');
  await settled(page);
  return model.evaluate((each) => {
    const { figure } = each as never as { figure: { state: { run: Run } } };
    return Object.keys(figure.state.run.activations).sort();
  });
}

const aab = (inside: string, attributes = '') =>
  `<glass-model src="aab" text="aab" ${attributes}>${inside}</glass-model>`;

test('what the elements inside show is captured', async ({ page }) => {
  await openShelf(page);
  expect(await hooksOf(page, aab('<glass-tokens></glass-tokens>'))).toEqual([]);
  expect(await hooksOf(page, aab('<glass-embeddings></glass-embeddings>'))).toEqual(['embed']);
  expect(await hooksOf(page, aab('<p><glass-heads></glass-heads></p>'))).toEqual([
    'blocks.0.attn.pattern',
  ]);
  // This model has no norm: what it lacks is left out.
  const lacking = '<glass-matrix hook="ln_final"></glass-matrix><glass-block></glass-block>';
  const both = '<glass-matrix hook="logits" scale-hooks="embed pos_embed"></glass-matrix>';
  const hooks = await hooksOf(page, aab(both + lacking));
  expect(hooks).toEqual(
    expect.arrayContaining(['blocks.0.resid_pre', 'embed', 'logits', 'pos_embed']),
  );
  expect(hooks).not.toContain('blocks.0.attn.pattern');
  const steps = await hooksOf(page, aab('<glass-attention-steps></glass-attention-steps>'));
  expect(steps).toEqual(
    ['k', 'pattern', 'q', 'raw_scores', 'scores', 'v', 'z'].map((part) => `blocks.0.attn.${part}`),
  );
});

test('"capture" takes the place of what the elements need', async ({ page }) => {
  await openShelf(page);
  const figure = '<glass-embeddings></glass-embeddings>';
  expect(await hooksOf(page, aab(figure, 'capture="logits"'))).toEqual(['logits']);
  await expect(page.locator('glass-embeddings')).toHaveText('Nothing to show yet.');
  expect(await hooksOf(page, aab(figure, 'capture=""'))).toEqual([]);
  const all = await hooksOf(page, aab(figure, 'capture="*"'));
  expect(all).toEqual(expect.arrayContaining(['embed', 'logits', 'blocks.0.resid_pre']));
  // Changed later, it counts at once.
  await page.locator('glass-model').evaluate((each) => each.setAttribute('capture', 'embed'));
  await expect(page.locator('glass-embeddings .cell').first()).toBeVisible();
});

test('"capture" may be a list, as a script gives it', async ({ page }) => {
  await openShelf(page);
  const model = page.locator('main > glass-model');
  const captured = () =>
    model.evaluate((each) => {
      const { figure } = each as never as { figure: { state: { run: Run | null } } };
      return Object.keys(figure.state.run?.activations ?? {}).sort();
    });
  const give = (capture: unknown) =>
    model.evaluate((each, given) => void Object.assign(each, { capture: given }), capture);
  /** As a framework makes an element. */
  const make = (capture: unknown) =>
    page.evaluate((given) => {
      const made = document.createElement('glass-model');
      Object.assign(made, { src: 'aab', text: 'aab', capture: given });
      made.append(document.createElement('glass-embeddings'));
      document.querySelector('main')?.replaceChildren(made);
    }, capture);

  await make(['blocks.0.attn.z', 'logits']);
  await expect.poll(captured).toEqual(['blocks.0.attn.z', 'logits']);
  // What is refused leaves all as it was, also for an element that comes later and needs more.
  for (const [wrong, found] of [
    [5, '5'],
    [{ hook: 'logits' }, 'an object with hook'],
    [['logits', 5], 'a list of another kind'],
  ] as const) {
    await give(wrong);
    await expect(model.getByRole('alert').first()).toContainText(
      `capture must be a list of texts, found ${found}`,
    );
    await model.evaluate((each) => each.append(document.createElement('glass-heads')));
    await settled(page);
    expect(await captured()).toEqual(['blocks.0.attn.z', 'logits']);
  }
  await give(['logits', 'embed']);
  await expect.poll(captured).toEqual(['blocks.0.attn.z', 'embed', 'logits']);
  await expect(model.getByRole('alert')).toHaveCount(0);

  await make(['blocks.*.attn.pattern']);
  await expect.poll(captured).toEqual(['blocks.0.attn.pattern']);
  // Null: what the elements inside need.
  await give(null);
  await expect.poll(captured).toEqual(['blocks.0.attn.pattern', 'embed']);
  await make([]);
  await expect(page.locator('glass-embeddings')).toHaveText('Nothing to show yet.');
  expect(await captured()).toEqual([]);
});

/** These have another model or numbers of their own; of changes there are none yet. */
const kOthers = [...kWithout, ...kPair, 'glass-changes'];
/** Every other element, and further forms of some, each with what stands in it when it is drawn. */
const kAlone: readonly (readonly [markup: string, drawn: string])[] = [
  ...tags
    .filter((tag) => !kOthers.includes(tag))
    .map((tag) => {
      const [sign, inside = ''] = kSigns[tag]!;
      const attributes = tag === 'glass-matrix' ? ' hook="logits" rows-as="token"' : '';
      return [`<${tag}${attributes}>${inside}</${tag}>`, sign] as const;
    }),
  ['<glass-attention view="lines"></glass-attention>', 'path'],
  ['<glass-attention layer="-1"></glass-attention>', 'glass-matrix .cell'],
  ['<glass-attention-steps layer="1"></glass-attention-steps>', 'td'],
  ['<glass-block></glass-block>', '.stream'],
  ['<glass-feed-forward layer="2"></glass-feed-forward>', '.pushes li'],
  ['<glass-norm place="end"></glass-norm>', 'dd'],
  ['<glass-join></glass-join>', 'dd'],
  ['<glass-join layer="2"></glass-join>', 'dd'],
  ['<glass-circuit kind="ov"></glass-circuit>', '[part=raised] li'],
  ['<glass-map></glass-map>', '.neighbour'],
  ['<glass-variance></glass-variance>', '.model'],
];

test('each element alone in its model shows its figure', async ({ page }) => {
  await openShelf(page);
  await put(
    page,
    kAlone
      .map(([tag]) => `<glass-model src="stories" text="Once upon a time">${tag}</glass-model>`)
      .join(''),
  );
  for (const [i, [tag, drawn]] of kAlone.entries()) {
    const model = page.locator('main > glass-model').nth(i);
    await expect(model.locator(drawn).first(), tag).toBeAttached();
    await expect(model.locator('.placeholder'), tag).toHaveCount(0);
  }
});

test('an element that is added later gets its activations, and nothing else begins anew', async ({
  page,
}) => {
  await openShelf(page);
  await put(
    page,
    `<glass-model src="stories" text="Once upon a time"><glass-heads></glass-heads><glass-generate></glass-generate></glass-model>`,
  );
  const step = button(page.locator('glass-generate'), 'Step');
  await step.click();
  await expect(page.locator('glass-generate .made')).toHaveCount(1);
  await page.locator('glass-model').evaluate((each) => {
    const { model } = each as never as { model: { forward: (...all: unknown[]) => unknown } };
    const { forward } = model;
    const captured: unknown[] = [];
    model.forward = (input, options) => {
      captured.push((options as { capture: unknown }).capture);
      return forward.call(model, input, options);
    };
    Object.assign(globalThis, { captured });
    for (const tag of ['glass-embeddings', 'glass-heads']) each.append(document.createElement(tag));
  });
  await expect(page.locator('glass-embeddings .names span')).toHaveCount(4);
  await expect(page.locator('glass-heads canvas').nth(20)).toBeAttached();
  const captured = () => page.evaluate(() => (globalThis as { captured?: unknown }).captured);
  expect(await captured()).toEqual([['embed']]);
  await expect(page.locator('glass-generate .made')).toHaveCount(1);
  // A property may change what an element needs.
  await page.locator('glass-embeddings').evaluate((each) => each.setAttribute('hook', 'ln_final'));
  await expect.poll(captured).toEqual([['embed'], ['ln_final']]);
  // The next text is read with all of it at once.
  await page.locator('glass-model').evaluate((each) => each.setAttribute('text', 'A dog'));
  await expect(page.locator('glass-embeddings .names span')).toHaveCount(2);
  await expect
    .poll(captured)
    .toEqual([['embed'], ['ln_final'], ['blocks.*.attn.pattern', 'ln_final']]);
});
