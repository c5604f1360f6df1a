/** What the build writes: the story in every language, to be read before any script has come, and without one. */
import { readdirSync, readFileSync } from 'node:fs';
import {
  expect,
  isLive,
  numbersIn,
  open,
  type Locator,
  type Page,
  sentenceField,
  test,
} from './fixture.ts';
import { goToLearning } from './learning.ts';
import { settled } from './settled.ts';

/** The folder of each language's document, its tag, and the way to the other one. */
const kPages = [
  { name: 'en', folder: './', tag: 'en', title: 'Words become tokens', other: '中文', to: 'zh' },
  {
    name: 'zh',
    folder: './zh/',
    tag: 'zh-CN',
    title: '把文字切成词元',
    other: 'English',
    to: 'en',
  },
] as const;

/** Headings and prose in their order, outside of what the reader must open first. */
function prose(page: Page): Promise<string[]> {
  return page
    .locator(':is(h1, h2, h3, h4, summary, .prose, .honest)')
    .evaluateAll((all) =>
      all
        .filter((each) => !each.matches('.worked > :not(summary) *, .worked > :not(summary)'))
        .map((each) => (each.textContent ?? '').replace(/\s+/g, '')),
    );
}

const read = (folder: string): string => readFileSync(`build/page/${folder}index.html`, 'utf8');

for (const { name, folder, tag, title, other, to } of kPages) {
  test.describe(name, () => {
    // Without JavaScript Chromium gives up what is preloaded as a module.
    test.use({ allowed: /^request failed: .*\/assets\/(en|zh)-[^/]*\.js$/ });

    test('without JavaScript the whole story is there, word for word', async ({
      page,
      anotherPage,
    }) => {
      const still = await anotherPage({ javaScriptEnabled: false });
      await still.goto(folder);
      await expect(still.locator('html')).toHaveAttribute('lang', tag);
      await expect(still.locator('.no-script')).toBeVisible();
      await expect(still.getByRole('heading', { name: title })).toBeVisible();
      // No control that nothing answers.
      await expect(still.locator('button:visible, input:visible')).toHaveCount(0);
      await open(page, `#lang=${name}`);
      await settled(page);
      // The texts of the hand-made model's figures are fetched with them.
      await goToLearning(page);
      await expect(page.locator('#choosing glass-generate')).toBeVisible();
      const text = await prose(still);
      expect(text.length).toBeGreaterThan(40);
      // The line above the reader's place has the chapter's heading once more.
      await page.evaluate(() => scrollTo(0, 0));
      await expect.poll(() => prose(page)).toEqual(text);
      expect(await still.locator('body').innerText()).not.toMatch(/Loading|正在加载/);
      // Every worked example opens, and has its prose.
      for (const example of await still.locator('details').all()) {
        await example.locator('summary').click();
        await expect(example.locator('.prose, p').first()).toBeVisible();
      }
    });

    test('without JavaScript the figures of the first view say what the live ones say', async ({
      page,
      anotherPage,
    }) => {
      const still = await anotherPage({ javaScriptEnabled: false });
      await still.goto(folder);
      const texts = (tag: string) =>
        still.locator(`.first static-${tag} svg text`).allTextContents();
      await expect(still.locator('.first static-heads svg')).toBeVisible();
      const numbers = (await texts('attention')).filter((text) => /^\d\.\d\d$/.test(text));
      const candidates = (await texts('next-token')).join(' ');
      await page.goto(folder);
      await isLive(page);
      await settled(page);
      const live = await numbersIn(page.locator('.first glass-attention glass-matrix'));
      const seen = live.flatMap((row, query) => row.slice(0, query + 1));
      expect(seen.length).toBeGreaterThan(20);
      expect(numbers.map(Number)).toEqual(seen);
      const bars = await page
        .locator('.first glass-next-token')
        .evaluate((element) =>
          [...element.shadowRoot!.querySelectorAll('.blank, bdi, .share')].map(
            (each) => each.textContent,
          ),
        );
      expect(bars.includes('␣')).toBe(name === 'en');
      expect(candidates).toBe(bars.join(' ').replaceAll('␣ ', '␣'));
      await expect(still.locator('#sentence static-input')).toHaveText(
        await sentenceField(page).inputValue(),
      );
      // Whose weights they are: the head has a frame and a name, and the model is told below.
      await expect(still.locator('.first static-heads rect[stroke]')).toHaveCount(1);
      const readout = page.locator('.first glass-heads .readout');
      const inWords = async (of: Locator) => (await of.innerText()).replace(/\s+/g, ' ').trim();
      expect(await inWords(still.locator('.first static-heads p'))).toBe(await inWords(readout));
      const model = page.locator('.first > glass-save [part=model]');
      expect((await inWords(model)).startsWith(await inWords(still.locator('.first .model')))).toBe(
        true,
      );
      await expect(still.locator('.first .model a')).toHaveAttribute('href', /^#model-/);
      // The model that reads the line.
      const chosen = (of: Page) =>
        of.locator('.voice select').evaluate((each) => (each as HTMLSelectElement).selectedIndex);
      expect(await chosen(page)).toBe(0);
      expect(await chosen(still)).toBe(0);
      // Of the live ones alone it is said that they are computed while the reader types.
      await expect(page.locator('.first .honest [data-page-only]')).toBeVisible();
    });

    test('without JavaScript layers have names, what is masked is hatched, and nothing is to be picked', async ({
      anotherPage,
    }) => {
      const still = await anotherPage({ javaScriptEnabled: false });
      await still.goto(folder);
      const layer = (n: number) => ({ en: `Layer ${n}`, zh: `第 ${n} 层` })[name];
      const names = await still.locator('.first static-heads svg text').allTextContents();
      expect(names.length).toBeGreaterThan(4);
      expect(names).toEqual(names.map((_, i) => layer(i + 1)));
      const { x } = (await still.locator('.first static-heads svg text').first().boundingBox())!;
      expect(x).toBeGreaterThan(0);
      // With its names it is as wide as its column.
      const rightOf = (selector: string) =>
        still.locator(selector).evaluate((each) => each.getBoundingClientRect().right);
      for (const width of [1440, 1280, 390]) {
        await still.setViewportSize({ width, height: 900 });
        const right = await rightOf('.first static-heads svg');
        expect(right).toBeLessThanOrEqual(await rightOf('.first .heads'));
      }
      await expect(
        still.locator('.first static-attention path[fill="url(#gf-hatch)"]'),
      ).toHaveCount(1);
      const pick = { en: 'Pick one.', zh: '点一个看看。' }[name];
      await expect(still.locator('.first .heads')).toContainText(pick);
      expect(await still.locator('.first .heads').innerText()).not.toContain(pick);
      await expect(still.locator('footer a[href$="elements/"]')).toHaveAttribute(
        'href',
        { en: './elements/', zh: '../zh/elements/' }[name],
      );
    });

    test('without JavaScript every figure of the chapters is there as a picture', async ({
      anotherPage,
    }) => {
      test.setTimeout(480_000);
      const still = await anotherPage({ javaScriptEnabled: false });
      await still.goto(folder);
      for (const example of await still.locator('details summary').all()) await example.click();
      const pictures = still.locator('.chapter figure img');
      // A wide one is cut into bands, of which the first says what it is.
      const firsts = still.locator('.chapter figure img:first-child');
      await expect(firsts).toHaveCount(readdirSync(`web/page/drawings/${name}`).length);
      const bands = still.locator('#writing .whole a > img');
      expect(await bands.count()).toBeGreaterThan(2);
      for (const band of await bands.all())
        expect(Number(await band.getAttribute('width'))).toBeLessThanOrEqual(1000);
      // All are fetched at once, not each when it scrolls into view.
      const shown = await pictures.evaluateAll((all) =>
        (all as HTMLImageElement[]).map((picture) => {
          picture.loading = 'eager';
          const { alt, parentElement } = picture;
          return {
            isThere:
              (alt.trim() !== '') === picture.matches(':first-child') && picture.checkVisibility(),
            href: (parentElement as HTMLAnchorElement).href,
          };
        }),
      );
      expect(shown.filter(({ isThere }) => !isThere)).toEqual([]);
      const notDrawn = () =>
        pictures.evaluateAll((all) =>
          (all as HTMLImageElement[])
            .filter((image) => image.naturalWidth !== Number(image.getAttribute('width')))
            .map(({ src }) => src),
        );
      await expect.poll(notDrawn).toEqual([]);
      // In its own size, in colours that need no page around it.
      for (const { href } of shown) {
        // One after another: of many at once one is answered only after 5 s.
        const large = await still.request.get(href);
        expect(await large.text(), href).toMatch(/^<\?xml [^]*<svg [^]*<title>[^<]+<\/title>/);
      }
      // By the part of the page that it is in, and what it would show.
      const withoutPicture = () =>
        still.locator('.chapter figure:not(.block-picture):not(:has(img))').evaluateAll((all) =>
          all.map((figure) => {
            const { id = '' } = figure.closest('[id]') ?? {};
            const tags = [...figure.querySelectorAll('*')].map(({ localName }) => localName);
            return `#${id}: ${tags.filter((tag) => tag.startsWith('static-')).join(', ')}`;
          }),
        );
      expect(await withoutPicture()).toEqual([]);
    });

    test('without JavaScript each figure says which model it shows', async ({ anotherPage }) => {
      const still = await anotherPage({ javaScriptEnabled: false });
      await still.goto(folder);
      const lines = await still.locator('.chapter figure .model').allTextContents();
      const of = (model: string) => lines.filter((line) => line.startsWith(`${model} `)).length;
      const { first, there, back } = {
        en: {
          first: 'stories (English, 2 MB), loss 1.78',
          there: 'English into Chinese (4 MB), loss 1.67',
          back: 'Chinese into English (4 MB), loss 1.83',
        },
        zh: {
          first: '唐诗（中文，4 MB），损失 4.02',
          there: '英译中（4 MB），损失 1.67',
          back: '中译英（4 MB），损失 1.83',
        },
      }[name];
      expect(of(first)).toBeGreaterThan(20);
      expect(of(there)).toBeGreaterThan(3);
      expect(of(back)).toBe(1);
      // Terms stand behind the link.
      for (const line of lines) expect(line).not.toMatch(/GELU|nats|奈特/);
    });

    test('without JavaScript nothing says that the numbers are computed while the reader types', async ({
      anotherPage,
    }) => {
      const still = await anotherPage({ javaScriptEnabled: false });
      await still.goto(folder);
      const honest = still.locator('.first .honest');
      await expect(honest).toContainText(name === 'en' ? '2 MB' : '4 MB');
      await expect(honest.locator('[data-page-only]')).toBeHidden();
      await expect(still.locator('.no-script').first()).toContainText(
        { en: 'when this page was built', zh: '制作本页时' }[name],
      );
    });

    test('without JavaScript every link leads somewhere', async ({ anotherPage }) => {
      const still = await anotherPage({ javaScriptEnabled: false });
      await still.goto(folder);
      const links = await still
        .locator('a[href^="#"]')
        .evaluateAll((all) => all.map((each) => each.getAttribute('href') ?? ''));
      expect(links.length).toBeGreaterThan(9);
      for (const link of links) await expect(still.locator(link), link).toHaveCount(1);
      await still.locator('.contents a').nth(2).click();
      await expect(still.locator('#looking h2')).toBeInViewport();
      const notices = await still.locator('footer a').last().getAttribute('href');
      expect((await still.request.get(new URL(notices!, still.url()).href)).ok()).toBe(true);
      await still.getByRole('link', { name: other }).click();
      const there = kPages.find((each) => each.name === to)!;
      await expect(still.locator('html')).toHaveAttribute('lang', there.tag);
      await expect(still.getByRole('heading', { name: there.title })).toBeVisible();
    });

    test('without JavaScript the picture of a layer is there, and leads to its parts', async ({
      anotherPage,
    }) => {
      const still = await anotherPage({ javaScriptEnabled: false });
      await still.goto(folder);
      const parts = still.locator('#layers .block-picture a');
      await expect(parts).toHaveCount(9);
      for (const text of await parts.allTextContents()) expect(text.trim()).not.toBe('');
      await still.locator('#layers .block-picture a[href="#feed-forward"]').click();
      await expect(still.locator('h3#feed-forward')).toBeInViewport();
    });

    test('what search engines and previews read is in the document’s language', () => {
      const document = read(folder);
      const content = (key: string) =>
        new RegExp(`<meta (?:name|property)="${key}" content="([^"]+)"`).exec(document)?.[1] ?? '';
      expect(document).toContain(`<html lang="${tag}"`);
      expect(content('og:title')).not.toBe('');
      expect(document).toContain(`<title>${content('og:title')}</title>`);
      expect(content('description')).toBe(content('og:description'));
      expect(/\p{Script=Han}/u.test(content('description'))).toBe(name === 'zh');
      expect(document).toContain(`<link rel="canonical" href="${name === 'en' ? './' : '../zh/'}"`);
      for (const each of kPages) expect(document).toContain(`hreflang="${each.tag}"`);
      // Marks of the templates, and elements that would come to life by themselves.
      expect(document).not.toMatch(/<!--(?!\s)|<\?|<glass-|defer-hydration/);
    });
  });
}

test('the folder of a language shows that language, and the switch keeps working', async ({
  page,
}) => {
  await open(page, '');
  await page.goto('./zh/');
  await expect(sentenceField(page)).toHaveValue('空山新雨后，天气晚来');
  await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN');
  await expect(page.locator('.first glass-next-token button').first()).toBeVisible();
  await page.getByRole('button', { name: 'English' }).click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  await expect(page).toHaveURL(/\/zh\/#lang=en$/);
  await page.reload();
  await expect(page.getByText('Who looks at whom')).toBeVisible();
  await page.getByRole('button', { name: '中文' }).click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN');
});

test.describe('a language that cannot be fetched', () => {
  test.use({ allowed: /request failed|ERR_FAILED|preloaded/ });

  test('is told of, and the one that is shown stays', async ({ page }) => {
    await page.route('**/assets/zh-*.js', (route) => route.abort());
    await open(page);
    await page.getByRole('button', { name: '中文' }).click();
    await expect(page.getByRole('alert')).toContainText('could not be fetched: 中文');
    await expect(page.locator('html')).toHaveAttribute('lang', 'en');
    await page.getByRole('button', { name: 'English' }).click();
    await expect(page.getByRole('alert')).toHaveCount(0);
  });
});

/** How far what is read moves in the time that the elements need: a tenth is called good. */
const kMaxShift = 0.1;
/** Pixels: less than a line. */
const kMaxMove = 8;

for (const { name, folder } of kPages)
  for (const width of [390, 1440])
    test(`the live page takes its place without a jump: ${name}, ${width} pixels`, async ({
      page,
    }) => {
      test.setTimeout(480_000);
      await page.setViewportSize({ width, height: 844 });
      await page.addInitScript(() => {
        const shifts: number[] = [];
        new PerformanceObserver((list) =>
          list
            .getEntries()
            .forEach((entry) => shifts.push((entry as unknown as { value: number }).value)),
        ).observe({ type: 'layout-shift', buffered: true });
        Object.assign(globalThis, { shifts });
      });
      let release = (): void => {};
      const held = new Promise<void>((done) => (release = done));
      await page.route('**/assets/index-*.js', async (route) => {
        await held;
        await route.continue();
      });
      await page.goto(folder, { waitUntil: 'commit' });
      const contents = page.locator('.contents');
      await expect(contents).toBeVisible();
      await expect(page.locator('.no-script')).toBeHidden();
      const places = () =>
        page
          .locator('.examples, .glance > .panel, .honest, .contents')
          .evaluateAll((all) => all.map((each) => each.getBoundingClientRect().top));
      const before = (await places()).slice(0, 6);
      release();
      await expect(page.locator('.first glass-next-token button').first()).toBeVisible();
      await settled(page);
      const moved = (await places()).slice(0, 6).map((top, i) => Math.abs(top - before[i]!));
      expect(moved).toHaveLength(6);
      expect(Math.max(...moved), moved.join(' ')).toBeLessThan(kMaxMove);
      const shift = await page.evaluate(() =>
        (globalThis as unknown as { shifts: number[] }).shifts.reduce((sum, each) => sum + each, 0),
      );
      console.log(`  ${name}, ${width} pixels: layout shift ${shift.toFixed(3)}`);
      expect(shift).toBeLessThan(kMaxShift);
    });

test('a printed page keeps colours and whole figures, and has no control in the way', async ({
  page,
}) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await open(page);
  await page.getByRole('button', { name: 'Light theme' }).click();
  await page.getByRole('button', { name: 'Dark theme' }).click();
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  const style = (selector: string, name: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((element, key) => getComputedStyle(element).getPropertyValue(key), name);
  expect(await style('html', 'color-scheme')).toBe('light');
  expect(await style('.first glass-attention [role=gridcell]', 'print-color-adjust')).toBe('exact');
  expect(await style('.say', 'position')).toBe('static');
  expect(await style('.first .panel', 'break-inside')).toBe('avoid');
  for (const control of ['.switches', '.examples', '.first glass-save [part=button]'])
    await expect(page.locator(control).first()).toBeHidden();
  await expect(page.locator('.first glass-save [part=model]').first()).toBeVisible();
});
