import { expect, numbersIn, open, test } from './fixture.ts';

test('one tag loads a model, and every element inside follows its text', async ({ page }) => {
  await open(page);
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
  await open(page);
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

test('an element that is given data needs no model, and stands alone', async ({ page }) => {
  await open(page);
  await page.evaluate(() => {
    const matrix = document.createElement('glass-matrix');
    Object.assign(matrix, {
      id: 'alone',
      values: { shape: [2, 2], data: Float32Array.from([1, -2, 0.5, Number.NEGATIVE_INFINITY]) },
      caption: 'four numbers',
    });
    document.querySelector('main')?.append(matrix);
  });
  const alone = page.locator('#alone');
  await expect(alone.getByRole('grid', { name: 'four numbers' })).toBeVisible();
  await expect(alone.locator('[role=gridcell]')).toHaveText(['1', '−2', '0.5', '']);
  await expect(alone.locator('[role=gridcell]').nth(3)).toHaveAttribute(
    'aria-label',
    /hidden by the mask/,
  );
});

test('empty, loading and failed have each a face', async ({ page }) => {
  await open(page);
  await page.evaluate(() => {
    for (const [id, properties] of Object.entries({
      empty: {},
      loading: { loading: true },
      failed: { problem: 'It went wrong.' },
    })) {
      const element = document.createElement('glass-attention');
      document.querySelector('main')?.append(Object.assign(element, { id, ...properties }));
    }
  });
  await expect(page.locator('#empty')).toHaveText('Nothing to show yet.');
  await expect(page.locator('#loading')).toHaveText('Loading…');
  await expect(page.locator('#failed').getByRole('alert')).toHaveText('It went wrong.');
});

test.describe('with a folder that holds no model', () => {
  test.use({ allowed: /config\.json|404/ });

  test('it fails in one sentence, and says so to the page', async ({ page }) => {
    await open(page);
    const code = await page.evaluate(
      () =>
        new Promise((resolve) => {
          const model = document.createElement('glass-model');
          model.id = 'broken';
          model.addEventListener('glass-error', (event) =>
            resolve((event as CustomEvent<{ error: { code: string } }>).detail.error.code),
          );
          model.setAttribute('src', './'); // the page's own folder holds no model
          document.querySelector('main')?.append(model);
        }),
    );
    expect(['Network', 'InvalidFile']).toContain(code);
    await expect(page.locator('#broken').getByRole('alert')).toBeVisible();
  });
});
