/** The page on paper: every figure has come before the browser prints, and nothing says that it is still loading. */
import { readdirSync } from 'node:fs';
import { kLanguages, loadingTexts } from './coming.ts';
import { button } from './figures.ts';
import { expect, isLive, open, type Page, sentenceField, test } from './fixture.ts';
import { goToLearning } from './learning.ts';
import { frames, settled } from './settled.ts';
import { openShelf, put } from './shelf.ts';

for (const [language, { loading, button: prepare }] of Object.entries(kLanguages)) {
  test(`printed at once, nothing on paper says that it is loading: ${language}`, async ({
    page,
  }) => {
    await page.route(/models\/.*(en-zh|aab)\//, () => {}); // models that never come
    await open(page, `#lang=${language}`);
    await page.locator('#translating').evaluate((each) => each.scrollIntoView());
    await expect.poll(() => loadingTexts(page, loading, 'seen')).not.toEqual([]);
    await page.emulateMedia({ media: 'print' });
    expect(await loadingTexts(page, loading, 'seen')).toEqual([]);
    await expect(page.getByRole('button', { name: prepare })).toBeHidden();
  });
}

/** The numbered names of the pictures in the page, each with whether it has come. */
const standIns = (page: Page) =>
  page
    .locator('img.stand-in, .stand-in img')
    .evaluateAll((all) =>
      (all as HTMLImageElement[]).map(
        ({ src, naturalWidth }) => [/([\w-]+)-\w+\.svg$/.exec(src)?.[1], naturalWidth > 0] as const,
      ),
    );

test('on paper pictures stand in for figures that are not drawn yet, and for no others', async ({
  page,
}) => {
  await page.route(/models\/.*en-zh\//, () => {}); // a model that never comes
  await open(page);
  expect(await standIns(page)).toEqual([]);
  const shown = await page.evaluate(() => {
    dispatchEvent(new Event('beforeprint'));
    return [...document.querySelectorAll('img.stand-in')].map(
      ({ previousElementSibling }) => previousElementSibling?.localName,
    );
  });
  expect(shown.length).toBeGreaterThan(20);
  await expect.poll(async () => (await standIns(page)).every(([, hasCome]) => hasCome)).toBe(true);
  const names = (await standIns(page)).map(([name]) => name);
  expect(names).toContain('vectors-2');
  expect(names).toContain('study-8');
  expect(names).not.toContain('tokens-1');
  // A wide one is cut into bands.
  const whole = names.filter((name, i) => name !== names[i - 1]);
  expect(new Set(names).size).toBe(whole.length);
  // Each beside the figure that it is of.
  await expect(
    page.locator('glass-map + .stand-in, :has(> glass-map) + .stand-in'),
  ).toHaveAttribute('alt', 'Tokens of the text on the map');
  await expect(page.locator('.stand-in').first()).toBeHidden();
  await page.emulateMedia({ media: 'print' });
  await expect(page.locator('.stand-in').first()).toBeVisible();
  await expect(page.locator('figure :has(+ .stand-in)').first()).toBeHidden();
  await page.emulateMedia({ media: 'screen' });
  await page.evaluate(() => dispatchEvent(new Event('afterprint')));
  expect(await standIns(page)).toEqual([]);

  // The reader comes near, and the figure is printed as it is; the one whose model does not come is not.
  await page.locator('#vectors').evaluate((each) => each.scrollIntoView());
  await expect(page.locator('#vectors glass-map svg').first()).toBeVisible();
  await page.locator('#translating').evaluate((each) => each.scrollIntoView());
  await expect(page.locator('#translating glass-translate:defined')).toBeAttached();
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
  const later = (await standIns(page)).map(([name]) => name);
  expect(later).not.toContain('vectors-2');
  expect(later).toContain('translating-2');
});

/** Of what stands in for the figures of `part`. */
async function namesIn(page: Page, part: string): Promise<readonly string[]> {
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
  const names = new Set((await standIns(page)).map(([name]) => name ?? ''));
  await page.evaluate(() => dispatchEvent(new Event('afterprint')));
  return [...names].filter((name) => name.replace(/-\d+$/, '') === part);
}

test('a page that is printed at once has every figure, and the prose of what has not come', async ({
  page,
}) => {
  await open(page);
  // A browser prints before anything more can come.
  await page.route('**/assets/**', () => {});
  const chapters = page.locator('#aab, #inside, #learning-live, #choosing');
  await expect(chapters).toHaveCount(1);
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
  await page.emulateMedia({ media: 'print' });
  const names = new Set((await standIns(page)).map(([name]) => name));
  const drawings = readdirSync('web/page/drawings/en').map((name) => name.replace('.svg', ''));
  // The elements of the first view draw these from its numbers.
  const kDrawn = /^(tokens-1|looking-[12678]|next-1|what-if-1)$/;
  expect(drawings.filter((name) => !names.has(name) && !kDrawn.test(name))).toEqual([]);
  await expect(chapters).toHaveCount(4);
  for (const part of ['#choosing', '#beam', '#by-hand', '#life']) {
    await expect(page.locator(`${part} .prose:visible`).first()).toBeVisible();
    await expect(page.locator(`${part} img:visible`).first()).toBeVisible();
  }
  // Nothing that only a script answers.
  await expect(page.locator('.stand-in :is(button, input, noscript)')).toHaveCount(0);
  await page.emulateMedia({ media: 'screen' });
  await expect(page.locator('#choosing')).toBeHidden();
  await page.evaluate(() => dispatchEvent(new Event('afterprint')));
  await expect(chapters).toHaveCount(1);
});

test('on paper pictures stand in for figures that the reader has not run', async ({ page }) => {
  await open(page);
  const greedy = page.locator('#writing glass-generate[mode=greedy]');
  await page.locator('#writing').evaluate((each) => each.scrollIntoView());
  await expect(button(greedy, 'Step')).toBeEnabled();
  const names = (...places: number[]) => places.map((place) => `writing-${place}`);
  expect(await namesIn(page, 'writing')).toEqual(names(1, 2, 3));
  await button(greedy, 'Step').click();
  await expect(button(greedy, 'Back')).toBeEnabled();
  expect(await namesIn(page, 'writing')).toEqual(names(2, 3));
  await sentenceField(page).fill('The dog');
  await expect(page.locator('#writing glass-generate .prompt').first()).toHaveText('The dog');
  // What was written from the reader's own line has not begun: the pictures say from which line theirs goes on.
  await expect.poll(() => namesIn(page, 'writing')).toEqual(names(1, 2, 3));
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
  await expect(page.locator('#writing .note.stand-in')).toHaveText(
    Array.from({ length: 3 }, () => /^Computed beforehand, for “Once upon/),
  );
  await page.evaluate(() => dispatchEvent(new Event('afterprint')));
  await page.locator('#proof').evaluate((each) => each.scrollIntoView());
  await expect(page.locator('#proof [part=check]').first()).toBeVisible();
  expect(await namesIn(page, 'proof')).toEqual(['proof-1', 'proof-2', 'proof-3']);
});

test('a picture of another line than the reader’s says so, and names its model', async ({
  page,
}) => {
  const kSays = {
    '': [/^Computed beforehand, for “Once upon a time, .* named”$/, /^stories \(English/],
    'zh/': [/^此图是预先算好的，所用文字为“空山新雨后，天气晚来”。$/, /^唐诗（中文/],
  } as const;
  for (const [folder, [said, model]] of Object.entries(kSays)) {
    const about = () =>
      page.evaluate(() => {
        dispatchEvent(new Event('beforeprint'));
        const pictures = [...document.querySelectorAll<HTMLImageElement>('img.stand-in')];
        const shown = pictures.map(({ src, previousElementSibling, nextElementSibling }) => ({
          name: /([\w-]+)-\w+\.svg$/.exec(src)![1]!,
          above: previousElementSibling!.matches('.stand-in')
            ? previousElementSibling!.textContent
            : '',
          below: nextElementSibling?.matches('.stand-in') ? nextElementSibling.textContent : '',
        }));
        dispatchEvent(new Event('afterprint'));
        return Object.fromEntries(shown.map((each) => [each.name, each]));
      });
    await page.unroute('**/assets/**');
    await page.goto(folder);
    await isLive(page);
    // What comes for paper would be there at the second look.
    await page.route('**/assets/**', () => {});
    const own = await about();
    expect(own['vectors-1']!.above).toBe('');
    expect(own['vectors-1']!.below).toMatch(model);
    await sentenceField(page).fill('The dog was sad');
    await expect.poll(async () => (await about())['vectors-1']?.above).toMatch(said);
    const other = await about();
    for (const name of ['vectors-2', 'layers-4', 'study-1', 'study-5'])
      expect(other[name], name).toMatchObject({
        above: expect.stringMatching(said),
        below: expect.stringMatching(model),
      });
    // Of texts of their own, or of none.
    for (const name of ['looking-5', 'looking-9', 'translating-2', 'study-2', 'study-8', 'proof-1'])
      expect(other[name]?.above, name).toBe('');
  }
});

test('what one trainer has learned is replaced as a whole, or not at all', async ({ page }) => {
  await open(page);
  await goToLearning(page);
  const part = page.locator('#learning-live');
  await part.locator('#scores').scrollIntoViewIfNeeded();
  await expect(part.locator('#learned-writes')).toBeAttached();
  const all = [1, 2, 3].map((place) => `learning-live-${place}`);
  expect(await namesIn(page, 'learning-live')).toEqual(all);
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
  await page.emulateMedia({ media: 'print' });
  // It goes on from other weights than those that the pictures show.
  await expect(part.locator('#learned-writes')).toBeHidden();
  await expect(part.getByText('after step 0').filter({ visible: true })).toHaveCount(0);
  await page.emulateMedia({ media: 'screen' });
  await page.evaluate(() => dispatchEvent(new Event('afterprint')));
  await expect(part.locator('#learned-writes')).toBeVisible();
  await button(part.locator('glass-train'), 'Step').click();
  await expect(part.locator('glass-train [part=facts]')).toContainText('1 of');
  expect(await namesIn(page, 'learning-live')).toEqual([]);
});

/** Until the page calls for the browser's dialogue. */
async function prepare(page: Page): Promise<void> {
  await page.evaluate(() => {
    window.print = () => document.documentElement.classList.add('printed');
  });
  const press = page.getByRole('button', { name: kLanguages.en.button });
  await press.evaluate((element: HTMLElement) => element.click());
}

test.describe('prepared for printing', () => {
  test.setTimeout(360_000);
  const printed = (page: Page) => page.locator('html.printed').waitFor({ timeout: 120_000 });

  test('with the reader’s line, its texts are written first', async ({ page }) => {
    await open(page, '#text=The dog was sad');
    await prepare(page);
    await printed(page);
    const ways = page.locator('#writing .abreast glass-generate');
    await expect(ways).toHaveCount(3);
    for (const way of await ways.all()) {
      await expect(button(way, 'Step')).toBeDisabled();
      await expect(button(way, 'Back')).toBeEnabled();
    }
    expect(await namesIn(page, 'writing')).toEqual([]);
    // What is higher than half a sheet may go on on the next one.
    await page.emulateMedia({ media: 'print' });
    const tall = await page
      .locator('#study figure:not(:has(.panel))')
      .evaluateAll((all) => all.map((each) => getComputedStyle(each).breakInside));
    expect(new Set(tall)).toEqual(new Set(['auto', 'avoid']));
  });

  test('a text that fails or does not end keeps nothing from being printed', async ({ page }) => {
    await page.clock.install();
    await open(page);
    await page.locator('#writing').evaluate((each) => each.scrollIntoView());
    await expect(page.locator('#writing glass-generate').first().locator('.out')).toBeVisible();
    await page.evaluate(() => {
      const [first, second] = document.querySelectorAll('glass-generate');
      first!.step = () => Promise.reject(new Error('failed'));
      second!.step = () => new Promise(() => document.body.classList.add('waits'));
    });
    await prepare(page);
    await page.locator('body.waits').waitFor({ timeout: 120_000 });
    await expect(page.locator('html.printed')).toHaveCount(0);
    await page.clock.fastForward(60_000);
    await printed(page);
  });
});

test('what is high, or holds several figures, may go on on the next sheet', async ({ page }) => {
  await open(page);
  await page.locator('#causal-mask').evaluate((each) => each.scrollIntoView());
  await expect(page.locator('.masks glass-matrix .cell').first()).toBeVisible();
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
  await page.emulateMedia({ media: 'print' });
  const breaks = (selector: string) =>
    page
      .locator(selector)
      .evaluateAll((all) => [...new Set(all.map((each) => getComputedStyle(each).breakInside))]);
  expect(await breaks('.masks')).toEqual(['auto']);
  expect(await breaks('.masks .panel')).toEqual(['avoid']);
  expect(await breaks('figure:has(> glass-save > glass-attention-steps)')).toEqual(['auto']);
  expect(await breaks('figure:has(> glass-save > glass-map)')).toEqual(['avoid']);
});

test('no picture stands in where the page is in another language than its document', async ({
  page,
}) => {
  await open(page, '#lang=zh');
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
  expect(await standIns(page)).toEqual([]);
  await page.goto('zh/');
  await isLive(page);
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
  expect((await standIns(page)).length).toBeGreaterThan(20);
});

test('worked examples stand open on paper, and as the reader left them after it', async ({
  page,
}) => {
  await open(page, '#open=life');
  const examples = page.locator('details.worked');
  const states = () =>
    examples.evaluateAll((all) => all.map((each) => (each as HTMLDetailsElement).open));
  const before = await states();
  expect(before).toContain(true);
  expect(before).toContain(false);
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
  await expect.poll(states).toEqual(before.map(() => true));
  // The figures of what was closed are there, too.
  await expect(page.locator('#by-hand glass-by-hand')).toBeAttached();
  await page.evaluate(() => dispatchEvent(new Event('afterprint')));
  await expect.poll(states).toEqual(before);
  await expect(page).toHaveURL(/open=life(&|$)/);
});

test.describe('without scripts', () => {
  // What the document preloads for its script is not fetched.
  test.use({ allowed: /^request failed: .*\/assets\/[\w-]+\.js$/ });

  test('without scripts worked examples are whole on paper', async ({ anotherPage }) => {
    const still = await anotherPage({ javaScriptEnabled: false });
    await still.goto('zh/', { waitUntil: 'networkidle' });
    const example = still.locator('#life .prose').first();
    await expect(example).toBeHidden();
    await still.emulateMedia({ media: 'print' });
    await expect(example).toBeVisible();
    expect((await example.boundingBox())!.height).toBeGreaterThan(20);
  });

  test('without scripts no picture is wider than the paper, nor longer', async ({
    anotherPage,
  }) => {
    const still = await anotherPage({ javaScriptEnabled: false });
    // A4 between margins of 12 mm, which is narrower than a small screen.
    await still.setViewportSize({ width: 703, height: 1030 });
    await still.goto('zh/', { waitUntil: 'networkidle' });
    await still.emulateMedia({ media: 'print' });
    const pictures = still.locator('.chapter figure img');
    const sizes = await pictures.evaluateAll((all) =>
      all.map((each) => {
        const { width, height } = each.getBoundingClientRect();
        return { width, height };
      }),
    );
    expect(sizes.length).toBeGreaterThan(40);
    for (const { width, height } of sizes) {
      expect(width).toBeGreaterThan(0);
      expect(width).toBeLessThanOrEqual(703);
      expect(height).toBeLessThanOrEqual(0.86 * 1030);
    }
  });
});

test('on paper there are no buttons but those that are a figure’s numbers', async ({ page }) => {
  await open(page);
  await page.locator('#writing').evaluate((each) => each.scrollIntoView());
  const run = button(page.locator('#writing'), 'Run all three');
  await expect(run).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(run).toBeHidden();
  await openShelf(page);
  await page.emulateMedia({ media: null });
  await put(page, '<glass-variance></glass-variance>');
  await expect(page.getByRole('button')).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('button')).toBeHidden();
  await expect(page.getByRole('slider')).toBeVisible();
});

for (const [folder, hints] of [
  ['', [/Pick one\./, /Press a bar/, /Point at a token/]],
  ['zh/', [/点一个看看/, /点一下条形/, /就能读出数值/]],
] as const)
  test(`on paper no hint says what to press: ${folder || 'en'}`, async ({ page }) => {
    await page.goto(folder);
    await isLive(page);
    const all = hints.map((hint) => page.locator('.first').getByText(hint).last());
    for (const hint of all) await expect(hint).toBeVisible();
    await page.emulateMedia({ media: 'print' });
    for (const hint of all) await expect(hint).toBeHidden();
    await expect(page.locator('.first .panel p').first()).toBeVisible();
  });

test('on paper no box of a figure ends before what it holds', async ({ page }) => {
  await openShelf(page);
  const text = 'The little dog was very happy and he ran to the red ball in the park. '.repeat(3);
  const tags = [
    ...['ablation', 'attention', 'feed-forward', 'input', 'matrix hook="embed"', 'patch'],
    ...['positions', 'surprise', 'tokens'],
  ];
  const figures = tags.map((tag) => `<glass-${tag}></glass-${tag.split(' ')[0]}>`).join('');
  await put(page, `<glass-model src="stories" text="${text.trim()}">${figures}</glass-model>`);
  await expect(page.locator('glass-patch td button').first()).toBeVisible();
  await expect(page.locator('glass-ablation td button').first()).toBeVisible();
  await expect(page.locator('glass-surprise .token').first()).toBeVisible();
  const cut = () =>
    page.evaluate(() =>
      [...document.querySelectorAll('glass-model > *')].flatMap(({ localName, shadowRoot }) =>
        [...shadowRoot!.querySelectorAll('*')]
          .filter((each) => {
            const { overflowY, maxHeight } = getComputedStyle(each);
            return overflowY !== 'visible' && maxHeight !== 'none' && each.checkVisibility();
          })
          .map(({ className }) => `${localName} .${className}`),
      ),
    );
  // On a screen they have such boxes; that of the neurons comes with the list that it holds.
  expect((await cut()).length).toBeGreaterThanOrEqual(tags.length - 1);
  await page.emulateMedia({ media: 'print' });
  expect(await cut()).toEqual([]);
});

const kPainted = ['glass-heads', 'glass-embeddings', 'glass-block'];

/** Of each element: the mean of the bytes of its first canvas, after an event that the window has handled. */
function meansAfter(page: Page, event: string | null) {
  return page.evaluate(
    ([tags, type]) => {
      if (type !== null) dispatchEvent(new Event(type));
      const canvasIn = (root: ParentNode): HTMLCanvasElement | null =>
        root.querySelector('canvas') ??
        [...root.querySelectorAll('*')]
          .map(({ shadowRoot }) => shadowRoot && canvasIn(shadowRoot))
          .find((each) => each !== null) ??
        null;
      return tags.map((tag) => {
        const canvas = canvasIn(document.querySelector(tag)!.shadowRoot!);
        if (canvas === null) return null;
        const copy = new OffscreenCanvas(canvas.width, canvas.height).getContext('2d')!;
        copy.drawImage(canvas, 0, 0);
        const { data } = copy.getImageData(0, 0, canvas.width, canvas.height);
        return Math.round(data.reduce((sum, byte) => sum + byte, 0) / data.length);
      });
    },
    [kPainted, event] as const,
  );
}

const openDark = async (page: Page, isDarkOnPaper: boolean): Promise<void> => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await openShelf(page);
  await page.evaluate((isDark) => {
    const scheme = new CSSStyleSheet();
    const paper = isDark ? 'dark' : 'light';
    scheme.replaceSync(
      `:root { color-scheme: light dark } @media print { :root { color-scheme: ${paper} } }`,
    );
    document.adoptedStyleSheets.push(scheme);
  }, isDarkOnPaper);
  const figures = kPainted.map((tag) => `<${tag}></${tag}>`).join('');
  await put(page, `<glass-model src="stories" text="The moon is bright">${figures}</glass-model>`);
  await expect.poll(() => meansAfter(page, null)).not.toContain(null);
};

test('canvases of a dark page are light before the browser prints, and dark after it', async ({
  page,
}) => {
  await openDark(page, false);
  const dark = await meansAfter(page, null);
  const light = await meansAfter(page, 'beforeprint');
  for (const [i, mean] of light.entries()) expect(mean).toBeGreaterThan(dark[i]! + 30);
  expect(await meansAfter(page, 'afterprint')).toEqual(dark);
  // Where only the medium changes.
  await page.emulateMedia({ media: 'print' });
  await expect.poll(() => meansAfter(page, null)).toEqual(light);
  await page.emulateMedia({ media: 'screen' });
  await expect.poll(() => meansAfter(page, null)).toEqual(dark);
});

test('canvases are not painted again where the paper is as the screen', async ({ page }) => {
  await openDark(page, true);
  const dark = await meansAfter(page, null);
  await page.emulateMedia({ media: 'print' });
  expect(await meansAfter(page, null)).toEqual(dark);
  await page.emulateMedia({ media: 'screen', colorScheme: 'light' });
  const areLight = async () =>
    (await meansAfter(page, null)).every((mean, i) => mean! > dark[i]! + 30);
  await expect.poll(areLight).toBe(true);
  // Printing brings figures near that were out of sight: they are painted for the first time.
  await meansAfter(page, 'beforeprint');
  await meansAfter(page, 'afterprint');
  await settled(page);
  await frames(page, 3);
  await page.evaluate(() => {
    CanvasRenderingContext2D.prototype.putImageData = () => {
      throw new Error('painted');
    };
  });
  await meansAfter(page, 'beforeprint');
  await meansAfter(page, 'afterprint');
});
