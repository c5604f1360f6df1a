/** An element that names a model itself: one tag is a figure, with nothing around it. */
import { readFileSync } from 'node:fs';
import type { GlassAttention, GlassInput, GlassSave } from '../../web/src/elements/index.ts';
import { violations } from './axe.ts';
import { expect, test } from './kept.ts';
import { kPair, kSigns, kWithout } from './drawn-signs.ts';
import { openShelf, put } from './shelf.ts';
import { tags } from './tags.ts';

const message = '[part=message][role=alert]';
const kText = 'Once upon a time';
test('this page names every element that takes a model', () => {
  expect([...Object.keys(kSigns), ...kWithout].sort()).toEqual([...tags].sort());
});

/** Whether axe looks at it in the tests of that element. */
const isLookedAt = (tag: string) =>
  /\b(expectAccessible\(page\)|violations\(page, 'glass-model'\))/.test(
    readFileSync(`${import.meta.dirname}/elements/${tag}.spec.ts`, 'utf8'),
  );

for (const [tag, [sign, inside = '']] of Object.entries(kSigns)) {
  const isForAxe = !isLookedAt(tag);
  test(`<${tag}> alone draws its figure${isForAxe ? ', and axe finds nothing' : ''}`, async ({
    page,
  }) => {
    await openShelf(page);
    const [src, text] = kPair.includes(tag) ? ['en-zh', 'I like tea.'] : ['stories', kText];
    const hook = tag === 'glass-matrix' ? 'hook="embed" caption="Embeddings"' : '';
    const read = tag === 'glass-padding' ? '' : `text="${text}"`; // its texts are its own
    await put(page, `<${tag} model="${src}" ${read} ${hook}>${inside}</${tag}>`);
    const figure = page.locator(`main > ${tag}`);
    await expect(sign === ':scope' ? figure : figure.locator(sign).first()).toBeAttached();
    await expect(figure.locator('[part~=message]:not(.unseen)')).toHaveCount(0);
    if (isForAxe) expect(await violations(page, 'main')).toEqual([]);
  });
}

test('what has numbers of its own says that it takes no model', async ({ page }) => {
  await openShelf(page);
  for (const tag of kWithout)
    await test.step(tag, async () => {
      await put(page, `<${tag} model="aab"></${tag}>`);
      await expect
        .soft(page.locator(message), tag)
        .toContainText(
          `model must be left out of <${tag}>${tag === 'glass-model' ? ', where it is called src' : ''}, found "aab"`,
        );
    });
});

// A framework that takes over what a server rendered compares attributes, after the elements are defined.
test('an element has the attributes that it was given, and no others of its own accord', async ({
  page,
}) => {
  await openShelf(page);
  const own = await page.evaluate(async (all) => {
    const found: string[] = [];
    for (const tag of all) {
      const element = document.createElement(tag) as HTMLElement & { updateComplete?: unknown };
      document.body.append(element);
      await element.updateComplete;
      found.push(...element.getAttributeNames().map((name) => `${tag} ${name}`));
      element.remove();
    }
    return found;
  }, tags);
  expect(own).toEqual([]);
});

test('layer and head are those of the attributes', async ({ page }) => {
  await openShelf(page);
  await put(
    page,
    `<glass-attention model="stories" text="${kText}" layer="1" head="3"></glass-attention>
     <glass-model src="stories" text="${kText}"><glass-attention layer="1" head="3"></glass-attention></glass-model>`,
  );
  await expect(page.locator('glass-attention .cell')).toHaveCount(32);
  const all = await page
    .locator('glass-attention')
    .evaluateAll((each) => each.map((one) => (one as GlassAttention).toJSON()));
  const [alone, inside] = all as unknown as readonly Readonly<Record<string, unknown>>[];
  expect(alone).toMatchObject({ model: 'stories', text: kText });
  expect({ ...alone, model: undefined, text: undefined }).toEqual({
    ...inside,
    model: undefined,
    text: undefined,
  });
});

test('figures of one model share its files and the worker; each has its own text', async ({
  page,
}) => {
  const files: string[] = [];
  page.on('request', (request) => files.push(new URL(request.url()).pathname));
  await openShelf(page);
  await put(
    page,
    `<glass-tokens model="aab" text="aab"></glass-tokens><glass-tokens model="aab" text="aabaa"></glass-tokens>
     <glass-model src="aab" text="ab"><glass-tokens></glass-tokens></glass-model>`,
  );
  for (const [i, count] of [3, 5, 2].entries())
    await expect(page.locator('glass-tokens').nth(i).locator('button')).toHaveCount(count);
  expect(files.filter((path) => path.endsWith('/aab/model.safetensors'))).toHaveLength(1);
  expect(page.workers()).toHaveLength(1);
});

test('inside a <glass-model> its own model wins, and what is taken away gives way again', async ({
  page,
}) => {
  await openShelf(page);
  await put(
    page,
    `<glass-model src="aab" text="aab"><glass-save model="aab" text="aabaa"><glass-tokens></glass-tokens></glass-save><glass-input></glass-input></glass-model>`,
  );
  const chips = page.locator('glass-tokens button');
  await expect(chips).toHaveCount(5);
  await page.locator('textarea').fill('ab');
  const save = page.locator('glass-save');
  await save.evaluate((each) => each.removeAttribute('model'));
  await expect(chips).toHaveCount(2);
  await save.evaluate((each) => each.setAttribute('model', 'aab'));
  await expect(chips).toHaveCount(5);
  await save.evaluate((each) => each.setAttribute('text', 'b'));
  await expect(chips).toHaveCount(1);
});

test('what is typed into a field alone is read, and told', async ({ page }) => {
  await openShelf(page);
  await put(page, '<glass-input model="aab" text="aab"></glass-input>');
  const tokens = page.locator('glass-input .mirror [data-place]');
  await expect(tokens).toHaveCount(3);
  const field = page.locator('glass-input');
  await field.evaluate((each) =>
    each.addEventListener('glass-run', (event) => {
      each.setAttribute('title', (event as CustomEvent<{ text: string }>).detail.text);
    }),
  );
  await page.locator('textarea').fill('aabaa');
  await expect(tokens).toHaveCount(5);
  await expect(field).toHaveAttribute('title', 'aabaa');
  expect(await field.evaluate((each) => (each as GlassInput).text)).toBe('aabaa');
});

test('moved, removed and added again it goes on, and its model is released meanwhile', async ({
  page,
}) => {
  await openShelf(page);
  await put(
    page,
    '<section></section><glass-tokens model="aab" text="aab"></glass-tokens><div></div>',
  );
  const chips = page.locator('glass-tokens button');
  await expect(chips).toHaveCount(3);
  const write = (text: string) =>
    page.locator('glass-tokens').evaluate((each, value) => each.setAttribute('text', value), text);
  await page.evaluate(() =>
    document.querySelector('div')!.append(document.querySelector('glass-tokens')!),
  );
  await write('aabaa');
  await expect(chips).toHaveCount(5);
  const handles = () =>
    page.evaluate(async () => {
      const { sharedEngine } = (
        globalThis as unknown as { glassformer: typeof import('glassformer') }
      ).glassformer;
      return (await sharedEngine().info()).openHandles;
    });
  expect(await handles()).toBe(1);
  await page.evaluate(() => {
    const figure = document.querySelector('glass-tokens')!;
    Object.assign(globalThis, { figure });
    figure.remove();
  });
  await expect.poll(handles).toBe(0);
  await page.evaluate(() =>
    document
      .querySelector('section')!
      .append((globalThis as unknown as { figure: HTMLElement }).figure),
  );
  await write('ab');
  await expect(chips).toHaveCount(2);
  expect(await handles()).toBe(1);
});

test('lazy waits until the reader comes near', async ({ page }) => {
  const files: string[] = [];
  page.on('request', (request) => files.push(request.url()));
  await openShelf(page);
  await put(
    page,
    `<glass-tokens id="near" model="aab" text="aab"></glass-tokens>${'<br>'.repeat(400)}
     <glass-tokens id="far" lazy model="stories" text="Once"></glass-tokens>`,
  );
  await expect(page.locator('#near button')).toHaveCount(3);
  expect(files.filter((url) => url.includes('/models/stories/'))).toEqual([]);
  await page.locator('#far').scrollIntoViewIfNeeded();
  await expect(page.locator('#far button')).toHaveCount(1);
});

test.describe('a model that fails to load at first', () => {
  test.use({ allowed: /404/ });

  test('is told, tried again by a button, and the focus stays with the figure', async ({
    page,
  }) => {
    let isBroken = true;
    await openShelf(page);
    await page.route('**/models/aab/config.json', (route) =>
      isBroken ? route.fulfill({ status: 404 }) : route.fallback(),
    );
    await put(
      page,
      '<glass-tokens model="aab" text="aab"></glass-tokens><glass-input model="aab" text="aabaa"></glass-input>',
    );
    await expect(page.locator(message)).toHaveCount(2);
    // Why it cannot be shown stands there: that it cannot is not said once more.
    await expect(page.getByText('This figure cannot be shown.')).toHaveCount(0);
    const retry = page.locator('[part=retry]');
    await expect(retry).toHaveCount(2);
    await retry.first().focus();
    isBroken = false;
    await page.keyboard.press('Enter');
    await expect(page.locator('glass-tokens button')).toHaveCount(3);
    await expect(page.locator('glass-input .mirror [data-place]')).toHaveCount(5);
    await expect(page.locator(message)).toHaveCount(0);
    await expect(retry).toHaveCount(0);
    await expect(page.locator('glass-tokens')).toBeFocused();
  });
});

test('a try is offered only where it can help', async ({ page }) => {
  await openShelf(page);
  for (const address of ['storis', 'javascript:alert(1)'])
    await test.step(address, async () => {
      await put(
        page,
        `<glass-tokens model="${address}" text="aab"></glass-tokens><glass-model src="${address}"></glass-model>`,
      );
      await expect(page.locator(message)).toHaveCount(2);
      await expect(page.locator('[part=retry]')).toHaveCount(0);
      await expect(page.locator('glass-tokens [part~=message]')).toHaveCount(1);
    });
});

test('a saved figure is without what is said of its model', async ({ page }) => {
  await openShelf(page);
  await put(
    page,
    '<glass-save model="aab" text="aabaa"><glass-tokens></glass-tokens></glass-save>',
  );
  await expect(page.locator('glass-tokens button')).toHaveCount(5);
  const save = page.locator('glass-save');
  await expect(save.locator('[role=status]')).toHaveCount(0);
  const data = await save.evaluate((each) => (each as GlassSave).toJSON());
  expect(data.figure).toBe('glass-tokens');
});

test('a figure of decoders whose model is an encoder–decoder says which element shows it', async ({
  page,
}) => {
  await openShelf(page);
  await put(page, '<glass-attention model="en-zh" text="hello"></glass-attention>');
  await expect(page.locator('glass-attention .placeholder')).toHaveText(
    'Its model is an encoder–decoder: <glass-translate> shows it.',
    { timeout: 30_000 },
  );
});
