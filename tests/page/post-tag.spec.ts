/** The tag of each figure of the story, as its menu gives it: in a page of its own it shows the same numbers. */
import type { GlassModel, GlassSave } from '../../web/src/elements/index.ts';
import { violations } from './axe.ts';
import { openBlank } from './blank.ts';
import { expect, type Locator, open, type Page, test } from './fixture.ts';
import { settled } from './settled.ts';
import { openShelf, put } from './shelf.ts';

type Json = Readonly<Record<string, unknown>>;

/**
 * The tag that the menu gives; '' where it says that there is none. An XPath looks into no shadow root, and a role would be
 * worked out for every cell: where all figures are drawn, to look for something in the whole page takes as long as to show it.
 */
async function tagIn(page: Page, save: Locator, item: string): Promise<string> {
  await save.scrollIntoViewIfNeeded();
  await save.locator('[part=button]').click();
  await save.locator('[role=menuitem]', { hasText: item }).click();
  const dialog = page.locator('xpath=/html/body/div[@lang]').locator('dialog');
  await expect(dialog).toBeVisible();
  const field = dialog.locator('textarea[name=tag]');
  const markup = (await field.count()) === 0 ? '' : await field.inputValue();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  return markup;
}

/** All figures are looked at, also where one differs. */
const softly = expect.configure({ soft: true, timeout: 60_000 });

/** The numbers of figures, without the address of their page and without what was measured by a clock. */
function told(data: Json): unknown {
  return JSON.parse(
    JSON.stringify(data, (key, value: unknown) =>
      key === 'address' || key === 'lazy' ? undefined : value,
    ),
  );
}

/** What stands in a frame of ours, or the figure itself, which may have some inside. */
const figuresOf = (data: Json): unknown[] =>
  (/^glass-(save|model)$/.test(String(data['figure'] ?? 'glass-model'))
    ? (data['figures'] as Json[])
    : [data]
  ).map(told);

/** As a text on its way: number by number the matrices would take most of the time. Several that stand alone are in a `<div>`. */
const jsonOf = async (figure: Locator): Promise<Json> =>
  JSON.parse(
    await figure.evaluate((element) =>
      JSON.stringify(element.localName === 'div' ? { figures: [...element.children] } : element),
    ),
  ) as Json;

/** Puts a tag alone into the blank page. */
function show(blank: Page, markup: string, width = ''): Promise<void> {
  return blank.evaluate(
    ([html, wide]) => {
      const main = document.querySelector('main') as HTMLElement;
      main.style.width = wide;
      main.innerHTML = html;
    },
    [markup, width] as const,
  );
}

/** What is chosen in a figure itself: where it stands, what the reader does in it, and what its tag must say. */
const kChosen: readonly (readonly [
  where: readonly [chapter: string, tag: string, at: number],
  choose: (figure: Locator) => Promise<void>,
  expected: RegExp,
])[] = [
  [
    ['#study', 'glass-ablation', 0],
    async (figure) => {
      await figure.getByText('mean', { exact: true }).click();
      await expect(figure.locator('.both')).toHaveAttribute('aria-busy', 'false');
      await figure.locator('select').selectOption('2');
      await figure.locator('td button').nth(9).click();
    },
    /<glass-ablation kind="mean" token="\d+" without="blocks\.1\.attn\.z \[2\]">/,
  ],
  [
    ['#study', 'glass-ablation', 1],
    async (figure) => {
      await figure.locator('select').selectOption('0');
      await figure.locator('td button').last().click();
    },
    /<glass-ablation place="0" without="decoder\.blocks\.2\.cross_attn\.z \[3\]">/,
  ],
  [
    ['#study', 'glass-attribution', 0],
    async (figure) => {
      await figure.locator('[aria-expanded]').first().click();
      await figure.locator('select').selectOption({ index: 2 });
    },
    /<glass-attribution against="\d+" opened="\[0\]">/,
  ],
  [
    ['#study', 'glass-patch', 0],
    (figure) => figure.locator('td button').nth(12).click(),
    /<glass-patch [^>]*cell='\{"layer":2,"place":2\}'>/,
  ],
  [
    ['#vectors', 'glass-map', 0],
    async (figure) => {
      const other = figure.locator('.neighbour').nth(2);
      const name = await other.locator('bdi').innerText();
      await other.click();
      await expect(figure.locator('.nearest .title')).toContainText(name);
    },
    /<glass-map [^>]*token="\d+">/,
  ],
  [
    ['#layers', 'glass-logits', 0],
    (figure) => figure.locator('.segments label').nth(1).click(),
    /<glass-logits token="\d+">/,
  ],
];

/** Each frame has a name of its own for its file, and a line about the model that its figures run. */
async function expectNamed(page: Page): Promise<void> {
  const saves = page.locator('glass-save');
  const names = await saves.evaluateAll((all) =>
    all.map((each) => (each as GlassSave).fileName('svg')),
  );
  expect(names.length).toBeGreaterThan(20);
  expect(names.filter((name, i) => names.indexOf(name) !== i)).toEqual([]);
  expect(names.filter((name) => /glass-|^figure/.test(name))).toEqual([]);
  const isModelSaid = await saves.evaluateAll((all) =>
    all.map((each) => {
      const line = each.shadowRoot?.querySelector('[part=model]');
      const figure = each.closest('glass-model') as GlassModel | null;
      const isLoaded = (figure?.model ?? null) !== null;
      const said = figure?.aboutText ?? '';
      const link = line?.querySelector('a')?.getAttribute('href');
      // The model that learns in the page, and its circuits beside those of another.
      const ofTrained = '#scores, #given';
      const isTrained =
        each.querySelector('glass-train') !== null || each.closest(ofTrained) !== null;
      if (isTrained || !isLoaded) return line === null;
      // No other place tells of one that has learned in this page.
      const isOurs = each.closest('#learned-writes') === null;
      return (
        said !== '' &&
        line?.textContent.includes(said) === true &&
        link === (isOurs ? `#at=model-${figure?.src || 'aab'}` : undefined)
      );
    }),
  );
  expect(isModelSaid).not.toContain(false);
}

/** The tag holds what was chosen in a figure, and nothing of others. `blank`: where tags are shown. */
async function expectChosen(page: Page, blank: Page, item: string): Promise<void> {
  await page.locator('.first glass-heads .head').nth(7).click();
  for (const [[chapter, tag, at], choose, expected] of kChosen) {
    const save = page.locator(`${chapter} glass-save:has(> ${tag})`).nth(at);
    await choose(save.locator(tag));
    const markup = await tagIn(page, save, item);
    expect.soft(markup).toMatch(expected);
    expect.soft(markup).not.toMatch(/<glass-model[^>]* (head|pinned)=/);
    await show(blank, markup);
    // Either may still compute what was chosen.
    await expect(async () => {
      const wanted = figuresOf(await jsonOf(save));
      expect(figuresOf(await jsonOf(blank.locator('main > *').first()))).toEqual(wanted);
    }, markup).toPass({ timeout: 40_000 });
  }
}

for (const [language, item] of [
  ['en', 'For your post'],
  ['zh', '放进文章'],
] as const) {
  test(`each figure of the story has a name, and a tag that shows the same numbers, or says that it has none: ${language}`, async ({
    page,
    anotherPage,
  }) => {
    test.setTimeout(600_000);
    await page.setViewportSize({ width: 1440, height: 900 });
    await open(page, `#lang=${language}`);
    const translations = page.locator('#what-if glass-translate .output');
    await expect(translations).toHaveCount(0);
    // Before the browser prints, all comes that waits for the reader to come near.
    await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
    await expect(translations).toHaveCount(2, { timeout: 60_000 });
    await expect(page.locator('#proof glass-proof button')).toHaveCount(3);
    await expect(page.locator('#choosing glass-generate button').first()).toBeAttached();
    await expect(page.locator('#study glass-ablation table')).toHaveCount(2, { timeout: 60_000 });
    await test.step('a file name of its own, and which model it runs', () => expectNamed(page));
    const blank = await anotherPage({ viewport: { width: 1440, height: 900 } });
    await openBlank(blank);
    await blank.evaluate(async () => {
      await import(new URL('./elements.js', document.baseURI).href);
    });
    const without: string[] = [];
    const compared = new Set<string>();
    let count = 0;
    for (const save of await page.locator('xpath=//glass-save').all()) {
      const name = await save.evaluate((each) => (each as GlassSave).fileName('svg'));
      const markup = await tagIn(page, save, item);
      if (markup === '') {
        without.push(name);
        continue;
      }
      expect(markup.includes('lang="zh-CN"'), name).toBe(language === 'zh');
      // A start tag of several lines is text to Markdown.
      expect(markup.split('\n')[0], name).toMatch(/>$/);
      ++count;
      // All numbers are compared in English; in the other language those of the first figure of each kind.
      const kind = await save.evaluate((each) =>
        [...each.querySelectorAll('*')]
          .map(({ localName }) => localName)
          .filter((name) => name.startsWith('glass-'))
          .join(),
      );
      if (language !== 'en' && compared.has(kind)) continue;
      compared.add(kind);
      // As wide as in the story: what a figure says may depend on what there is room for.
      const width = await save.evaluate(({ clientWidth }) => clientWidth);
      await show(blank, markup, `${width}px`);
      const figure = blank.locator('main > *').first();
      const wanted = figuresOf(await jsonOf(save));
      await softly
        .poll(async () => figuresOf(await jsonOf(figure)), {
          message: `${name}: ${markup}`,
          intervals: [50],
        })
        .toEqual(wanted);
    }
    expect.soft(count).toBeGreaterThan(15);
    expect.soft(compared.size).toBeGreaterThan(15);
    // Given by a script: a run (of two figures), what is compared with, a model that learned in the page.
    expect.soft(without).toHaveLength(4);
    // It is found by its English words.
    if (language === 'en')
      await test.step('what is chosen in a figure', () => expectChosen(page, blank, item));
  });
}

test('the tag holds what was picked, is alive beside it, and is copied', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await open(page, '#text=The+dog+was+sad');
  await page.locator('.under-say glass-tokens button').nth(1).click();
  const save = page.locator('.first glass-save');
  await save.locator('[part=button]').click();
  await save.getByRole('menuitem', { name: 'For your post' }).click();
  const dialog = page.getByRole('dialog');
  const tag = dialog.locator('textarea[name=tag]');
  await expect(tag).toHaveValue(
    /src="stories"[^]*text="The dog was sad"[^]*pinned='\{"query":1[^]*<glass-heads>[^]*<glass-attention/,
  );
  await expect(dialog.locator('glass-attention .cell').first()).toBeVisible();
  expect(await violations(page, ['body > div[lang]', 'dialog'])).toEqual([]);
  const script = dialog.locator('textarea[name=script]');
  for (const [name, field, said] of [
    ['Copy: The tag', tag, ['Copied.', '']],
    ['Copy: The lines that define the tags and keep their room', script, ['', 'Copied.']],
  ] as const) {
    await dialog.getByRole('button', { name }).click();
    await expect(dialog.locator('.bar [role=status]')).toHaveText([...said]);
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
      await field.inputValue(),
    );
  }
  // What is picked in the dialog is not picked in the page.
  await dialog.locator('glass-heads .head').first().click();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(page).not.toHaveURL(/layer=|head=/);
  await expect(save.locator('[part=button]')).toBeFocused();
});

test('a list of hooks stands in the tag as the attribute has it', async ({ page }) => {
  await openShelf(page);
  await put(
    page,
    '<glass-save><glass-model src="aab" text="aab"><glass-tokens></glass-tokens></glass-model></glass-save>',
  );
  await expect(page.locator('glass-tokens button')).toHaveCount(3);
  await page.locator('glass-model').evaluate((each) => {
    Object.assign(each, { capture: ['embed', 'blocks.*.attn.z'] });
  });
  await settled(page);
  const markup = await tagIn(page, page.locator('glass-save'), 'For your post');
  expect(markup).toContain(' capture="embed blocks.*.attn.z"');
});

test('the tag of figures whose model is named by the frame around them names it, too', async ({
  page,
}) => {
  await openShelf(page);
  const names = ['one', 'two'];
  const frames: Readonly<Record<string, string>> = {
    one: '<glass-save id="one" model="aab" text="aab"><glass-attention view="lines"></glass-attention></glass-save>',
    two: '<glass-save id="two" model="aab" text="aab" caption="Two"><glass-tokens></glass-tokens><glass-attention></glass-attention></glass-save>',
  };
  await put(page, names.map((name) => frames[name]).join(''));
  await expect(page.locator('#two glass-tokens button')).toHaveCount(3);
  const wrapped = (figures: string) =>
    `<glass-model src="aab" text="aab" lazy>\n${figures}\n</glass-model>`;
  const figures = [
    '  <glass-attention view="lines"></glass-attention>',
    '  <glass-tokens></glass-tokens>\n  <glass-attention></glass-attention>',
  ];
  for (const [i, name] of names.entries())
    expect(await tagIn(page, page.locator(`#${name}`), 'For your post')).toBe(wrapped(figures[i]!));
});

test('the tag of a figure with a model of its own holds what was chosen in it', async ({
  page,
}) => {
  await openShelf(page);
  await put(
    page,
    '<glass-save><glass-heads switchable model="stories" text="Once upon"></glass-heads></glass-save>',
  );
  const heads = page.locator('glass-heads');
  const frame = page.locator('glass-save');
  await expect(heads.locator('.head').nth(8)).toBeVisible();
  expect(await tagIn(page, frame, 'For your post')).toBe(
    '<glass-heads model="stories" text="Once upon" switchable lazy></glass-heads>',
  );
  await heads.locator('.head').nth(8).click();
  await heads.getByRole('button', { name: 'Switch off' }).click();
  expect(await tagIn(page, frame, 'For your post')).toBe(
    `<glass-model src="stories" text="Once upon" layer="1" head="3" ablations='[{"layer":1,"head":3,"stack":"decoder","factor":0}]' lazy>
  <glass-heads switchable></glass-heads>
</glass-model>`,
  );
});

test('what takes no model has a tag without one', async ({ page }) => {
  await openShelf(page);
  const given = 'values="[[1, 2], [3, 4]]"';
  const figures = {
    train: '<glass-train max-steps="20"></glass-train>',
    hand: '<glass-by-hand></glass-by-hand>',
    own: `<glass-matrix ${given}></glass-matrix>`,
    tokens: `<glass-matrix ${given} rows-as="token"></glass-matrix>`,
    variance: '<glass-variance></glass-variance>',
    weights: '<glass-attention pattern="[[1, 0], [0.5, 0.5]]"></glass-attention>',
    labelled: `<glass-attention pattern="[[1, 0], [0.5, 0.5]]" query-labels='["x", "y"]'></glass-attention>`,
  };
  const frames = Object.entries(figures).map(
    ([id, figure]) => `<glass-save id="${id}">${figure}</glass-save>`,
  );
  await put(page, `<glass-model src="aab" text="ab">${frames.join('')}</glass-model>`);
  await expect(page.locator('#variance .model[part=measured]')).toBeVisible();
  await expect(page.locator('#train glass-train button').first()).toBeVisible();
  const tagOf = (id: string) => tagIn(page, page.locator(`#${id}`), 'For your post');
  expect(await tagOf('train')).toBe(figures.train);
  expect(await tagOf('hand')).toBe(figures.hand);
  expect(await tagOf('own')).toBe('<glass-matrix values="[[1,2],[3,4]]"></glass-matrix>');
  expect(await tagOf('labelled')).toBe(
    `<glass-attention pattern="[[1,0],[0.5,0.5]]" query-labels='["x","y"]'></glass-attention>`,
  );
  // Labels, or a sentence, from the model around.
  for (const id of ['tokens', 'variance', 'weights'])
    expect(await tagOf(id)).toMatch(/^<glass-model src="aab" text="ab" lazy>/);
});

test('“Live page” is offered in place of a tag where it can be made', async ({ page }) => {
  await openShelf(page);
  await put(
    page,
    '<glass-model text="aab"><glass-save><glass-tokens></glass-tokens></glass-save></glass-model>',
  );
  const said = async () => {
    await page.locator('glass-save [part=button]').click();
    await page.getByRole('menuitem', { name: 'For your post' }).click();
    const text = await page.getByRole('dialog').locator('> p').innerText();
    await page.keyboard.press('Escape');
    return text;
  };
  const given = page.locator('glass-model');
  await given.evaluate(async (element) => {
    const { loadModel } = (
      globalThis as unknown as { glassformer: typeof import('../../web/src/index.ts') }
    ).glassformer;
    Object.assign(element, { model: await loadModel('aab') });
  });
  await expect(page.locator('glass-tokens button')).toHaveCount(3);
  const sentence =
    'No tag alone can show this figure: a script of this page gives it what it shows.';
  expect(await said()).toBe(sentence);
  await given.evaluate((element) => {
    const { run } = (element as GlassModel).figure.state;
    Object.assign(element, { model: null, run });
  });
  expect(await said()).toBe(`${sentence} “Live page” in the same menu saves it with that.`);
});

test('the dialog is left by the button at its head, and by a press beside it', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 500 });
  await openShelf(page);
  await put(
    page,
    '<glass-save><glass-model src="aab" text="aab"><glass-attention></glass-attention></glass-model></glass-save>',
  );
  await expect(page.locator('glass-attention [role=gridcell]').first()).toBeAttached();
  const dialog = page.getByRole('dialog');
  const show = async () => {
    await page.locator('glass-save [part=button]').click();
    await page.locator('[role=menuitem]').last().click();
    await expect(dialog).toBeVisible();
  };
  await show();
  const close = dialog.getByRole('button', { name: 'Close' });
  await dialog.evaluate((box) => box.scrollTo(0, box.scrollHeight));
  await expect(close).toBeInViewport({ ratio: 1 });
  await close.click();
  await expect(dialog).toHaveCount(0);
  await show();
  const { x, y, width } = (await dialog.boundingBox())!;
  // Inside, but on nothing.
  await page.mouse.click(x + width / 2, y + 3);
  await expect(dialog).toBeVisible();
  await page.mouse.click(4, 250);
  await expect(dialog).toHaveCount(0);
});

test('the dialog of a phone shows all lines of the tag and of the script', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page, '#text=The+dog+was+sad');
  const save = page.locator('.first glass-save');
  await save.locator('[part=button]').click();
  await save.getByRole('menuitem', { name: 'For your post' }).click();
  const fields = page.getByRole('dialog').locator('textarea');
  await expect(fields).toHaveCount(2);
  const hidden = fields.evaluateAll((all) =>
    all.map((each) => each.scrollHeight - each.clientHeight),
  );
  expect(await hidden).toEqual([0, 0]);
});
