/** One head's weights, as lines and as a matrix: by keyboard, by touch, aloud. */
import {
  expect,
  expectNumbers,
  kPhone,
  type Locator,
  numbersIn,
  type Page,
  test,
} from '../kept.ts';
import { activation, rowsOf } from '../models.ts';
import { openShelf, put } from '../shelf.ts';

const kWords = 'once upon a time there was a little girl who had a big red ball and a dog';

const kLines = `<glass-model src="stories" text="Once upon a time there was a little dog">
  <glass-tokens></glass-tokens>
  <glass-attention view="lines"></glass-attention>
</glass-model>`;

/** The lines of a decoder's attention. */
async function openLines(page: Page): Promise<Locator> {
  await openShelf(page);
  await put(page, kLines);
  const lines = page.locator('glass-attention');
  await expect(lines.locator('svg path').first()).toBeAttached();
  return lines;
}

test('lines by keyboard: arrows move, the strongest weights are told, Enter pins, Escape lets go', async ({
  page,
}) => {
  const lines = await openLines(page);
  await lines.locator('[data-side="from"][data-row="0"]').focus();
  await page.keyboard.press('ArrowDown');
  const second = lines.locator('[data-side="from"][data-row="1"]');
  await expect(second).toBeFocused();
  // The numbers are the model's own.
  const told = await page.evaluate(() => {
    const model = document.querySelector('glass-model') as HTMLElement & {
      figure: { state: { run: { activations: Record<string, { data: Float32Array }> } } };
    };
    const { data } = model.figure.state.run.activations['blocks.0.attn.pattern'] as {
      data: Float32Array;
    };
    return [...data.slice(9, 11)].map((weight) => weight.toFixed(2));
  });
  for (const weight of told) await expect(second).toHaveAttribute('aria-label', new RegExp(weight));
  await expect(lines.locator('svg path')).toHaveCount(2);
  await page.keyboard.press('Enter');
  await expect(second).toHaveAttribute('aria-pressed', 'true');
  await page.keyboard.press('ArrowRight');
  await expect(lines.locator('[data-side="to"][data-row="1"]')).toBeFocused();
  await page.keyboard.press('End');
  await expect(lines.locator('[data-side="to"][data-row="8"]')).toBeFocused();
  // One tab stop, on both sides together.
  await expect(lines.locator('button[data-side][tabindex="0"]')).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(second).toHaveAttribute('aria-pressed', 'false');
});

test('lines by touch: a tap pins a word', async ({ anotherPage }) => {
  const phone = await anotherPage(kPhone);
  const lines = await openLines(phone);
  await lines.locator('[data-side="from"][data-row="2"]').tap();
  await expect(lines.locator('[data-side="from"][data-row="2"]')).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  await expect(phone.locator('glass-tokens button').nth(2)).toHaveAttribute('aria-pressed', 'true');
});

test('the lines name no token that the mask hides', async ({ page }) => {
  const lines = await openLines(page);
  const side = (name: string) => lines.locator(`.lines .${name} button`);
  await expect(side('from').first()).toHaveAttribute(
    'aria-label',
    /^“[^”]+”(?: \([^)]+\))? looks at “[^”]+”(?: \([^)]+\))? with 1\.00$/,
  );
  await expect(side('to').last()).toHaveAttribute(
    'aria-label',
    /^“[^”]+”(?: \([^)]+\))? is looked at by “[^”]+”(?: \([^)]+\))? with \d\.\d\d$/,
  );
});

test('lines or matrix: the reader’s choice is told, and both are the weights of the head', async ({
  page,
}) => {
  const figure = await openLines(page);
  await figure.evaluate((element) => Object.assign(element, { layer: 1, head: 3 }));
  await page.evaluate(() => {
    const views: string[] = [];
    Object.assign(globalThis, { views });
    document.addEventListener('glass-view', ({ detail }: CustomEventInit<{ view: string }>) =>
      views.push(detail!.view),
    );
  });
  const text = 'Once upon a time there was a little dog';
  const pattern = await activation(page.locator('glass-model'), text, 'blocks.1.attn.pattern');
  const weights = rowsOf(pattern, 3);
  const last = weights[8]!;
  const heaviest = last.indexOf(Math.max(...last));
  await expect(figure.locator('[data-side="from"][data-row="8"]')).toHaveAttribute(
    'aria-label',
    new RegExp(`^“dog” looks at “[^”]+”(?: \\([^)]+\\))? with ${last[heaviest]!.toFixed(2)}`),
  );
  await figure.getByText('Matrix', { exact: true }).click();
  expectNumbers(await numbersIn(figure), weights, 0.00501);
  await figure.getByText('Lines', { exact: true }).click();
  await expect(figure.locator('svg path').first()).toBeAttached();
  expect(await page.evaluate(() => (globalThis as unknown as { views: string[] }).views)).toEqual([
    'matrix',
    'lines',
  ]);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 800 } });

  test('a matrix too large for digits keeps the names of its rows', async ({ page }) => {
    await openShelf(page);
    await put(
      page,
      `<glass-model src="stories" text="${kWords} and ${kWords}"><glass-attention></glass-attention></glass-model>`,
    );
    const names = page.locator('glass-attention .names span');
    await expect(names.nth(30)).toBeAttached();
    const scroller = page.locator('glass-attention .scroller');
    const before = await names.nth(1).boundingBox();
    await scroller.evaluate((element) => element.scrollBy(200, 0));
    expect(await scroller.evaluate((element) => element.scrollLeft)).toBeGreaterThan(20);
    expect(Math.abs((await names.nth(1).boundingBox())!.x - before!.x)).toBeLessThan(4);
  });
});

test('empty, loading and failed each show a placeholder', async ({ page }) => {
  await openShelf(page);
  await page.evaluate(() => {
    for (const [id, properties] of Object.entries({
      empty: {},
      loading: { loading: true },
      failed: { problem: 'It went wrong.' },
    })) {
      const element = document.createElement('glass-attention');
      document.querySelector('main')?.append(Object.assign(element, { id, ...properties }));
    }
  });
  await expect(page.locator('#empty')).toHaveText(/^\s*No model: /);
  await expect(page.locator('#loading')).toHaveText('Loading…');
  await expect(page.locator('#failed').getByRole('alert')).toHaveText('It went wrong.');
});

test('the hint comes with its matrix', async ({ page }) => {
  await openShelf(page);
  await page.evaluate(async () => {
    await customElements.whenDefined('glass-matrix');
    const { prototype } = customElements.get('glass-matrix') as unknown as {
      prototype: { scheduleUpdate(): Promise<void> };
    };
    const { scheduleUpdate } = prototype;
    let draw = () => {};
    const held = new Promise<void>((resolve) => (draw = resolve));
    prototype.scheduleUpdate = async function (this: typeof prototype) {
      await held;
      await scheduleUpdate.call(this);
    };
    Object.assign(globalThis, { draw });
  });
  await put(
    page,
    `<glass-model src="aab" text="aab"><glass-attention></glass-attention></glass-model>`,
  );
  const readout = page.locator('glass-attention [part=readout]');
  await expect(readout).toBeAttached();
  await expect(readout).toBeEmpty();
  await page.evaluate(() => (globalThis as unknown as { draw(): void }).draw());
  await expect(readout).toContainText('Point at');
  await expect(page.locator('glass-attention .cell').first()).toBeVisible();
});

test('it tells which head it draws, where no <glass-heads> does', async ({ page }) => {
  await openShelf(page);
  await put(
    page,
    `<glass-attention id="own" model="stories" text="Once upon" layer="1" head="3"></glass-attention>
    <glass-attention id="fixed" model="stories" text="Once upon" layer="-1" fixed-view lang="zh"></glass-attention>
    <glass-model id="around" src="stories" text="Once upon" layer="1" head="2"><glass-attention view="lines"></glass-attention></glass-model>
    <glass-model id="heads" src="stories" text="Once upon"><glass-heads></glass-heads><glass-attention layer="1"></glass-attention></glass-model>
    <glass-save model="stories" text="Once upon"><glass-heads></glass-heads><glass-attention></glass-attention></glass-save>`,
  );
  await expect(page.locator('#own b')).toHaveText('Layer 2, head 4');
  await expect(page.locator('#fixed b')).toHaveText('第 5 层，第 1 个头');
  await expect(page.locator('#around b')).toHaveText('Layer 2, head 3');
  for (const around of ['#heads', 'glass-save']) {
    await expect(page.locator(`${around} glass-attention .cell`).first()).toBeVisible();
    await expect(page.locator(`${around} glass-attention b`)).toHaveCount(0);
  }
});
