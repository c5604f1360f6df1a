/** Figures keep their room before they are drawn: an article does not jump under its reader. */
import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname } from 'node:path';
import { kHeights } from '../../web/src/elements/base/heights.ts';
import { expect, type Page, test as base } from './fixture.ts';
import { tags } from './tags.ts';

const types: Record<string, string> = {
  '.css': 'text/css',
  '.js': 'text/javascript',
  '.wasm': 'application/wasm',
};

/** dist/ with an article beside it: what Playwright answers itself would come at once, however slow the line. */
const test = base.extend<{ server: Server }>({
  // eslint-disable-next-line no-empty-pattern
  server: async ({}, use) => {
    const server = createServer((request, response) => {
      const path = request.url ?? '/';
      if (path === '/') return response.setHeader('content-type', 'text/html').end(kArticle);
      return void readFile(new URL(`../../dist${path}`, import.meta.url)).then(
        (body) =>
          response
            .writeHead(200, {
              'content-type': types[extname(path)] ?? '',
              'content-length': body.length,
            })
            .end(body),
        () => response.writeHead(404).end(),
      );
    });
    await new Promise<void>((done) => server.listen(0, 'localhost', done));
    await use(server);
    server.closeAllConnections();
    server.close();
  },
  baseURL: async ({ server }, use) =>
    use(`http://localhost:${(server.address() as AddressInfo).port}/`),
});

const kProse = `<p>${'A transformer reads a sentence as a row of tokens, each a vector of numbers. '.repeat(6)}</p>`;

/** A post of two figures, as docs/elements.md has it. */
const kArticle = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Post</title><style>main { max-width: 40rem; margin: auto }</style><link rel="icon" href="data:,">
<link rel="stylesheet" href="placeholder.css"><script type="module" src="elements.js"></script>
<main>${kProse}
<glass-model src="stories" text="The little dog was happy.">
  <glass-input></glass-input>
  <glass-attention></glass-attention>
</glass-model>
${kProse}
<glass-model src="stories" text="Once upon a time there was">
  <glass-next-token></glass-next-token>
</glass-model>
${kProse}${kProse}</main></html>`;

interface LayoutShift extends PerformanceEntry {
  readonly value: number;
  readonly hadRecentInput: boolean;
}

/** As with a line of 6 Mbit/s and 60 ms. */
async function slowDown(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  const throughput = 6e6 / 8;
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 60,
    downloadThroughput: throughput,
    uploadThroughput: throughput,
  });
}

for (const [what, viewport] of [
  ['on a desk', { width: 1000, height: 800 }],
  ['on a phone', { width: 390, height: 844 }],
] as const)
  test(`an article of two figures hardly shifts while they come, ${what}`, async ({ page }) => {
    await page.setViewportSize(viewport);
    await page.addInitScript(() => {
      const shifts: LayoutShift[] = [];
      Object.assign(globalThis, { shifts });
      new PerformanceObserver((list) =>
        shifts.push(...(list.getEntries() as LayoutShift[])),
      ).observe({ type: 'layout-shift', buffered: true });
    });
    await slowDown(page);
    await page.goto('/');
    await expect(page.locator('glass-attention .cell').first()).toBeVisible();
    await expect(page.locator('glass-next-token button').first()).toBeAttached();
    const shifted = await page.evaluate(async () => {
      await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
      const { shifts } = globalThis as unknown as { shifts: LayoutShift[] };
      return shifts
        .filter(({ hadRecentInput }) => !hadRecentInput)
        .reduce((sum, { value }) => sum + value, 0);
    });
    console.log(`  layout shift ${what}: ${shifted.toFixed(3)}`);
    expect(shifted).toBeLessThanOrEqual(0.1);
  });

/** A picture of a long text, higher than the room that is kept for a figure of its kind. */
const kPicture = `<span data-glassformer-still><img alt="" width="320" height="500" src="data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='320' height='500'/%3E"><br><small>Attention weights.</small><br></span>`;

test('a picture in a tag goes without a shift, and its room when the figure is there', async ({
  page,
}) => {
  let answer = (): void => {};
  const held = new Promise<void>((done) => (answer = done));
  // The model comes when the test has looked.
  await page.route('**/model.safetensors', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto('/');
  await page.evaluate((picture) => {
    const main = document.querySelector('main') as HTMLElement;
    const tag = 'glass-attention';
    const frame = document.createElement('iframe');
    Object.assign(frame, {
      width: 700,
      height: 900,
      srcdoc: `<!doctype html><html lang="en"><link rel="stylesheet" href="placeholder.css">
        <${tag} model="aab" text="aabaa">${picture}</${tag}><p id="below">below</p></html>`,
    });
    main.replaceChildren(frame);
  }, kPicture);
  const frame = page.frameLocator('iframe');
  const below = frame.locator('#below');
  await expect(frame.locator('img')).toBeVisible();
  const top = async () => (await below.boundingBox())?.y;
  const before = await top();
  await below.evaluate(async () => {
    await import(new URL('elements.js', document.baseURI).href);
  });
  await expect(frame.locator('glass-attention .placeholder')).toBeVisible();
  await expect(frame.locator('img')).toBeHidden();
  expect(await top()).toBe(before);
  answer();
  await expect(frame.locator('glass-attention .cell').first()).toBeVisible();
  await expect.poll(top).toBeLessThan(Number(before) - 100);
  expect(await frame.locator('glass-attention').getAttribute('style')).toBeFalsy();
});

test('where no script runs, a picture stands in no more room than it takes', async ({
  anotherPage,
}) => {
  const page = await anotherPage({ javaScriptEnabled: false });
  await page.route('**/post.html', (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: `<!doctype html><html lang="en"><title>Post</title><link rel="icon" href="data:,"><link rel="stylesheet" href="placeholder.css">
        <glass-input></glass-input><glass-translate>${kPicture}</glass-translate><p id="below">below</p></html>`,
    }),
  );
  await page.goto('/post.html');
  const picture = await page.locator('img').boundingBox();
  expect(picture?.y).toBeLessThan(20);
  const below = await page.locator('#below').boundingBox();
  expect(below?.y).toBeLessThan(600);
});

test('figures one below another stand apart, by margins that a page may change', async ({
  page,
}) => {
  await page.goto('/');
  await page.evaluate(() => {
    const main = document.querySelector('main') as HTMLElement;
    main.innerHTML = `<p id="before">before</p><glass-model src="aab" text="aab">
      <glass-tokens></glass-tokens><glass-attention></glass-attention>
      <glass-save><glass-next-token></glass-next-token></glass-save></glass-model>`;
  });
  await expect(page.locator('glass-attention .cell').first()).toBeVisible();
  await expect(page.locator('glass-next-token button').first()).toBeAttached();
  const edges = async (selector: string) => {
    const { y, height } = (await page.locator(selector).boundingBox())!;
    return { top: y, bottom: y + height };
  };
  const gaps = async () => {
    const [before, tokens, attention, save, next] = await Promise.all(
      ['#before', 'glass-tokens', 'glass-attention', 'glass-save', 'glass-next-token'].map(edges),
    );
    return [
      tokens!.top - before!.bottom,
      attention!.top - tokens!.bottom,
      save!.top - attention!.bottom,
      next!.top - save!.top,
    ];
  };
  expect(await gaps()).toEqual([16, 16, 16, 0]);
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('glass-attention { margin: 40px 0 }');
    document.adoptedStyleSheets = [sheet];
  });
  expect(await gaps()).toEqual([16, 40, 40, 0]);
});

test('every element has its space but the one around them, and the one that is mostly not seen', async () => {
  const sheet = await readFile(new URL('../../dist/placeholder.css', import.meta.url), 'utf8');
  const [, list = ''] = /:where\(([^)]*)\) \{\s*margin-block: 1rem/.exec(sheet) ?? [];
  const named = list.split(',').map((tag) => tag.trim());
  const without = ['glass-model', 'glass-changes'];
  expect(named.sort()).toEqual(tags.filter((tag) => !without.includes(tag)).sort());
});

test('what pages reserve is what the elements reserve', async () => {
  const file = new URL('../../dist/placeholder.css', import.meta.url);
  const rules = [
    ...(await readFile(file, 'utf8')).matchAll(
      /^(glass-[\w-]+):not\(:defined\) \{\s*min-height: ([\d.]+rem);\s*\}/gm,
    ),
  ];
  expect(Object.fromEntries(rules.map(([, tag, height]) => [tag, height]))).toEqual(kHeights);
});
