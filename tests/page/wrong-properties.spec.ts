/** What a script gives a property wrongly is told in the figure's place, as a wrong attribute is (`wrong-attributes.spec.ts`). */
import { openBlank } from './blank.ts';
import { expect, test } from './kept.ts';
import { openShelf, put } from './shelf.ts';

const message = '[part=message][role=alert]';

test('a head that is none', async ({ page }) => {
  await openShelf(page);
  for (const [tag, values, sentence] of [
    [
      'glass-heads',
      { picked: { layer: -1, head: 0 } },
      'picked.layer must be a whole number of at least 0, found -1',
    ],
    [
      'glass-translate',
      { picks: { cross: { layer: 0, head: -3 } } },
      'picks.cross.head must be a whole number of at least 0, found -3',
    ],
  ] as const)
    await test.step(tag, async () => {
      await put(page, `<${tag} id="one"></${tag}>`, { one: values });
      await expect
        .soft(page.locator(message), tag)
        .toContainText(`The figure cannot be drawn: ${sentence}`);
    });
});

test.describe('properties of another kind', () => {
  test('are told like wrong attributes', async ({ page }) => {
    await openShelf(page);
    for (const [tag, values, sentence] of [
      ['glass-matrix', { values: { shape: [2, 3], data: [1, 2] } }, 'an object with shape, data'],
      [
        'glass-matrix',
        { values: 'x' },
        'values must be a tensor of 1 to 3 dimensions (shape, and data in a typed array; or rows of equally many numbers)',
      ],
      [
        'glass-matrix',
        { values: { shape: [1, 1], data: [1] } },
        'values must be a tensor of 1 to 3 dimensions (shape, and data in a typed array; or rows of equally many numbers)',
      ],
      ['glass-matrix', { values: { a: 1 } }, 'found an object with a'],
      [
        'glass-matrix',
        { values: [[1, 2], [3]] },
        'found a list with 2 in one row and 1 in another',
      ],
      ['glass-matrix', { values: '[[1, 2]' }, 'found "[[1, 2]", which is no JSON'],
      ['glass-patch', { token: 'one' }, 'token must be a whole number of at least 0, found "one"'],
      ['glass-variance', { width: '' }, 'width must be a whole number from 1 to 512, found ""'],
      ['glass-heads', { patterns: [{}] }, 'patterns must be a list of tensors (shape, and'],
      [
        'glass-beam-tree',
        { steps: 'x' },
        'steps must be a list of steps, as a generation gives them, found "x"',
      ],
      ['glass-beam-tree', { path: ['x'] }, 'path must be a list of ids of tokens, found a list'],
      [
        'glass-matrix',
        { rowLabels: [1] },
        'row-labels must be a list of labels (texts, or objects with a text), found a list of another kind',
      ],
      [
        'glass-matrix',
        { columnLabels: 'x' },
        'column-labels must be a list of labels (texts, or objects with a text), found "x", which is no JSON',
      ],
      ['glass-attention', { queryLabels: [{}] }, 'query-labels must be a list of labels (texts,'],
      ['glass-attention', { keyLabels: {} }, 'key-labels must be a list of labels (texts, or'],
      ['glass-beam-tree', { steps: [{}] }, 'steps must be a list of steps, as a generation gives'],
      ['glass-attention', { tokens: [{}] }, 'tokens must be a list of tokens (id and text)'],
      ['glass-tokens', { tokens: [{}] }, 'tokens must be a list of tokens (id and text)'],
      ['glass-input', { tokens: [{}] }, 'tokens must be a list of tokens (id and text)'],
      ['glass-map', { tokens: [[]] }, 'tokens must be a list of tokens (id and text)'],
      ['glass-next-token', { candidates: [{}] }, 'candidates must be a list of tokens (id and'],
      ['glass-generate', { start: 'x' }, 'start must be a function, found "x"'],
      ['glass-train', { reference: {} }, 'reference must be a run (tokens and activations)'],
      [
        'glass-train',
        { reference: { shape: [1] } },
        'reference must be a tensor of 1 to 3 dimensions',
      ],
      [
        'glass-translate',
        { pinned: [1] },
        'pinned must be an object with source, target, text and translation, found a list',
      ],
      ['glass-translate', { picks: 'x' }, 'picks must be an object, found "x"'],
      ['glass-translate', { gloss: [] }, 'gloss must be an object of words, each with a text or'],
      [
        'glass-translate',
        { gloss: { a: 'b', 茶: null } },
        'gloss["茶"] must be a text, or a list of a reading and a text, found null',
      ],
      ['glass-translate', { gloss: { a: ['b', 1] } }, 'gloss["a"] must be a text, or a list'],
      ['glass-translate', { gloss: { a: ['b'] } }, 'found a list of another kind'],
      ['glass-input', { examples: 'x' }, 'examples must be a list of texts, found "x"'],
      ['glass-attention-steps', { run: {} }, 'run must be a run (tokens and activations)'],
      ['glass-model', { run: {} }, 'found an object with no fields'],
      ['glass-model', { model: {} }, 'model must be a model, as loadModel gives it'],
      ['glass-model', { ablations: {} }, 'ablations must be a list of objects'],
      ['glass-model', { pinned: 'x' }, 'pinned must be an object, found "x"'],
      ['glass-model', { pinned: { query: -1 } }, 'pinned.query must be a whole number of at'],
      [
        'glass-model',
        { pinned: { row: 4 } },
        'pinned must be an object with query and key, found an object with row',
      ],
      ['glass-model', { pinned: [4] }, 'pinned must be an object with query and key, found a list'],
    ] as const) {
      const named = `${tag}: ${JSON.stringify(values)}`;
      await test.step(named, async () => {
        await put(page, `<${tag} id="one"></${tag}>`, { one: values });
        // What stands inside of a model is drawn.
        if (tag !== 'glass-model')
          await expect
            .soft(page.locator(message), named)
            .toContainText('The figure cannot be drawn');
        await expect.soft(page.locator(message), named).toContainText(sentence);
      });
    }
  });

  test('a table of words that is none is told apart from one', async ({ page }) => {
    await openShelf(page);
    await put(page, '<glass-translate></glass-translate>');
    for (const [made, found] of [
      ['Map', 'an object'],
      ['Promise', 'an object'],
    ] as const) {
      await page.evaluate((kind) => {
        const gloss = kind === 'Map' ? new Map([['a', 'b']]) : Promise.resolve({ a: 'b' });
        Object.assign(document.querySelector('glass-translate') as object, { gloss });
      }, made);
      await expect(page.locator(message), made).toContainText(
        `gloss must be an object of words, each with a text or a list of a reading and a text, found ${found}`,
      );
    }
  });

  test('of a list as long as a list can be are refused at once', async ({ page }) => {
    await openShelf(page);
    await put(page, '<glass-attention></glass-attention><glass-input></glass-input>');
    await page.evaluate(() => {
      const longest = new Array(2 ** 32 - 1);
      Object.assign(document.querySelector('glass-attention') as object, { tokens: longest });
      Object.assign(document.querySelector('glass-input') as object, { examples: longest });
    });
    for (const [tag, sentence] of [
      ['glass-attention', 'tokens must be a list of tokens (id and text)'],
      ['glass-input', 'examples must be a list of texts'],
    ] as const)
      await expect(page.locator(`${tag} [part=message]`)).toContainText(
        `${sentence}, found a list of 4294967295`,
      );
  });
});

test('what a property is given as its element is defined stays, and what stood there before is older', async ({
  anotherPage,
}) => {
  // Where no tag is defined yet.
  const page = await anotherPage();
  await openBlank(page);
  const given = await page.evaluate(async () => {
    const figure = document.createElement('glass-patch');
    Object.assign(figure, { clean: 'older', corrupted: 'older' });
    document.body.append(figure);
    const define = customElements.define.bind(customElements);
    customElements.define = (name, ...rest) => {
      define(name, ...rest);
      if (name === 'glass-patch') Object.assign(figure, { clean: 'newer' });
    };
    await import(new URL('./elements/glass-patch.js', document.baseURI).href);
    await (figure as unknown as { updateComplete: Promise<boolean> }).updateComplete;
    const { clean, corrupted } = figure as unknown as Record<'clean' | 'corrupted', string>;
    return { clean, corrupted };
  });
  expect(given).toEqual({ clean: 'newer', corrupted: 'older' });
});
