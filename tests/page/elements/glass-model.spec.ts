/** One tag that loads a model, reads its text, and tells the elements inside. */
import type { GlassInput, GlassModel } from '../../../web/src/elements/index.ts';
import { expect, expectNumbers, numbersIn, type Page, test } from '../kept.ts';
import { activation, rowsOf } from '../models.ts';
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
    `<glass-model src="aab" text="aabaa" max-tokens="3"><glass-tokens></glass-tokens></glass-model>`,
  );
  const note = page.locator('glass-model [part=message]').filter({
    hasText: 'The text has 5 tokens; the figures read the last 3, with room for 2 more.',
  });
  await expect(note).toBeVisible();
  const [chips, said] = [
    await page.locator('glass-tokens').boundingBox(),
    await note.boundingBox(),
  ];
  expect(said!.y).toBeGreaterThanOrEqual(chips!.y + chips!.height);
});

test('what its list of tokens lacks is told once, below its figures, or under its line', async ({
  page,
}) => {
  await openShelf(page);
  const inBytes =
    'Not in this model’s list of tokens: “你”, “好”. It reads the bytes instead, a token each.';
  const unknown = '“龘”不在这个模型的词表里，读成 <unk>。';
  for (const [markup, said] of [
    ['<glass-tokens model="stories" text="你好 Lily"></glass-tokens>', inBytes],
    ['<div lang="zh"><glass-tokens model="zh" text="龘天"></glass-tokens></div>', unknown],
    ['<glass-model src="stories" text="你好"><glass-tokens></glass-tokens></glass-model>', inBytes],
    [
      '<glass-model src="stories" text="你好"><glass-input></glass-input><glass-tokens></glass-tokens></glass-model>',
      inBytes,
    ],
  ] as const) {
    await put(page, markup);
    await expect(page.getByText(said), markup).toHaveCount(1);
    await expect(page.getByText(said), markup).toBeVisible();
  }
  // The line of a page that decides itself what is read, and says so.
  await put(
    page,
    '<glass-model src="stories" text="你好"><glass-input held></glass-input><glass-tokens></glass-tokens></glass-model>',
  );
  await expect(page.locator('glass-tokens button')).toHaveCount(6);
  await expect(page.getByText('Not in this model')).toHaveCount(0);
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
            resolve((event as CustomEvent<{ error: Error & { code: string } }>).detail.error.code),
          );
          model.setAttribute('src', './'); // the package's own folder holds no model
          document.querySelector('main')?.append(model);
        }),
    );
    expect(['Network', 'InvalidFile']).toContain(code);
    await expect(page.locator('#broken').getByRole('alert')).toBeVisible();
  });
});

test.describe('in Chinese', () => {
  const putZh = (page: Page) =>
    put(page, '<div lang="zh"><glass-model src="aab" text="aab"></glass-model></div>');
  const alert = (page: Page) => page.locator('glass-model').getByRole('alert');
  const withFile = (page: Page, file: string, body: string) =>
    page.route(`**/models/aab/${file}`, (route) => route.fulfill({ body }));

  test('what is wrong with a file is told in Chinese alone', async ({ page }) => {
    await openShelf(page);
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await withFile(page, 'config.json', '{"model_type": "gpt2", "n_layer": "x"}');
    await putZh(page);
    await expect(alert(page)).toHaveText(/^模型无法运行：aab：config\.json 里没有 vocab_size。$/);
    await expect(alert(page).locator('[lang=en]')).toHaveCount(0);
    // The words come only now, and once.
    expect(asked.filter((path) => path.includes('chunk-weights-problems'))).toHaveLength(1);
    await put(page, '<glass-model src="aab" text="aab"></glass-model>');
    await expect(alert(page)).toContainText('vocab_size is missing');
  });

  test.describe('where its words cannot be fetched', () => {
    test.use({ allowed: /chunk-weights-problems|ERR_FAILED|dynamically imported/ });

    test('the sentence of the engine stands behind a general one', async ({ page }) => {
      await openShelf(page);
      await page.route('**/chunk-weights-problems*', (route) => route.abort());
      await withFile(page, 'config.json', '{"model_type": "gpt2"}');
      await putZh(page);
      await expect(alert(page)).toContainText('有误，无法使用。');
      await expect(alert(page).locator('[lang=en]')).toContainText('vocab_size is missing');
    });
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

test('retry() leaves a model that came as it is, whatever failed since', async ({ page }) => {
  await openShelf(page);
  const figure = '<glass-tokens></glass-tokens>';
  await put(page, `<glass-model src="aab" text="aab">${figure}</glass-model>`);
  await expect(page.locator('glass-tokens button')).toHaveCount(3);
  const model = page.locator('glass-model');
  const alert = model.getByRole('alert');
  await model.evaluate((element) => {
    element.addEventListener('glass-ready', () => element.setAttribute('data-loaded', ''));
    Object.assign(element, { options: { ablate: [{ layer: 99, head: 0 }] } });
  });
  await expect(alert).toHaveCount(1);
  await expect(page.locator('[part=retry]')).toHaveCount(0);
  await model.evaluate((element) => {
    (element as GlassModel).retry();
    Object.assign(element, { options: {}, text: 'aabaa' });
  });
  await expect(page.locator('glass-tokens button')).toHaveCount(5);
  await expect(alert).toHaveCount(0);
  await expect(model).not.toHaveAttribute('data-loaded');
});

test('a property that is set to null, and an attribute that is taken away, are as at first', async ({
  page,
}) => {
  await openShelf(page);
  await put(
    page,
    '<glass-model id="m" src="aab" text="aab"><glass-input id="line" maxlength="7"></glass-input><glass-tokens></glass-tokens></glass-model>',
  );
  const tokens = page.locator('glass-tokens button');
  await expect(tokens).toHaveCount(3);
  const found = await page.evaluate(async () => {
    const [model, line] = ['m', 'line'].map((id) => document.getElementById(id)) as [
      GlassModel,
      GlassInput,
    ];
    Object.assign(model, { text: null, options: null, ablations: undefined });
    Object.assign(line, { value: null, examples: null });
    line.removeAttribute('maxlength');
    await Promise.all([model.updateComplete, line.updateComplete]);
    const { text, options, ablations } = model;
    return { text, options, ablations, value: line.value, most: line.maxLength };
  });
  expect(found).toEqual({ text: '', options: {}, ablations: [], value: '', most: 20_000 });
  await page.locator('textarea').fill('aabaa');
  await expect(tokens).toHaveCount(5);
  await page.locator('#m').evaluate((model) => model.removeAttribute('text'));
  await expect(page.locator('textarea')).toHaveValue('');
  await expect(page.locator('[role=alert]')).toHaveCount(0);
});

test('a run that is no longer given makes room for the model’s own; a model likewise', async ({
  page,
}) => {
  await openShelf(page);
  await put(
    page,
    '<glass-model id="m" src="aab" text="aab"><glass-tokens></glass-tokens></glass-model><glass-model id="other"><glass-tokens></glass-tokens></glass-model>',
  );
  const [tokens, others] = ['#m', '#other'].map((id) => page.locator(`${id} glass-tokens button`));
  await expect(tokens!).toHaveCount(3);
  const set = (id: string, properties: object) =>
    page.evaluate(([to, values]) => Object.assign(document.getElementById(to)!, values), [
      id,
      properties,
    ] as const);
  const run = { tokens: [{ id: 0, text: 'x', start: 0, end: 1 }], activations: {} };
  for (const id of ['m', 'other']) await set(id, { run });
  await expect(tokens!).toHaveText([/x/]);
  await expect(others!).toHaveText([/x/]);
  for (const id of ['m', 'other']) await set(id, { run: null });
  await expect(tokens!).toHaveText([/a/, /a/, /b/]);
  await expect(others!).toHaveCount(0);
  await expect(page.locator('#other glass-tokens [part=message]')).toBeVisible();

  await page.evaluate(() => {
    const [own, other] = ['m', 'other'].map((id) => document.getElementById(id)) as [
      GlassModel,
      GlassModel,
    ];
    Object.assign(other, { text: 'ab', model: own.model });
  });
  await expect(others!).toHaveText([/a/, /b/]);
  await set('other', { model: null });
  await expect(others!).toHaveCount(0);
  // In place of the model of its own `src` another one, and that one back again.
  await page.evaluate(() => Object.assign(document.getElementById('other')!, { src: 'stories' }));
  await expect(others!).not.toHaveCount(0);
  // With their ids, which are others in another model.
  const ownTokens = await others!.allTextContents();
  await page.evaluate(() => {
    const [own, other] = ['m', 'other'].map((id) => document.getElementById(id)) as [
      GlassModel,
      GlassModel,
    ];
    other.model = own.model;
  });
  await expect(others!).not.toHaveText(ownTokens);
  await set('other', { model: null });
  await expect(others!).toHaveText(ownTokens);
});

test('a layer that the model lacks is its last one, in every figure', async ({ page }) => {
  await openShelf(page);
  await put(
    page,
    '<glass-model src="stories" text="Once upon" layer="99" head="99"><glass-heads></glass-heads><glass-attention></glass-attention></glass-model>',
  );
  await expect(page.locator('glass-heads [part=readout] b')).toHaveText('Layer 5, head 5');
  const weights = await activation(
    page.locator('glass-model'),
    'Once upon',
    'blocks.4.attn.pattern',
  );
  await expect(page.locator('glass-attention .cell').first()).toBeVisible();
  expectNumbers(await numbersIn(page.locator('glass-attention')), rowsOf(weights, 4), 0.00501);
});

const kOther = `<glass-model src="stories" text="Hello world"><glass-tokens></glass-tokens>
  <glass-save><glass-attention></glass-attention></glass-save><glass-norm></glass-norm>
  <glass-next-token limit="4"></glass-next-token></glass-model>`;

test('while another model comes, figures and their caption are those of the one before', async ({
  page,
}) => {
  await openShelf(page);
  await put(page, kOther);
  const caption = page.locator('glass-save [part=model]');
  await expect(caption).toContainText('stories');
  await expect(page.locator('glass-norm [part=sums]')).toBeVisible();
  let letGo = (): void => {};
  const held = new Promise<void>((resolve) => (letGo = resolve));
  await page.route('**/tang/model.safetensors', async (route) => {
    await held;
    await route.continue();
  });
  await page.locator('glass-model').evaluate((model) => model.setAttribute('src', 'tang'));
  await expect(page.locator('glass-model [role=status]').first()).toContainText('Loading');
  await expect(page.locator('glass-tokens [part~=token]')).not.toHaveCount(0);
  await expect(caption).toContainText('stories');
  const named = () =>
    page.locator('glass-attention').evaluate((figure) => {
      const { context } = (figure as HTMLElement & { toJSON(): object }).toJSON() as {
        context: { model: { name: string } | null };
      };
      return context.model?.name;
    });
  expect(await named()).toBe('stories');
  letGo();
  await expect(caption).toContainText('tang');
  expect(await named()).toBe('tang');
});

test.describe('another model in the place of one that was shown', () => {
  test.use({ allowed: /404|config\.json|'H'/ });

  for (const [src, what] of [
    ['aab', 'cannot read the text'],
    ['./nowhere/', 'is not there'],
  ] as const)
    test(`that ${what}: nothing stands that the one before has read`, async ({ page }) => {
      await openShelf(page);
      await put(page, kOther);
      await expect(page.locator('glass-norm [part=sums]')).toBeVisible();
      await page.locator('glass-model').evaluate((model, to) => model.setAttribute('src', to), src);
      for (const tag of ['glass-tokens', 'glass-attention', 'glass-norm', 'glass-next-token'])
        await expect(page.locator(`${tag} [part=message]`)).toHaveText(
          'This figure cannot be shown.',
        );
      await expect(
        page.locator('glass-model > [role=alert], glass-model [role=alert]'),
      ).toHaveCount(1);
      // And it is read again by one that can.
      await page.locator('glass-model').evaluate((model) => model.setAttribute('src', 'stories'));
      await expect(page.locator('glass-norm [part=sums]')).toBeVisible();
    });
});

test('dtype="int8" takes less memory for the same model; a change loads it once', async ({
  page,
}) => {
  await openShelf(page);
  const text = 'Once upon a time';
  await put(
    page,
    `<glass-model id="own" src="stories" text="${text}"><glass-tokens></glass-tokens></glass-model>`,
  );
  const own = page.locator('#own');
  await expect(own.locator('glass-tokens button').first()).toBeVisible();
  const told = () =>
    own.evaluate((each) => {
      const { model } = each as GlassModel;
      return { dtype: model?.dtype ?? '', bytes: model?.bytes ?? 0 };
    });
  const floats = await told();
  expect(floats.dtype).toBe('fp32');
  await own.evaluate((each) => {
    const ready: string[] = [];
    each.addEventListener('glass-ready', () => ready.push((each as GlassModel).model!.dtype));
    Object.assign(each, { ready });
    each.setAttribute('dtype', 'int8');
  });
  await expect.poll(async () => (await told()).dtype).toBe('int8');
  expect((await told()).bytes).toBeLessThan(0.4 * floats.bytes);
  // One with floats beside it has a model of its own.
  await page.evaluate((line) => {
    const other = document.createElement('glass-model');
    Object.assign(other, { id: 'other', src: 'stories', text: line });
    document.querySelector('main')!.append(other);
  }, text);
  const other = page.locator('#other');
  await expect
    .poll(() => other.evaluate((each) => (each as GlassModel).model?.dtype ?? ''))
    .toBe('fp32');
  expect(await told()).toMatchObject({ dtype: 'int8' });
  expect(
    await own.evaluate((each) => (each as unknown as { readonly ready: string[] }).ready),
  ).toEqual(['int8']);
});

test('where it is refused, its figures say that they are not shown, and not what to type', async ({
  page,
}) => {
  await openShelf(page);
  await put(
    page,
    '<glass-model src="aab" text="aab" dtype="int4"><glass-tokens></glass-tokens></glass-model>',
  );
  await expect(page.locator('glass-model > glass-tokens [part=message]')).toHaveText(
    'This figure cannot be shown.',
  );
  await page.locator('glass-model').evaluate((each) => each.setAttribute('dtype', 'int8'));
  await expect(page.locator('glass-tokens button')).toHaveCount(3);
});
