/** What a reader has typed and picked outlives moves in the document, a lost engine and a failed download. */
import { expect, goOn, type Page, test } from './recovery.ts';
import { goTo } from './models.ts';
import { button, chips, headAt } from './figures.ts';
import { open } from './fixture.ts';
import { openShelf, put } from './shelf.ts';

const kStories = (inside: string) =>
  `<glass-model src="stories" text="Once upon a time"><glass-input></glass-input><glass-tokens></glass-tokens>${inside}</glass-model>`;

const line = (page: Page) => page.locator('glass-input textarea');

const pick = (page: Page) => headAt(page, 2, 1).click();

/** The head that the reader picked, and no other. */
async function stillPicked(page: Page): Promise<void> {
  await expect(headAt(page, 2, 1)).toHaveAttribute('aria-pressed', 'true');
  await expect(page.locator('glass-heads .head[aria-pressed=true]')).toHaveCount(1);
}

/** The reader types another line, and the model reads it. */
async function readsOn(page: Page): Promise<void> {
  await line(page).fill('The cat sat');
  await expect(chips(page)).toHaveText([/The/, /cat/, /sat/]);
}

interface Loaded {
  readonly model: object | null;
}

test.describe('a model that is moved', () => {
  test('keeps what it has loaded, and goes on reading', async ({ page }) => {
    const files: string[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('.safetensors')) files.push(request.url());
    });
    await openShelf(page);
    await put(page, `${kStories('<glass-generate></glass-generate>')}<div></div>`);
    await expect(chips(page)).toHaveCount(4);
    const step = button(page.locator('glass-generate'), 'Step');
    await step.click();
    await expect(page.locator('glass-generate .made')).toHaveCount(1);
    const isSame = await page.evaluate(async () => {
      const element = document.querySelector('glass-model') as HTMLElement & Loaded;
      const before = element.model;
      document.querySelector('div')?.append(element);
      await new Promise((later) => setTimeout(later));
      return before !== null && element.model === before;
    });
    expect(isSame).toBe(true);
    await step.click();
    await expect(page.locator('glass-generate .made')).toHaveCount(2);
    await readsOn(page);
    await step.click();
    await expect(page.locator('glass-generate .made')).toHaveCount(1);
    expect(files).toHaveLength(1);
  });

  test('is freed when it is taken out, and lives on when it is put back', async ({ page }) => {
    await openShelf(page);
    await put(
      page,
      kStories('<glass-heads switchable></glass-heads><glass-generate></glass-generate>'),
    );
    await expect(chips(page)).toHaveCount(4);
    await pick(page);
    const step = button(page.locator('glass-generate'), 'Step');
    await step.click();
    await step.click();
    await expect(page.locator('glass-generate .made')).toHaveCount(2);
    const handles = () =>
      page.evaluate(async () => {
        const { glassformer } = globalThis as unknown as {
          glassformer: typeof import('glassformer');
        };
        return (await glassformer.sharedEngine().info()).openHandles;
      });
    await page.evaluate(() => {
      const model = document.querySelector('glass-model') as HTMLElement;
      Object.assign(globalThis, { kept: model });
      model.remove();
    });
    await expect.poll(handles).toBe(0);
    await page.evaluate(() => {
      const { kept } = globalThis as unknown as { kept: HTMLElement };
      document.querySelector('main')?.append(kept);
    });
    await readsOn(page);
    await stillPicked(page);
    await step.click();
    await expect(page.locator('glass-generate .made')).toHaveCount(1);
  });
});

test.describe('after the engine has stopped', () => {
  test('typing goes on, with the heads that were picked and switched off', async ({
    page,
    crash,
  }) => {
    await openShelf(page);
    await put(
      page,
      kStories('<glass-heads switchable></glass-heads><glass-changes></glass-changes>'),
    );
    await pick(page);
    await page.getByRole('button', { name: 'Switch off' }).click();
    await expect(page.locator('glass-changes [part=changes] span').first()).toBeVisible();
    await crash();
    await readsOn(page);
    await expect(page.getByRole('alert')).toHaveCount(0);
    await stillPicked(page);
    await expect(page.locator('glass-changes [part=changes] span').first()).toBeVisible();
    // Another one of the same model has it, too.
    await page.evaluate(() => {
      document.body.insertAdjacentHTML(
        'beforeend',
        '<glass-model src="stories" text="A dog" id="new"><glass-next-token></glass-next-token></glass-model>',
      );
    });
    await expect(page.locator('#new glass-next-token button').first()).toBeVisible();
  });

  test('a text that was being read says so, and how it goes on', async ({ page, crash }) => {
    await openShelf(page);
    await put(page, kStories(''));
    await expect(chips(page)).toHaveCount(4);
    await crash({ whileReading: 'The cat sat' });
    const alert = page.locator('glass-model').getByRole('alert');
    await expect(alert).toContainText('crashed for this test');
    await expect(page.locator('glass-model > p, glass-model').first()).toContainText(
      'starts again when you change something',
    );
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(chips(page)).toHaveText([/The/, /cat/, /sat/]);
    await expect(alert).toHaveCount(0);
    await crash({ whileReading: 'A dog' });
    await expect(alert).toHaveCount(1);
    await line(page).fill('The end');
    await expect(chips(page)).toHaveText([/The/, /end/]);
    await expect(alert).toHaveCount(0);
  });

  test('a generation goes on where it was', async ({ page, crash }) => {
    await openShelf(page);
    await put(page, kStories('<glass-generate></glass-generate>'));
    const step = button(page.locator('glass-generate'), 'Step');
    const made = page.locator('glass-generate .made');
    for (let i = 1; i <= 3; ++i) {
      await step.click();
      await expect(made).toHaveCount(i);
    }
    const written = await made.allTextContents();
    await crash();
    // The first one wakes the engine, or is taken if that was quick.
    await expect(async () => {
      await step.click();
      await expect(made).toHaveCount(4, { timeout: 1000 });
    }).toPass();
    expect((await made.allTextContents()).slice(0, 3)).toEqual(written);
  });

  test('a translation, the map and the padding go on', async ({ page, crash }) => {
    await openShelf(page);
    await put(
      page,
      `<glass-model src="en-zh" text="I like tea."><glass-input></glass-input><glass-translate></glass-translate><glass-map></glass-map><glass-padding></glass-padding></glass-model>`,
    );
    const translation = page.locator('glass-translate [part=translation]').first();
    await expect(translation).toHaveText(/茶/);
    await expect(page.locator('glass-map .title bdi')).toContainText('“tea”');
    await expect(page.locator('glass-padding .cell').first()).toBeAttached();
    await crash();
    await line(page).fill('I like books.');
    await expect(translation).toHaveText(/书/);
    await expect(page.locator('glass-map .title bdi')).toContainText('“books”');
    await crash();
    await page.locator('glass-padding input').first().fill('I see you.');
    await expect(page.locator('glass-padding .batch')).toContainText('see');
    await crash();
    await page.locator('glass-map .neighbour').first().click();
    await expect(page.locator('glass-map .title bdi')).not.toContainText('“books”');
    await expect(page.getByRole('alert')).toHaveCount(0);
  });

  test('a click starts the engine again that was lost once before in a call of the page’s script', async ({
    page,
    crash,
  }) => {
    await openShelf(page);
    await put(
      page,
      '<glass-model src="stories" text="The dog was sad"><glass-map></glass-map></glass-model>',
    );
    const map = page.locator('glass-map');
    const neighbours = map.locator('.neighbour');
    await expect(neighbours).toHaveCount(8);
    await crash();
    // The page's own script asks for something: that loads the model again, once.
    await map.evaluate((element: HTMLElement & { neighbours: number }) => (element.neighbours = 5));
    await expect(neighbours).toHaveCount(5);
    const title = map.locator('.title bdi');
    const before = await title.textContent();
    await crash();
    await neighbours.first().click();
    await expect(title).not.toHaveText(String(before));
    await expect(page.getByRole('alert')).toHaveCount(0);
  });

  test('what learns begins again, and what draws draws again', async ({ page, crash }) => {
    await openShelf(page);
    await put(page, '<glass-train></glass-train><glass-variance></glass-variance>');
    const train = page.locator('glass-train');
    await expect(train.locator('[part=facts]')).toBeVisible();
    await expect(page.locator('glass-variance [part=measured]').first()).toBeVisible();
    await crash();
    await button(train, 'Step').click();
    await expect(train.getByRole('alert')).toContainText('the engine has stopped');
    await train.getByRole('button', { name: 'Try again' }).click();
    await expect(train.locator('[part=facts]')).toBeVisible();
    await crash({ whileDrawing: true });
    await page.locator('glass-variance').getByRole('button', { name: 'Try again' }).click();
    await expect(page.locator('glass-variance [part=measured]').first()).toBeVisible();
  });
});

test.describe('a model whose download failed', () => {
  test.use({ allowed: /500|503/ });

  for (const [language, again] of [
    ['en', 'Try again'],
    ['zh', '重试'],
  ] as const)
    test(`can be asked for again by the keyboard (${language})`, async ({ page }) => {
      await openShelf(page, language);
      let status = 503;
      await page.route('**/stories/model.safetensors', (route) =>
        status === 200 ? route.fallback() : route.fulfill({ status }),
      );
      await put(page, kStories('<glass-attention></glass-attention>'));
      const alert = page.locator('glass-model').getByRole('alert');
      await expect(alert).toContainText('503');
      const button = page.getByRole('button', { name: again });
      await goOn(page, button);
      status = 500;
      await page.keyboard.press('Enter');
      await expect(alert).toContainText('500');
      await expect(button).toBeFocused();
      status = 200;
      await page.keyboard.press('Enter');
      await expect(chips(page)).toHaveCount(4);
      await expect(page.locator('glass-attention .cell').first()).toBeAttached();
      await expect(alert).toHaveCount(0);
      await expect(button).toHaveCount(0);
    });
});

test.describe("the page's own model", () => {
  test.use({ allowed: /503/ });

  test('can be asked for again, and lives on after the engine has stopped', async ({
    page,
    crash,
  }) => {
    let status = 503;
    let refused = 0;
    await page.route('**/aab/model.safetensors', (route) => {
      if (status === 200) return route.fallback();
      ++refused;
      return route.fulfill({ status });
    });
    await open(page);
    await page.locator('#learning').evaluate((section) => section.scrollIntoView());
    const button = page.locator('#retry-aab');
    await expect(page.locator('#aab').getByRole('alert')).toContainText('503');
    const before = refused;
    await button.press('Enter');
    await expect.poll(() => refused).toBeGreaterThan(before);
    await expect(button).toBeFocused();
    status = 200;
    await button.press('Enter');
    await goTo(page, 'aab', 'glass-matrix .cell');
    await expect(button).toHaveCount(0);
    const field = page.locator('#aab glass-matrix input').first();
    await field.fill('5');
    await field.press('Enter');
    await expect(page.locator('#weights-changed button').first()).toBeEnabled();
    await crash();
    await page.locator('#inside textarea').fill('abab');
    await expect(page.locator('#inside glass-matrix[hook=embed] [role=row]')).toHaveCount(5);
    const embedded = page.locator('#inside glass-matrix[hook=embed] [role=gridcell]').first();
    await expect(embedded).toHaveText('5');
    await expect(page.locator('#aab').getByRole('alert')).toHaveCount(0);
  });
});
