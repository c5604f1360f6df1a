/** One tag that loads a model, reads its text, and tells the elements inside. */
import { expect, numbersIn, test } from '../fixture.ts';
import { openShelf, put } from '../shelf.ts';

test('one tag loads a model, and every element inside follows its text', async ({ page }) => {
  await openShelf(page);
  await page.evaluate(() => {
    const model = document.createElement('glass-model');
    Object.assign(model, { id: 'own', src: 'aab', text: 'aab' });
    model.append(
      ...[
        'input',
        'tokens',
        'embeddings',
        'attention',
        'attention-steps',
        'next-token',
        'generate',
      ].map((name) => document.createElement(`glass-${name}`)),
    );
    document.querySelector('main')?.append(model);
  });
  const own = page.locator('#own');
  await expect(own.locator('> glass-tokens button')).toHaveText([/a/, /a/, /b/]);
  expect(await numbersIn(own.locator('> glass-embeddings'))).toEqual([
    [0, 0, 0, 0, 0, 1, 0, 0],
    [0, 0, 0, 0, 0, 1, 0, 0],
    [0, 0, 0, 0, 0, 0, 1, 0],
  ]);
  await expect(own.locator('> glass-attention .cell.masked')).toHaveCount(3);
  await expect(own.locator('> glass-next-token button').first()).toContainText('a');
  await own.locator('> glass-input textarea').fill('aabaa');
  await expect(own.locator('> glass-tokens button')).toHaveCount(5);
  await expect(own.locator('> glass-next-token button').first()).toContainText('b');
});

test('figures of the same model share it, and what one leaves the other keeps', async ({
  page,
}) => {
  const files: string[] = [];
  page.on('request', (request) => {
    if (/stories\/model\.safetensors/.test(request.url())) files.push(request.url());
  });
  await openShelf(page);
  await page.evaluate(() => {
    for (const id of ['one', 'two']) {
      const model = document.createElement('glass-model');
      Object.assign(model, { id, src: 'stories', text: 'Once upon a time' });
      model.append(document.createElement('glass-tokens'), document.createElement('glass-heads'));
      document.querySelector('main')?.append(model);
    }
  });
  for (const id of ['one', 'two'])
    await expect(page.locator(`#${id} > glass-heads .head`)).toHaveCount(25);
  expect(files).toHaveLength(1);
  await page.evaluate(() => document.querySelector('#one')?.remove());
  await page.evaluate(() => {
    const two = document.querySelector('glass-model#two');
    Object.assign(two ?? {}, { text: 'The end' });
  });
  await expect(page.locator('#two > glass-tokens button')).toHaveText([/The/, /end/]);
});

test('without a line the model says it, below its figures', async ({ page }) => {
  await openShelf(page);
  await put(
    page,
    `<glass-model src="aab" text="aabaa" most-tokens="3"><glass-tokens></glass-tokens></glass-model>`,
  );
  const note = page
    .locator('glass-model [part=message]')
    .filter({ hasText: 'The text has 5 tokens; the figures read the last 3.' });
  await expect(note).toBeVisible();
  const [chips, said] = [
    await page.locator('glass-tokens').boundingBox(),
    await note.boundingBox(),
  ];
  expect(said!.y).toBeGreaterThanOrEqual(chips!.y + chips!.height);
});

test.describe('with a folder that holds no model', () => {
  test.use({ allowed: /config\.json|404/ });

  test('it fails in one sentence, and says so to the page', async ({ page }) => {
    await openShelf(page);
    const code = await page.evaluate(
      () =>
        new Promise((resolve) => {
          const model = document.createElement('glass-model');
          model.id = 'broken';
          model.addEventListener('glass-error', (event) =>
            resolve((event as CustomEvent<{ error: { code: string } }>).detail.error.code),
          );
          model.setAttribute('src', './'); // the package's own folder holds no model
          document.querySelector('main')?.append(model);
        }),
    );
    expect(['Network', 'InvalidFile']).toContain(code);
    await expect(page.locator('#broken').getByRole('alert')).toBeVisible();
  });
});

test.describe('a model that fails to load at first', () => {
  test.use({ allowed: /404/ });

  test('one press of "Try again" mends all that share it, and the focus stays there', async ({
    page,
  }) => {
    let isBroken = true;
    await openShelf(page);
    await page.route('**/models/aab/config.json', (route) =>
      isBroken ? route.fulfill({ status: 404 }) : route.fallback(),
    );
    const figure = '<glass-tokens></glass-tokens>';
    await put(
      page,
      `<glass-model id="one" src="aab" text="aab">${figure}</glass-model>
       <glass-model id="two" src="aab" text="aabaa">${figure}</glass-model><button id="after">After</button>`,
    );
    const retry = page.getByRole('button', { name: 'Try again' });
    await expect(retry).toHaveCount(2);
    await retry.first().focus();
    const again = page.waitForResponse('**/models/aab/config.json');
    await page.keyboard.press('Enter');
    await again;
    // It fails once more, for both; the button keeps the focus.
    await expect(page.locator('[part=retry][aria-disabled=false]')).toHaveCount(2);
    await expect(page.locator('[role=alert]')).toHaveCount(2);
    await expect(retry.first()).toBeFocused();
    isBroken = false;
    await page.keyboard.press('Enter');
    await expect(page.locator('#one glass-tokens button')).toHaveCount(3);
    await expect(page.locator('#two glass-tokens button')).toHaveCount(5);
    await expect(retry).toHaveCount(0);
    await expect(page.locator('#one')).toBeFocused();
    // From there the keyboard goes on to the figure inside.
    await page.keyboard.press('Tab');
    await expect(page.locator('#one glass-tokens button').first()).toBeFocused();
    await expect(page.locator('#one')).not.toHaveAttribute('tabindex');
  });
});
