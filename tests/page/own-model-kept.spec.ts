/** A model of the reader's own that is fetched from an address, or kept on the device. */
import { cpSync, existsSync } from 'node:fs';
import { expect, type Page, test } from './fixture.ts';
import {
  addressOf,
  askFor,
  attempt,
  chooseFolder,
  chooser,
  model,
  openName,
  openPlace,
  place,
} from './own-model-place.ts';

/** Deletes a kept model, and says so once more. */
async function remove(page: Page, name: string): Promise<void> {
  const button = place(page).getByRole('button', { name: `Delete ${name}` });
  await button.click();
  await expect(place(page).getByText('Delete it for good?')).toBeFocused();
  await button.click();
}

test('an address is asked for only when the reader has said so, with how far it has come, and can be given up', async ({
  page,
  complaints,
}) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  const folder = addressOf('aab');
  await openPlace(page, `#at=own-model&model=./${folder}&own-model=./${folder}`);
  const isAsked = () => asked.some((path) => path.includes('/aab/'));
  expect(isAsked()).toBe(false);
  await askFor(page, `./${folder}`);
  const { host } = new URL(page.url());
  await expect(page.locator('#own-model-asks')).toHaveText(`Fetch a model from ${host}?`);
  await expect(page.locator('#own-model-asks')).toBeFocused();
  expect(isAsked()).toBe(false);
  await attempt(page).getByRole('button', { name: 'No' }).click();
  await expect(attempt(page)).toHaveText('');
  expect(isAsked()).toBe(false);

  // The weights stay away: only the reader ends that.
  await page.route('**/aab/model.safetensors', () => {});
  await askFor(page, `./${folder}`);
  await attempt(page)
    .getByRole('button', { name: `Fetch from ${host}` })
    .click();
  await expect(attempt(page).getByRole('progressbar')).toBeVisible();
  await expect.poll(isAsked).toBe(true);
  await attempt(page).getByRole('button', { name: 'Cancel' }).click();
  await expect(attempt(page)).toHaveText('');
  await expect(openName(page)).toHaveCount(0);
  await page.unroute('**/aab/model.safetensors');

  await askFor(page, `./${folder}`);
  await attempt(page)
    .getByRole('button', { name: `Fetch from ${host}` })
    .click();
  await expect(openName(page)).toHaveText(new RegExp(`^${host}/.*/aab$`));
  await expect(model(page).locator('glass-next-token button').first()).toBeVisible();
  // The files of its tokenizer are listed, and no others are asked for.
  expect(complaints.splice(0)).toEqual([]);
});

test('an address that has no model, or is none, is told in a sentence', async ({
  page,
  complaints,
}) => {
  await openPlace(page);
  await askFor(page, 'javascript:alert(1)');
  await expect(attempt(page)).toContainText('This is no address of a folder: javascript:alert(1)');
  await askFor(page, './nothing/');
  await attempt(page).getByRole('button', { name: 'Fetch from' }).click();
  await expect(attempt(page)).toContainText(/There is no config\.json at http:.*\/nothing\/\./);
  // That one is missing is what was tried.
  expect(complaints.splice(0).every((each) => each.includes('404'))).toBe(true);
});

test.describe('from another host', () => {
  test.use({ allowed: /foreign request|request failed|ERR_FAILED|Content Security Policy|CSP/ });
  const kThere = 'https://models.example.org/mine/';

  /** Answers as a host that lets other pages read its files. */
  async function serveElsewhere(page: Page): Promise<void> {
    await page.route(`${kThere}**`, (route) => {
      const path = `models/aab/${new URL(route.request().url()).pathname.split('/').at(-1)}`;
      const headers = { 'access-control-allow-origin': '*' };
      return existsSync(path)
        ? route.fulfill({ path, headers })
        : route.fulfill({ status: 404, headers });
    });
  }

  test('a model comes where that host allows it', async ({ page, complaints }) => {
    await serveElsewhere(page);
    await openPlace(page);
    await askFor(page, kThere);
    await expect(attempt(page)).toContainText(
      'models.example.org, and any host that it refers to, then knows your internet address',
    );
    await attempt(page).getByRole('button', { name: 'Fetch from models.example.org' }).click();
    await expect(openName(page)).toHaveText('models.example.org/mine');
    for (const absent of complaints.splice(0))
      expect(absent).toMatch(/404|foreign request: https:\/\/models\.example\.org\/mine\//);
  });

  test('a host that refuses a file is not said to lack it', async ({ page, complaints }) => {
    await page.route(`${kThere}**`, (route) =>
      route.fulfill({ status: 403, headers: { 'access-control-allow-origin': '*' } }),
    );
    await openPlace(page);
    await askFor(page, kThere);
    await attempt(page).getByRole('button', { name: 'Fetch from models.example.org' }).click();
    await expect(attempt(page)).toContainText(
      'models.example.org does not give config.json: it answered 403.',
    );
    for (const refused of complaints.splice(0))
      expect(refused).toMatch(/403|foreign request: https:\/\/models\.example\.org\/mine\//);
  });

  test('an optional file that the host lacks may be missing without leave to read that', async ({
    page,
    complaints,
  }) => {
    await serveElsewhere(page);
    // An answer that may not be read is none; one that a route fulfils may always be.
    await page.route(`${kThere}golden.json`, (route) => route.abort());
    await openPlace(page);
    await askFor(page, kThere);
    await attempt(page).getByRole('button', { name: 'Fetch from' }).click();
    await expect(openName(page)).toHaveText('models.example.org/mine');
    for (const each of complaints.splice(0)) expect(each).toContain('models.example.org/mine/');
  });

  test('a host that answers every address with a page is told so', async ({ page }) => {
    for (const contentType of ['text/html', 'application/octet-stream']) {
      await page.route(`${kThere}**`, (route) =>
        route.fulfill({
          body: '<!doctype html><title>Welcome</title>',
          contentType,
          headers: { 'access-control-allow-origin': '*' },
        }),
      );
      await openPlace(page);
      await askFor(page, kThere);
      await attempt(page).getByRole('button', { name: 'Fetch from' }).click();
      await expect(attempt(page)).toContainText(
        `config.json at ${kThere}config.json is an HTML page, not JSON (found '<', expected '{').`,
      );
      await page.unroute(`${kThere}**`);
    }
  });

  test('a host that does not answer other pages is named', async ({ page }) => {
    await page.route(`${kThere}**`, (route) => route.abort());
    await openPlace(page);
    await askFor(page, kThere);
    await attempt(page).getByRole('button', { name: 'Fetch from' }).click();
    await expect(attempt(page)).toContainText('Nothing can be fetched from models.example.org');
  });

  test('where the policy of the page’s own host forbids it, that is said', async ({ page }) => {
    await serveElsewhere(page);
    await page.route('**/assets/download.worker-*.js', async (route) => {
      const response = await route.fetch();
      const headers = { ...response.headers(), 'content-security-policy': "connect-src 'self'" };
      await route.fulfill({ response, headers });
    });
    await openPlace(page);
    await askFor(page, kThere);
    await attempt(page).getByRole('button', { name: 'Fetch from' }).click();
    await expect(attempt(page)).toContainText(
      /The policy of localhost:\d+ \(connect-src\) does not let this page/,
    );
  });
});

test('a model is kept when the reader says so, opened on the next visit, and deleted; its name is text', async ({
  page,
}, info) => {
  const name = '<img src=x onerror=alert(1)>';
  cpSync('models/aab', info.outputPath(name), { recursive: true });
  await openPlace(page);
  await chooser(page, 'folder').setInputFiles(info.outputPath(name));
  await expect(openName(page)).toHaveText(name);
  const kept = place(page).locator('.kept li');
  await expect(kept).toHaveCount(0);
  await page.reload();
  await expect(place(page).locator('.give')).toBeVisible();
  await expect(kept).toHaveCount(0);

  await chooser(page, 'folder').setInputFiles(info.outputPath(name));
  await place(page).getByRole('button', { name: 'Keep on this device' }).click();
  await expect(place(page).getByText('Kept on this device.')).toBeVisible();
  await expect(kept).toContainText(name);
  await expect(kept).toContainText(/\d+ KB, \w+ \d+, 20\d\d/);
  await page.reload();
  await expect(kept).toHaveCount(1);
  await expect(openName(page)).toHaveCount(0);
  await place(page)
    .getByRole('button', { name: `Open ${name}` })
    .click();
  await expect(openName(page)).toHaveText(name);
  await expect(model(page).locator('glass-next-token button').first()).toBeVisible();
  await place(page)
    .getByRole('button', { name: `Delete ${name}` })
    .click();
  await place(page).locator('.kept').getByRole('button', { name: 'No' }).click();
  await expect(kept).toHaveCount(1);
  await remove(page, name);
  await expect(kept).toHaveCount(0);
  // It still stands open, and can be kept again.
  await expect(openName(page)).toHaveText(name);
  await expect(place(page).getByRole('button', { name: 'Keep on this device' })).toBeVisible();
  await expect(place(page).getByText('Kept on this device.')).toHaveCount(0);
  await page.reload();
  await expect(place(page).locator('.give')).toBeVisible();
  await expect(kept).toHaveCount(0);
});

test('a kept model that is deleted while it is opened is not called kept; what is not deleted is told', async ({
  page,
}) => {
  await openPlace(page);
  await chooseFolder(page, 'aab');
  await place(page).getByRole('button', { name: 'Keep on this device' }).click();
  await expect(place(page).getByText('Kept on this device.')).toBeVisible();
  await page.evaluate(() => {
    const { open } = indexedDB;
    indexedDB.open = () => {
      indexedDB.open = open;
      throw new DOMException('forbidden', 'SecurityError');
    };
  });
  await remove(page, 'aab');
  await expect(place(page)).toContainText('It was not deleted: ');
  await expect(place(page).getByText('Kept on this device.')).toBeVisible();
  await place(page).getByRole('button', { name: 'Open aab' }).click();
  await remove(page, 'aab');
  await expect(place(page).locator('.kept')).toHaveCount(0);
  await expect(place(page)).not.toContainText('It was not deleted: ');
  await expect(openName(page)).toHaveText('aab');
  await expect(place(page).getByText('Kept on this device.')).toHaveCount(0);
});

test('a kept model that no longer opens says so and can be deleted', async ({ page }) => {
  await openPlace(page);
  await chooseFolder(page, 'aab');
  await place(page).getByRole('button', { name: 'Keep on this device' }).click();
  const kept = place(page).locator('.kept li');
  await expect(kept).toHaveCount(1);
  // As another version of the page, or another tab, may have left them.
  await page.evaluate(
    () =>
      new Promise<void>((done) => {
        const opening = indexedDB.open('glassformer-own-models');
        opening.onsuccess = () => {
          const files = opening.result.transaction('files', 'readwrite').objectStore('files');
          const keys = files.getAllKeys();
          keys.onsuccess = () => {
            files.put([['config.json', new Blob(['{}'])]], keys.result[0]);
            files.transaction.oncomplete = () => done(opening.result.close());
          };
        };
      }),
  );
  await page.reload();
  await place(page).getByRole('button', { name: 'Open aab' }).click();
  await expect(attempt(page)).toContainText(
    'The model was not opened: the given files: config.json',
  );
  await remove(page, 'aab');
  await expect(kept).toHaveCount(0);
});

test('kept models of one name are told apart by numbers, and keep theirs', async ({ page }) => {
  await openPlace(page);
  const files = ['config.json', 'model.safetensors', 'vocab.json'];
  const names = place(page).locator('.kept bdi');
  for (const count of [1, 2, 3]) {
    await chooser(page, 'files').setInputFiles(files.map((file) => `models/aab/${file}`));
    await expect(openName(page)).toHaveText('your model');
    await place(page).getByRole('button', { name: 'Keep on this device' }).click();
    await expect(names).toHaveCount(count);
  }
  await expect(openName(page)).toHaveText('your model 3');
  await expect(names).toHaveText(['your model 3', 'your model 2', 'your model']);
  await remove(page, 'your model 2');
  await expect(names).toHaveCount(2);
  await page.reload();
  await expect(names).toHaveText(['your model 3', 'your model']);
  await place(page).getByRole('button', { name: 'Open your model 3' }).click();
  await expect(openName(page)).toHaveText('your model 3');
});

test('storage that is forbidden, or full, is told in a sentence', async ({ page }) => {
  await openPlace(page);
  await chooseFolder(page, 'stories');
  const session = await page.context().newCDPSession(page);
  await session.send('Storage.overrideQuotaForOrigin', {
    origin: new URL(page.url()).origin,
    quotaSize: 10_000,
  });
  const keep = place(page).getByRole('button', { name: 'Keep on this device' });
  await keep.click();
  await expect(place(page)).toContainText('It was not kept: The browser has no room for 2.2 MB.');
  await page.evaluate(() => {
    indexedDB.open = () => {
      throw new DOMException('forbidden', 'SecurityError');
    };
  });
  await keep.click();
  await expect(place(page)).toContainText(
    'It was not kept: This browser does not let the page store anything.',
  );
  await expect(model(page).locator('glass-next-token button').first()).toBeVisible();
});
