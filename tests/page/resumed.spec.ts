/** A model from another origin whose connection breaks: how far it has come is told, and it goes on where it broke off. */
import { existsSync, readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname } from 'node:path';
import { violations } from './axe.ts';
import { expect, type Locator, open, type Page, test } from './fixture.ts';

/** Connections that break are what is tested, and so are other origins. */
test.use({ allowed: /foreign request|request failed|ERR_|404/ });

const servers: Server[] = [];
test.afterEach(() => {
  for (const server of servers.splice(0)) server.close().closeAllConnections();
});

async function listen(
  answer: (request: IncomingMessage, response: ServerResponse) => void,
): Promise<string> {
  const server = createServer(answer);
  servers.push(server);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

interface Asked {
  readonly method: string | undefined;
  readonly range: string | null;
}

interface Elsewhere {
  readonly address: string;
  /** Requests for the weights. */
  readonly asked: readonly Asked[];
  /** Cuts off the answer that is under way; what is asked for next is sent whole. */
  readonly cut: () => void;
  /** Resolves when nobody reads that answer any more. */
  readonly left: Promise<void>;
}

/** A host that lets other pages read its files, takes ranges, and stops in the middle of the weights at first. */
async function elsewhere({
  takesRanges = true,
  tellsDate = true,
  /** What it says of ranges, and lets other pages read. */
  tellsRanges = null as string | null,
  /** So many answers with weights stop. */
  stops = 1,
} = {}): Promise<Elsewhere> {
  const asked: Asked[] = [];
  let cut = () => {};
  let leave = () => {};
  const left = new Promise<void>((done) => (leave = done));
  const address = await listen((request, response) => {
    const name = (request.url ?? '').slice(1);
    const cors = { 'access-control-allow-origin': '*' };
    const path = `models/tang/${name}`;
    if (!existsSync(path)) return void response.writeHead(404, cors).end();
    const file = readFileSync(path);
    const isWeights = name === 'model.safetensors';
    if (isWeights) asked.push({ method: request.method, range: request.headers.range ?? null });
    // The browser's cache, which may have a part, too, names the end.
    const start = Number(/^bytes=(\d+)-(?:\d+)?$/.exec(request.headers.range ?? '')?.[1] ?? 0);
    const isPart = takesRanges && start > 0;
    const sent = isPart ? file.subarray(start) : file;
    response.writeHead(isPart ? 206 : 200, {
      ...cors,
      'content-length': sent.length,
      ...(tellsDate ? { 'last-modified': 'Fri, 27 Nov 2026 12:00:00 GMT' } : {}),
      ...(tellsRanges === null
        ? {}
        : { 'accept-ranges': tellsRanges, 'access-control-expose-headers': 'accept-ranges' }),
      ...(isPart ? { 'content-range': `bytes ${start}-${file.length - 1}/${file.length}` } : {}),
    });
    if (!isWeights || asked.length > stops) return void response.end(sent);
    response.write(sent.subarray(0, sent.length / 2));
    cut = () => response.destroy();
    response.on('close', leave);
  });
  return { address, asked, cut: () => cut(), left };
}

/** How much of how much: the host does not say how long the file is, but the file does. */
const kComing = /^Loading…\s[\d.]+\sMB of 4\.1\sMB/;

for (const takesRanges of [true, false])
  test(`the page’s place for a model of one’s own, ranges ${takesRanges ? 'taken' : 'not taken'}`, async ({
    page,
  }) => {
    const { address, asked, cut } = await elsewhere({ takesRanges });
    await open(page, '#at=own-model');
    const place = await ask(page, address);
    await expect(place.locator('.coming span')).toHaveText(kComing);
    cut();
    await expect(place.locator('h3 bdi')).toHaveText(new URL(address).host);
    expect(asked.map(({ method }) => method)).toEqual(['GET', 'GET']); // and no leave was asked for
    expect(asked[0]?.range).toBeNull();
    expect(asked[1]?.range).toMatch(/^bytes=\d{5,}-$/);
  });

/** On the next visit no download is listed. */
async function isForgotten(page: Page): Promise<void> {
  await page.reload();
  await expect(page.locator('#own-model .give')).toBeVisible();
  await expect(page.locator('#own-model .begun')).toHaveCount(0);
}

/** Of a file of which the second half has begun, too. */
const kMoreThanHalf = /^Loading…\s(?:2\.[1-9]|3\.\d)\sMB of/;

/** Asks for the model there. */
async function ask(page: Page, address: string): Promise<Locator> {
  const place = page.locator('#own-model');
  await place.getByRole('textbox', { name: 'address' }).fill(address);
  await page.keyboard.press('Enter');
  await place.getByRole('button', { name: 'Fetch from' }).click();
  return place;
}

/** Asks for it, and gives the download up in the middle, when what is told meanwhile has been looked at. */
async function giveUp(
  page: Page,
  address: string,
  look: (told: Locator) => Promise<void> = async () => {},
): Promise<Locator> {
  await open(page, '#at=own-model');
  const place = await ask(page, address);
  await expect(place.locator('.coming span')).toHaveText(kComing);
  await look(place.getByRole('status').first());
  await place.getByRole('button', { name: 'Cancel' }).click();
  return place;
}

test('a download that was given up is kept, goes on by a range on the next visit, and is forgotten then', async ({
  page,
}) => {
  const { address, asked } = await elsewhere({ tellsRanges: 'bytes' });
  const place = await giveUp(page, address);
  await expect(place.locator('.attempt')).toHaveText(
    'Cancelled. What has come is kept, and the download can go on from there.',
  );
  const row = place.locator('.begun li');
  const { host } = new URL(address);
  await expect(row).toHaveText(
    new RegExp(
      `${host}\\s+\\d\\.\\d\\sMB of 4\\.1\\sMB downloaded, kept on this device\\s+Go on\\s+Discard`,
    ),
  );
  expect(await violations(page, '#own-model')).toEqual([]);
  await page.reload();
  await row.getByRole('button', { name: `Go on with ${host}` }).click();
  await expect(place.locator('h3 bdi')).toHaveText(host);
  expect(asked.map(({ method }) => method)).toEqual(['GET', 'GET']);
  expect(asked[1]?.range).toMatch(/^bytes=\d{5,}-$/);
  await expect(row).toHaveCount(0);
  await isForgotten(page);
});

/** Where the pieces of downloads that are stored begin. */
const storedPieces = (page: Page): Promise<readonly number[]> =>
  page.evaluate(
    () =>
      new Promise((done) => {
        const opening = indexedDB.open('glassformer-own-models');
        opening.onsuccess = () => {
          const { result } = opening;
          const keys = result.transaction('pieces').objectStore('pieces').getAllKeys();
          keys.onsuccess = () => {
            result.close();
            done((keys.result as [string, number][]).map(([, start]) => start));
          };
        };
      }),
  );

test('what has come while the page goes is kept, piece after piece, and the same address goes on with it', async ({
  page,
}) => {
  const { address, asked } = await elsewhere({ stops: 2 });
  await open(page, '#at=own-model');
  let place = await ask(page, address);
  await expect.poll(() => storedPieces(page)).toEqual([0]);
  await page.reload();
  await expect(place.locator('.begun li')).toContainText('MB downloaded, kept on this device');
  place = await ask(page, address);
  await expect.poll(async () => (await storedPieces(page)).length).toBe(2);
  const [, second] = await storedPieces(page);
  await page.reload();
  await expect(place.locator('.begun button').first()).toHaveText('Go on'); // it has sent a rest
  await place.locator('.begun button').first().click();
  await expect(place.locator('h3 bdi')).toHaveText(new URL(address).host);
  expect(asked[1]?.range).toBe(`bytes=${second}-`);
  const [, start] = /^bytes=(\d+)-/.exec(asked[2]?.range ?? '') ?? [];
  expect(Number(start)).toBeGreaterThan(second as number);
  await expect.poll(() => storedPieces(page)).toEqual([]);
});

test('what was kept of a download is discarded when the reader says so; the same address goes on with it', async ({
  page,
}) => {
  const { address, asked } = await elsewhere({ stops: 2 });
  const place = await giveUp(page, address);
  const row = place.locator('.begun li');
  await expect(row).toBeVisible();
  const told = place.locator('.attempt');
  await expect(told).toContainText('goes on from there if 127.0.0.1:');
  await place.locator('form button').click();
  await place.getByRole('button', { name: 'Fetch from' }).click();
  await expect(place.locator('.coming')).toBeVisible();
  await expect(row).toHaveCount(0);
  await expect.poll(() => asked.length).toBe(2);
  expect(asked[1]?.range).toMatch(/^bytes=\d{5,}-$/);
  await expect(place.locator('.coming span')).toHaveText(kMoreThanHalf);
  await place.getByRole('button', { name: 'Cancel' }).click();
  await expect(told).toContainText('the download can go on from there.'); // the server has shown it
  await row.getByRole('button', { name: 'Discard' }).click();
  await expect(row).toHaveCount(0);
  await isForgotten(page);
});

test('where the server takes no ranges the download begins anew, and the page says so', async ({
  page,
}) => {
  const { address, asked, cut } = await elsewhere({ takesRanges: false, stops: 2 });
  const place = await giveUp(page, address);
  const { host } = new URL(address);
  await place.getByRole('button', { name: `Try to go on with ${host}` }).click();
  await expect(place.locator('.attempt')).toContainText(
    `${host} does not go on with a part: stay on this page until all has come.`,
  );
  cut();
  await expect(place.locator('h3 bdi')).toHaveText(host);
  expect(asked[1]?.range).toMatch(/^bytes=\d{5,}-$/);
});

test('of a server that has sent the whole file where the rest was asked for nothing is kept, and the page says so', async ({
  page,
}) => {
  const { address, asked } = await elsewhere({ takesRanges: false, stops: 2 });
  const place = await giveUp(page, address);
  const told = place.locator('.attempt');
  const { host } = new URL(address);
  await expect(told).toContainText(`goes on from there if ${host} can send the rest alone.`);
  await place.getByRole('button', { name: `Try to go on with ${host}` }).click();
  await expect(told).toContainText('so the download begins anew.');
  await expect(place.locator('.coming progress')).toHaveAttribute('max');
  await place.getByRole('button', { name: 'Cancel' }).click();
  await expect(told).toHaveText(
    `Cancelled. ${host} cannot send the rest of a file alone, so the page keeps nothing of it.`,
  );
  await expect(place.locator('.begun')).toHaveCount(0);
  expect(asked[1]?.range).toMatch(/^bytes=\d{5,}-$/);
  await isForgotten(page);
});

test('of a server that says that it sends whole files alone nothing is kept', async ({ page }) => {
  const { address } = await elsewhere({ takesRanges: false, tellsRanges: 'none' });
  const place = await giveUp(page, address);
  await expect(place.locator('.attempt')).toContainText('cannot send the rest of a file alone');
  await expect(place.locator('.begun')).toHaveCount(0);
});

test('of a file of which nothing tells that it stays the same nothing is kept, and the page says so', async ({
  page,
}) => {
  const { address } = await elsewhere({ tellsDate: false });
  const place = await giveUp(page, address, async (told) => {
    await expect(told).toContainText(
      `${new URL(address).host} does not go on with a part: stay on this page until all has come.`,
    );
  });
  await expect(place.locator('.attempt')).toContainText('so the page keeps nothing of it');
  await expect(place.locator('.begun')).toHaveCount(0);
});

test('of a download that came whole nothing is kept, also where it is no model', async ({
  page,
}) => {
  const { address } = await elsewhere({ stops: 0 });
  await page.route(`${address}model.safetensors`, (route) =>
    route.fulfill({
      body: 'nothing',
      headers: {
        'access-control-allow-origin': '*',
        'last-modified': 'Fri, 27 Nov 2026 12:00:00 GMT',
      },
    }),
  );
  await open(page, '#at=own-model');
  const place = page.locator('#own-model');
  for (let attempt = 0; attempt < 2; ++attempt) {
    await ask(page, address);
    await expect(place.getByRole('alert')).toContainText('The model was not opened');
    await expect(place.locator('.begun')).toHaveCount(0);
  }
});

test('where nothing can be stored, what has come is kept until the page is left', async ({
  page,
}) => {
  await page.addInitScript(() => {
    indexedDB.open = () => {
      throw new DOMException('forbidden', 'SecurityError');
    };
  });
  const { address, asked } = await elsewhere();
  const place = await giveUp(page, address);
  await expect(place.locator('.begun li')).toContainText('kept until you leave this page');
  await place.getByRole('button', { name: 'Try to go on' }).click();
  await expect(place.locator('h3 bdi')).toHaveText(new URL(address).host);
  expect(asked[1]?.range).toMatch(/^bytes=\d{5,}-$/);
});

/** Opens a page of another host with a figure of that folder's model, and waits until some of it has come. */
async function openGuest(page: Page, address: string): Promise<void> {
  const types: Record<string, string> = { '.js': 'text/javascript', '.wasm': 'application/wasm' };
  const host = await listen((request, response) => {
    const name = (request.url ?? '').slice(1);
    if (name === '')
      return void response.setHeader('content-type', 'text/html').end(
        `<!doctype html><html lang="en"><title>Guest</title><link rel="icon" href="data:,">
        <glass-model src="${address}" text="床前明月光"></glass-model>
        <script type="module" src="elements.js"></script></html>`,
      );
    const path = `dist/${name}`;
    if (!existsSync(path)) return void response.writeHead(404).end();
    response.setHeader('content-type', types[extname(name)] ?? 'application/json');
    response.end(readFileSync(path));
  });
  await page.goto(host);
  await expect(page.locator('glass-model .coming')).toHaveText(kComing);
}

test('a figure that is removed, or shows another model, ends its download', async ({ page }) => {
  for (const end of [
    (model: Element) => model.remove(),
    (model: Element) => model.setAttribute('src', 'aab'),
  ]) {
    const { address, left } = await elsewhere();
    await openGuest(page, address);
    await page.locator('glass-model').evaluate(end);
    await left;
  }
  await expect(page.locator('glass-model')).toHaveAttribute('src', 'aab');
  await page.waitForFunction(() => {
    const model = document.querySelector('glass-model') as unknown as { model: unknown } | null;
    return Boolean(model?.model);
  });
});

test('a figure that names the folder', async ({ page }) => {
  const { address, asked, cut } = await elsewhere();
  await openGuest(page, address);
  cut();
  await page.waitForFunction(() => {
    const model = document.querySelector('glass-model') as unknown as { model: unknown } | null;
    return Boolean(model?.model);
  });
  expect(asked.map(({ method }) => method)).toEqual(['GET', 'GET']);
  expect(asked[1]?.range).toMatch(/^bytes=\d{5,}-$/);
});
