import { sideways } from './figures.ts';
import {
  expect,
  lifeField,
  numbersIn,
  open,
  openLife,
  type Page,
  sentenceField,
  test,
} from './fixture.ts';
import { answered } from './models.ts';
import { drawn } from './settled.ts';

const rows = '#life glass-embeddings [role=rowheader]';

test('whatever is typed is read, or told, and stays in the field', async ({ page }) => {
  await openLife(page);
  await test.step('an empty line says so and leaves the last figures', async () => {
    const before = await numbersIn(page.locator('#life glass-embeddings'));
    await lifeField(page).fill('');
    await expect(page.locator('#life').getByText('The line is empty.')).toBeVisible();
    await answered(page);
    expect(await numbersIn(page.locator('#life glass-embeddings'))).toEqual(before);
    await lifeField(page).fill('?!…，');
    const none = page.locator('#life').getByText('There is no word in this line yet');
    await expect(none).toBeVisible();
    await lifeField(page).fill('word');
    await expect(page.locator(rows)).toHaveText(['word']);
    await expect(none).toBeHidden();
  });
  await test.step('half a character is named by its place', async () => {
    await lifeField(page).evaluate((field: HTMLTextAreaElement) => {
      field.value = 'ab\ud800c';
      field.dispatchEvent(new Event('input', { bubbles: true }));
    });
    await expect(
      page.locator('#life').getByText('Character 3 is half of a character'),
    ).toBeVisible();
  });
  await test.step('emoji, right-to-left words and marks are words like others', async () => {
    await lifeField(page).fill('👩‍👩‍👧 שלום café');
    await expect(page.locator(rows)).toHaveText(['👩‍👩‍👧', 'שלום', 'café']);
  });
  await test.step('a very long word is shortened where it is shown and kept where it was typed', async () => {
    const word = 'a'.repeat(4000);
    await lifeField(page).fill(`${word} b`);
    await expect(page.locator(rows)).toHaveText(['aaaaaaaaaaa…', 'b']);
    await expect(lifeField(page)).toHaveValue(`${word} b`);
    expect(await sideways(page)).toBe(0);
  });
  await test.step('200 words scroll, and the large matrix can be read by keyboard', async () => {
    await lifeField(page).fill(Array.from({ length: 200 }, (_, i) => `w${i}`).join(' '));
    const grid = page.locator('#life glass-attention [role=grid]');
    await expect(grid).toHaveAttribute('aria-rowcount', '200');
    await grid.locator('[role=gridcell]').focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('End');
    await expect(page.locator('#life glass-attention [part=readout]')).toContainText(
      '“w1” looks at “w199”',
    );
    await expect(
      page.locator('#life glass-attention-steps').getByText('others together').first(),
    ).toBeVisible();
  });
  await test.step('10,000 characters are all kept; the figures read the first 600 words and say so', async () => {
    const text = 'word '.repeat(2000);
    await lifeField(page).fill(text);
    await expect(
      page.getByText('The line has 2000 words; the figures read the first 600.'),
    ).toBeVisible();
    await expect(lifeField(page)).toHaveValue(text);
    await lifeField(page).fill('short again');
    await expect(page.locator(rows)).toHaveText(['short', 'again']);
  });
});

test('a link with one word opens: it is the word that looks', async ({ page }) => {
  await openLife(page, '&life=word');
  await expect(page.locator(rows)).toHaveText(['word']);
  await expect(page.locator('#life glass-attention-steps tbody tr').first()).toBeVisible();
  await expect(page.locator('#life').getByRole('alert')).toHaveCount(0);
});

test.describe('where the engine cannot be fetched', () => {
  test.use({ allowed: /\.wasm|wasm|net::ERR_FAILED/ });

  test('the page says so in one sentence', async ({ page }) => {
    await page.route('**/*.wasm', (route) => route.abort());
    await page.goto('.');
    await expect(page.getByRole('alert').first()).toContainText(
      /The model cannot run: .*\.wasm cannot be read/,
    );
    await expect(page.getByText('This figure cannot be shown.').first()).toBeVisible();
  });

  test('the Chinese page says so in Chinese, tooltips too', async ({ page }) => {
    await page.route('**/*.wasm', (route) => route.abort());
    await page.goto('./#lang=zh');
    const alarm = page.getByRole('alert').first();
    await expect(alarm).toContainText(/^\s*模型无法运行：无法读取 \S+\.wasm：/);
    const hidden = page.getByText('这幅图无法显示。').first();
    await expect(hidden).toHaveAttribute('title', /^无法读取 \S+\.wasm：/);
    // What is far below in a chapter out of sight is not laid out yet.
    await page.locator('#looking').evaluate((section) => section.scrollIntoView());
    await page.locator('#looking glass-variance:defined').scrollIntoViewIfNeeded();
    await expect(page.locator('glass-variance [part=message]')).toContainText('无法读取');
    await page.locator('#learning').scrollIntoViewIfNeeded();
    await expect(page.locator('#aab .problem')).toContainText('模型无法运行：无法读取');
    expect(await bareEnglish(page)).toEqual([]);
  });
});

/** Messages and tooltips with a run of English words that is not marked as English. */
function bareEnglish(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = [];
    const isEnglish = (text: string) => /(?:\b[a-z]{2,}\s+){2}[a-z]{2,}/i.test(text);
    const look = (root: ParentNode) => {
      for (const element of root.querySelectorAll('*')) {
        if (element.shadowRoot) look(element.shadowRoot);
        const isMarked = element.closest('[lang=en]') !== null;
        if (!isMarked && isEnglish(element.getAttribute('title') ?? ''))
          found.push(element.outerHTML);
        if (!element.matches('[part~=message], [role=alert], .problem, .failed')) continue;
        const copy = element.cloneNode(true) as Element;
        copy.querySelectorAll('[lang=en]').forEach((marked) => marked.remove());
        if (isEnglish(copy.textContent)) found.push(copy.outerHTML);
      }
    };
    look(document);
    return found;
  });
}

test('a pasted text is cut at maxlength', async ({ page }) => {
  await open(page, '#text=The+dog');
  const field = sentenceField(page);
  await field.fill('word '.repeat(100_000));
  await expect(page.getByText('The line is full: it holds 20,000 characters')).toBeVisible();
  expect((await field.inputValue()).length).toBe(20_000);
});

test('nothing says that a model was closed while the next one comes', async ({ page }) => {
  await open(page, '#text=The+dog+was+happy');
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/tang/model.safetensors', async (route) => {
    await held;
    await route.continue();
  });
  await page.evaluate(() => {
    const alerts: string[] = [];
    Object.assign(globalThis, { alerts });
    // Alerts stand in shadow roots, which no observer of the document sees: looked for in every frame.
    const roots = (root: ParentNode): ParentNode[] => [
      root,
      ...[...root.querySelectorAll('*')].flatMap(({ shadowRoot }) =>
        shadowRoot ? roots(shadowRoot) : [],
      ),
    ];
    const look = () => {
      for (const root of roots(document))
        for (const alert of root.querySelectorAll('[role=alert]')) alerts.push(alert.textContent);
      requestAnimationFrame(look);
    };
    look();
  });
  const asked = page.waitForRequest('**/tang/model.safetensors');
  await sentenceField(page).fill('春眠不觉晓，');
  await asked;
  await sentenceField(page).fill('春眠不觉晓，处处');
  await drawn(page);
  release();
  await expect(page.locator('.under-say glass-tokens button')).toHaveCount(8);
  await drawn(page);
  expect(await page.evaluate(() => (globalThis as unknown as { alerts: string[] }).alerts)).toEqual(
    [],
  );
});
