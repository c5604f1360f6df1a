/** A worker that fails at each stage of its work: what it was asked stays without an answer, and elements go on. */
import { button, chips } from './figures.ts';
import { expect, type Page, test } from './recovery.ts';
import { openShelf, put } from './shelf.ts';

/** Lets the newest worker fail as soon as it has been sent something after `act`. */
async function failWhile(page: Page, act: (root: ParentNode) => void): Promise<void> {
  await page.evaluate(async (source) => {
    const { workers } = globalThis as unknown as { workers: Worker[] };
    const newest = workers.at(-1);
    if (newest === undefined) throw new Error('there is no worker');
    const asked = new Promise((done) => newest.addEventListener('asked', done, { once: true }));
    const run = new Function('root', `(${source})(root)`) as (root: ParentNode) => void;
    run(document);
    await asked;
    newest.terminate();
    newest.dispatchEvent(
      new ErrorEvent('error', { message: 'crashed for this test', cancelable: true }),
    );
  }, String(act));
}

const kStories = (inside = '') =>
  `<glass-model src="stories" text="Once upon a time"><glass-input></glass-input><glass-tokens></glass-tokens>${inside}</glass-model>`;

test('while a model is loaded: the figure says so, and a button loads it', async ({ page }) => {
  await openShelf(page);
  await put(page, '<glass-variance></glass-variance>'); // starts the engine
  await expect(page.locator('glass-variance [part=measured]').first()).toBeVisible();
  await failWhile(page, (root) => {
    const model = document.createElement('glass-model');
    model.innerHTML = '<glass-tokens></glass-tokens>';
    model.setAttribute('src', 'stories');
    model.setAttribute('text', 'Once upon a time');
    root.querySelector('main')?.append(model);
  });
  await expect(page.locator('glass-model').getByRole('alert')).toContainText(
    'crashed for this test',
  );
  await page.locator('glass-model').getByRole('button', { name: 'Try again' }).click();
  await expect(chips(page)).toHaveCount(4);
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test('while a text is read: the figure says so, and the next text is read', async ({ page }) => {
  await openShelf(page);
  await put(page, kStories());
  await expect(chips(page)).toHaveCount(4);
  await failWhile(page, (root) => {
    (root.querySelector('glass-model') as HTMLElement & { text: string }).text = 'The cat sat';
  });
  await expect(page.locator('glass-model').getByRole('alert')).toContainText(
    'crashed for this test',
  );
  await page.locator('glass-input textarea').fill('The end');
  await expect(chips(page)).toHaveText([/The/, /end/]);
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test('while it writes on: what was written stays, and it goes on from there', async ({ page }) => {
  await openShelf(page);
  await put(page, kStories('<glass-generate></glass-generate>'));
  const step = button(page.locator('glass-generate'), 'Step');
  const made = page.locator('glass-generate .made');
  await step.click();
  await expect(made).toHaveCount(1);
  await failWhile(page, (root) => {
    const buttons = root.querySelector('glass-generate')?.shadowRoot?.querySelectorAll('button');
    [...(buttons ?? [])].find((button) => button.textContent?.trim() === 'Step')?.click();
  });
  await expect(page.locator('glass-generate').getByRole('alert')).toContainText(
    'crashed for this test',
  );
  await page.locator('glass-generate').getByRole('button', { name: 'Try again' }).click();
  await expect(made).toHaveCount(2);
  await step.click();
  await expect(made).toHaveCount(3);
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test('while it learns: the figure says so, and begins again', async ({ page }) => {
  await openShelf(page);
  await put(page, '<glass-train></glass-train>');
  const train = page.locator('glass-train');
  await expect(train.locator('[part=facts]')).toBeVisible();
  await failWhile(page, (root) => {
    const buttons = root.querySelector('glass-train')?.shadowRoot?.querySelectorAll('button');
    [...(buttons ?? [])].find((button) => button.textContent?.trim() === 'Step')?.click();
  });
  await expect(train.getByRole('alert')).toContainText('crashed for this test');
  await train.getByRole('button', { name: 'Try again' }).click();
  await expect(train.locator('[part=facts]')).toBeVisible();
});
