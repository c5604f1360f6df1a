/** Elements for everyone: by keyboard, by touch, aloud, narrow, in both languages and themes. */
import { violations } from './axe.ts';
import { expect, kPhone, type Page, test } from './fixture.ts';
import { openShelf, put } from './shelf.ts';

const kReading = `<h1>Elements</h1>
<glass-model src="stories" text="Once upon a time there was a little dog">
  <glass-input></glass-input>
  <glass-save>
    <glass-tokens></glass-tokens>
    <glass-embeddings caption="vectors"></glass-embeddings>
    <glass-attention id="matrix"></glass-attention>
    <glass-attention id="lines" view="lines"></glass-attention>
    <glass-attention-steps></glass-attention-steps>
    <glass-heads switchable></glass-heads>
    <glass-changes></glass-changes>
    <glass-block></glass-block>
    <glass-next-token></glass-next-token>
    <glass-generate></glass-generate>
  </glass-save>
</glass-model>
<glass-by-hand></glass-by-hand>`;

const kTranslating = `<h1>Translating</h1>
<glass-model src="en-zh" text="I want to go to the park with you.">
  <glass-tokens id="chips"></glass-tokens>
  <glass-translate></glass-translate>
</glass-model>`;

const kByHand = {
  x: [1, 0, 1, 0, 0, 2, 0, 2, 1, 1, 1, 1],
  w_query: [1, 0, 1, 1, 0, 0, 0, 0, 1, 0, 1, 1],
  w_key: [0, 0, 1, 1, 1, 0, 0, 1, 0, 1, 1, 0],
  w_value: [0, 2, 0, 0, 3, 0, 1, 0, 3, 1, 1, 0],
};

async function openReading(page: Page, language = 'en'): Promise<void> {
  await openShelf(page, language);
  await put(page, kReading);
  await page.evaluate((numbers) => {
    const array = (data: number[], rows: number) => ({
      shape: [rows, data.length / rows],
      data: Float32Array.from(data),
    });
    const options = {
      x: array(numbers.x, 3),
      w_query: array(numbers.w_query, 4),
      w_key: array(numbers.w_key, 4),
      w_value: array(numbers.w_value, 4),
    };
    Object.assign(document.querySelector('glass-by-hand') as HTMLElement, { options });
  }, kByHand);
  await expect(page.locator('glass-block td').first()).toBeVisible();
  await expect(page.locator('glass-generate glass-next-token button').first()).toBeVisible();
  await expect(page.locator('glass-by-hand glass-matrix .cell').last()).toBeVisible();
}

async function openTranslating(page: Page, language = 'en'): Promise<void> {
  await openShelf(page, language);
  await put(page, kTranslating);
  await expect(page.locator('glass-translate glass-attention svg path')).not.toHaveCount(0);
}

const shelves = { reading: openReading, translating: openTranslating };

for (const [name, openIt] of Object.entries(shelves)) {
  for (const language of ['en', 'zh-CN']) {
    for (const scheme of ['light', 'dark'] as const) {
      test(`axe finds nothing: ${name}, ${language}, ${scheme}`, async ({ page }) => {
        await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
        await openIt(page, language);
        expect(await violations(page)).toEqual([]);
        if (name !== 'reading') return;
        await page.locator('glass-save').getByRole('button', { expanded: false }).click();
        expect(await violations(page)).toEqual([]);
      });
    }

    test(`320 pixels, or 200 % zoom of 640, are wide enough: ${name}, ${language}`, async ({
      page,
    }) => {
      await page.setViewportSize({ width: 320, height: 640 });
      await openIt(page, language);
      const sideways = () =>
        page.evaluate(() => {
          const { scrollWidth, clientWidth } = document.documentElement;
          return scrollWidth - clientWidth;
        });
      expect(await sideways()).toBe(0);
    });
  }

  test(`what can be pressed is at least 24 pixels wide and high: ${name}`, async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 800 });
    await openIt(page);
    expect(await smallTargets(page)).toEqual([]);
  });

  test(`nothing moves for who asks for no motion: ${name}`, async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await openIt(page);
    expect(await moving(page)).toEqual([]);
  });

  test(`every figure has a name: ${name}`, async ({ page }) => {
    await openIt(page);
    const nameless = await page.evaluate(() => {
      const figures = [
        ...document.querySelectorAll<HTMLElement & { figureTitle: string }>('main *'),
      ];
      return figures
        .filter(({ localName }) => /^glass-(?!model|changes)/.test(localName))
        .filter(({ figureTitle }) => !figureTitle.trim())
        .map(({ localName }) => localName);
    });
    expect(nameless).toEqual([]);
  });
}

/** Buttons, fields and cells, in all shadow roots, that are seen and too small for a finger. */
function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const small: string[] = [];
    const visit = (root: ParentNode, host: string): void => {
      for (const element of root.querySelectorAll<HTMLElement>('*')) {
        if (element.shadowRoot) visit(element.shadowRoot, element.localName);
        const target =
          'button, select, textarea, input:not([type=radio]), [role=gridcell], .segments label';
        if (!element.matches(target)) continue;
        const { width, height } = element.getBoundingClientRect();
        // A mark lets the pointer through: the picture under it is the target.
        const isMark = getComputedStyle(element).pointerEvents === 'none';
        if (!isMark && width > 0 && Math.min(width, height) < 23.9)
          small.push(`${host}: ${element.localName}.${element.className} ${width} × ${height}`);
      }
    };
    visit(document, 'page');
    return [...new Set(small)];
  });
}

function moving(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found = new Set<string>();
    const visit = (root: ParentNode, host: string): void => {
      for (const element of root.querySelectorAll<HTMLElement>('*')) {
        if (element.shadowRoot) visit(element.shadowRoot, element.localName);
        const { transitionDuration, animationDuration } = getComputedStyle(element);
        if (/[1-9]/.test(transitionDuration + animationDuration))
          found.add(`${host}: ${element.localName}.${String(element.className)}`);
      }
    };
    visit(document, 'page');
    return [...found];
  });
}

test('lines by keyboard: arrows move, the strongest weights are told, Enter pins, Escape lets go', async ({
  page,
}) => {
  await openReading(page);
  const lines = page.locator('#lines');
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
  await openReading(phone);
  await phone.locator('#lines [data-side="from"][data-row="2"]').tap();
  await expect(phone.locator('#lines [data-side="from"][data-row="2"]')).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  await expect(phone.locator('glass-tokens button').nth(2)).toHaveAttribute('aria-pressed', 'true');
});

test('a token of a translation lights up wherever it stands', async ({ page }) => {
  await openTranslating(page);
  const panel = (stack: string) => page.locator(`.panel[data-stack="${stack}"] glass-attention`);
  await page.locator('#chips button').nth(1).hover();
  await expect(panel('encoder').locator('[data-side="from"].on')).toHaveAttribute('data-row', '1');
  await expect(panel('cross').locator('[data-side="to"].on')).toHaveAttribute('data-row', '1');

  await panel('decoder').locator('[data-side="to"][data-row="2"]').hover();
  // What the decoder's third column holds was written in the second row.
  await expect(panel('cross').locator('[data-side="from"].on')).toHaveAttribute('data-row', '1');
  await expect(page.locator('[part=translation] span.on')).toHaveText(
    (await panel('decoder').locator('[data-side="to"][data-row="2"]').innerText()).trim(),
  );

  await panel('cross').locator('[data-side="to"][data-row="3"]').click();
  await page.mouse.move(0, 0);
  await expect(page.locator('#chips button').nth(3)).toHaveAttribute('aria-pressed', 'true');
  await page.keyboard.press('Escape');
  await expect(page.locator('#chips button').nth(3)).toHaveAttribute('aria-pressed', 'false');
});
