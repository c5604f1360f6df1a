/** glassformer/auto: a tag is defined when the document first has one, and what it has none of is not fetched. */
import { readdirSync } from 'node:fs';
import { openBlank } from './blank.ts';
import { expect, type Page, test } from './fixture.ts';

const tags = readdirSync(new URL('../../web/src/elements/', import.meta.url)).filter((name) =>
  name.startsWith('glass-'),
);

async function openPost(page: Page, body: string): Promise<void> {
  const head =
    '<!doctype html><html lang="en"><meta charset="utf-8"><title>Post</title><link rel="icon" href="data:,"><script type="module" src="auto.js"></script>';
  await openBlank(page, { 'blank.html': `${head}<main>${body}</main></html>` });
}

const defined = (page: Page) =>
  page.evaluate((all) => all.filter((tag) => customElements.get(tag) !== undefined), tags);

/** The paths that a page asks for, from now on. */
function fetchedBy(page: Page): readonly string[] {
  const fetched: string[] = [];
  page.on('request', (request) => fetched.push(new URL(request.url()).pathname));
  return fetched;
}

const add = (page: Page, markup: string) =>
  page.evaluate((text) => {
    document.querySelector('main')!.insertAdjacentHTML('beforeend', text);
  }, markup);

test('a page has the figures of its tags and of those that come later, and fetches no others', async ({
  page,
}) => {
  const fetched = fetchedBy(page);
  await openPost(
    page,
    '<glass-model src="aab" text="aabaa"><p><glass-tokens></glass-tokens></p></glass-model>',
  );
  await expect(page.locator('glass-tokens [part~=token]')).toHaveCount(5);
  expect(await defined(page)).toEqual(['glass-model', 'glass-tokens']);
  const ofElements = () => fetched.filter((path) => /\/elements\//.test(path)).sort();
  expect(ofElements().map((path) => path.replace(/.*\//, ''))).toEqual([
    'glass-model.js',
    'glass-tokens.js',
  ]);

  await page.evaluate(() =>
    document.querySelector('glass-model')!.append(document.createElement('glass-next-token')),
  );
  await expect(page.locator('glass-next-token [part=bar]').first()).toBeVisible();
  expect(await defined(page)).toEqual(['glass-model', 'glass-next-token', 'glass-tokens']);
});

test('a post with a single tag, its engine and its model takes at most 29 requests', async ({
  page,
}) => {
  const fetched = fetchedBy(page);
  await openPost(
    page,
    '<glass-attention model="stories" text="Once upon a time"></glass-attention>',
  );
  await expect(
    page.locator('glass-attention [part=grid], glass-attention svg').first(),
  ).toBeVisible();
  // The post itself, 23 scripts, the worker, the module, and three files of the model.
  expect(fetched.length, fetched.join('\n')).toBeLessThanOrEqual(29);
});

test('what a script gave a tag before it was defined stays', async ({ page }) => {
  await openPost(page, '');
  await page.evaluate(() => {
    const model = Object.assign(document.createElement('glass-model'), { src: 'aab', text: 'ba' });
    model.append(document.createElement('glass-tokens'));
    document.querySelector('main')!.append(model);
    if (customElements.get('glass-model')) throw new Error('defined already');
  });
  await expect(page.locator('glass-tokens [part~=token]')).toHaveText([/^\s*b/, /^\s*a/]);
});

test('it knows every tag', async ({ page }) => {
  await openPost(page, '');
  expect(await defined(page)).toEqual([]);
  await add(page, tags.map((tag) => `<${tag}></${tag}>`).join(''));
  await expect.poll(() => defined(page)).toEqual(tags);
});

test('a shadow root is watched where that is asked for', async ({ page }) => {
  await openPost(page, '<div></div>');
  await page.evaluate(async () => {
    const root = document.querySelector('div')!.attachShadow({ mode: 'open' });
    root.innerHTML = '<glass-tokens model="aab" text="aab"></glass-tokens>';
    const { defineWhenMet } = (await import(new URL('./auto.js', document.baseURI).href)) as {
      defineWhenMet: (root: ShadowRoot) => void;
    };
    defineWhenMet(root);
  });
  await expect(page.locator('glass-tokens [part~=token]')).toHaveCount(3);
  await page.evaluate(() => {
    document.querySelector('div')!.shadowRoot!.append(document.createElement('glass-matrix'));
  });
  await expect.poll(() => defined(page)).toEqual(['glass-matrix', 'glass-tokens']);
});

test.describe('a tag that there is none of', () => {
  test.use({ allowed: /^warning: glassformer has no <glass-atention>, nor has this page$/ });

  test('is told of once, and one that is not ours is none of our business', async ({
    page,
    complaints,
  }) => {
    await openPost(
      page,
      '<glass-atention></glass-atention><glass-own></glass-own><some-tag></some-tag>',
    );
    await page.evaluate(() => customElements.define('glass-own', class extends HTMLElement {}));
    await add(page, '<glass-atention></glass-atention><glass-matrix></glass-matrix>');
    await expect.poll(() => defined(page)).toEqual(['glass-matrix']);
    const told = 'warning: glassformer has no <glass-atention>, nor has this page';
    await expect.poll(() => complaints).toEqual([told]);
  });
});

test.describe('without a line', () => {
  test.use({ allowed: /glass-tokens\.js$|net::ERR_FAILED/ });

  test('a file that could not be fetched is told, and fetched for the next tag of its name', async ({
    page,
  }) => {
    await openPost(page, '');
    await page.evaluate(() => {
      const told: string[] = [];
      Object.assign(globalThis, { told });
      addEventListener('error', (event) => {
        told.push((event.error as Error).message);
        event.preventDefault();
      });
    });
    const file = '**/elements/glass-tokens.js';
    await page.route(file, (route) => route.abort());
    await add(page, '<glass-tokens model="aab" text="aab"></glass-tokens>');
    const told = () => page.evaluate(() => (globalThis as unknown as { told: string[] }).told);
    await expect.poll(told).toEqual(['glassformer: <glass-tokens> could not be fetched']);
    await page.unroute(file);
    await add(page, '<glass-tokens model="aab" text="aab"></glass-tokens>');
    await expect(page.locator('glass-tokens [part~=token]')).toHaveCount(6);
  });
});

test('a tag is alive beside its text in a page that has no <glass-model>', async ({ page }) => {
  await openPost(
    page,
    '<glass-save model="aab" text="aab"><glass-tokens></glass-tokens></glass-save>',
  );
  await expect(page.locator('glass-tokens button')).toHaveCount(3);
  expect(await defined(page)).toEqual(['glass-save', 'glass-tokens']);
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('menuitem', { name: 'For your post' }).click();
  await expect(page.getByRole('dialog').locator('glass-tokens button')).toHaveCount(3);
});
