/** A text that the page takes away takes what was drawn of it along; a reader who deletes a line sees the last figure. */
import type { Model } from '../../web/src/index.ts';
import { kPair, kSigns } from './drawn-signs.ts';
import { expect, test } from './kept.ts';
import { openShelf, put } from './shelf.ts';

/** These show a model, lines of their own or what stands inside them, whatever the text is. */
const kWithoutText = [
  'glass-changes',
  'glass-map',
  'glass-padding',
  'glass-patch',
  'glass-proof',
  'glass-save',
  'glass-variance',
];

for (const [tag, [sign]] of Object.entries(kSigns)) {
  if (kWithoutText.includes(tag)) continue;
  test(`<${tag}> without its text draws nothing, and draws the next one`, async ({ page }) => {
    await openShelf(page);
    const [src, text, other] = kPair.includes(tag)
      ? ['en-zh', 'I like tea.', 'I like you.']
      : ['stories', 'Once upon a time', 'The dog'];
    const hook = tag === 'glass-matrix' ? 'hook="embed" caption="Embeddings"' : '';
    await put(page, `<${tag} model="${src}" text="${text}" ${hook}></${tag}>`);
    const figure = page.locator(`main > ${tag}`);
    const drawn = figure.locator(sign).first();
    await expect(drawn).toBeAttached();
    await figure.evaluate((each, value) => each.setAttribute('text', value), '');
    await expect(drawn).not.toBeAttached();
    if (tag !== 'glass-input')
      await expect(figure.locator('[part~=message]')).toHaveAttribute('aria-busy', 'false');
    await figure.evaluate((each, value) => each.setAttribute('text', value), other);
    await expect(drawn).toBeAttached();
  });
}

for (const tag of ['glass-join', 'glass-norm', 'glass-positions'])
  test(`<${tag}>: a text that goes while it is read does not come back`, async ({ page }) => {
    await openShelf(page);
    await put(page, `<${tag} model="en-zh" text="I like tea."></${tag}>`);
    const figure = page.locator(tag);
    const drawn = figure.locator(kSigns[tag]![0]).first();
    await expect(drawn).toBeAttached();
    await figure.evaluate(async (each) => {
      const { figure: own } = each as unknown as { figure: { state: { model: Model } } };
      const { model } = own.state;
      // It goes when the engine has been asked about it.
      type Forward = (text: string, options?: { readonly source?: string }) => Promise<unknown>;
      const { forward } = Object.getPrototypeOf(model) as { forward: Forward };
      const isRead = new Promise<void>((done) => {
        const told: Forward = (text, options) => {
          if (options?.source === 'The moon is bright.') done();
          return forward.call(model, text, options);
        };
        Object.assign(model, { forward: told });
      });
      each.setAttribute('text', 'The moon is bright.');
      await isRead;
      each.setAttribute('text', '');
      // What was under way is answered before this is.
      await model.sourceTokenizer.encode('I');
      await (each as unknown as { updateComplete: Promise<unknown> }).updateComplete;
    });
    await expect(figure.locator('[part~=message]')).toHaveAttribute('aria-busy', 'false');
    await expect(drawn).not.toBeAttached();
  });

test('a translation’s beam tree goes with its text', async ({ page }) => {
  await openShelf(page);
  await put(page, '<glass-beam-tree model="en-zh" text="I like tea."></glass-beam-tree>');
  const nodes = page.locator('glass-beam-tree .node');
  await expect(nodes.first()).toBeAttached();
  await page.locator('glass-beam-tree').evaluate((each) => each.setAttribute('text', ''));
  await expect(nodes).toHaveCount(0);
});

test('a line that its reader deletes leaves the figure, until the next line is read', async ({
  page,
}) => {
  await openShelf(page);
  await put(
    page,
    `<glass-model src="stories" text="Once upon a time"><glass-input></glass-input><glass-tokens></glass-tokens><glass-surprise></glass-surprise></glass-model>`,
  );
  const chips = page.locator('glass-tokens .token');
  const mean = page.locator('glass-surprise [part=mean]');
  await expect(chips).toHaveCount(4);
  await expect(mean).toBeAttached();
  await page.locator('glass-input textarea').fill('');
  await expect(page.locator('glass-input .mirror [data-place]')).toHaveCount(0);
  await expect(chips).toHaveCount(4);
  await expect(mean).toBeAttached();
  await page.locator('glass-input textarea').fill('The dog');
  await expect(chips).toHaveCount(2);
});
