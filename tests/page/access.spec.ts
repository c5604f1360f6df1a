/** Elements for everyone: by keyboard, by touch, aloud, narrow, in both languages and themes. */
import { violations } from './axe.ts';
import { expect, kPhone, type Page, test } from './fixture.ts';
import { drawn } from './settled.ts';
import { openShelf, put } from './shelf.ts';
import { giveNumbers, openEverything } from './tags.ts';

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

async function openReading(page: Page, language = 'en'): Promise<void> {
  await openShelf(page, language);
  await put(page, kReading);
  await giveNumbers(page);
  await expect(page.locator('glass-block td').first()).toBeVisible();
  await expect(page.locator('glass-generate glass-next-token button').first()).toBeVisible();
  await expect(page.locator('glass-by-hand glass-matrix .cell').last()).toBeVisible();
}

async function openTranslating(page: Page, language = 'en'): Promise<void> {
  await openShelf(page, language);
  await put(page, kTranslating);
  await expect(page.locator('glass-translate glass-attention svg path')).not.toHaveCount(0);
}

const shelves = {
  reading: openReading,
  translating: openTranslating,
  'every element': openEverything,
};

for (const [name, openIt] of Object.entries(shelves)) {
  for (const language of ['en', 'zh-CN']) {
    test(`axe finds nothing, light and dark: ${name}, ${language}`, async ({ page }) => {
      test.setTimeout(120_000);
      await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
      const wide = page.viewportSize() ?? { width: 1280, height: 720 };
      await openIt(page, language);
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        await page.setViewportSize(wide);
        await drawn(page);
        expect(await violations(page), colorScheme).toEqual([]);
        await page.setViewportSize({ width: 390, height: 844 });
        await drawn(page);
        expect(await violations(page), `${colorScheme}, narrow`).toEqual([]);
        if (name !== 'reading') continue;
        const menu = page.locator('glass-save');
        await menu.getByRole('button', { expanded: false }).click();
        expect(await violations(page), `${colorScheme}, the menu open`).toEqual([]);
        await menu.getByRole('button', { expanded: true }).click();
      }
    });

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

  test(`what can be pressed is at least 24 pixels wide and high, who asks for no motion gets none, every figure has a name: ${name}`, async ({
    page,
  }) => {
    await page.setViewportSize({ width: 390, height: 800 });
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await openIt(page);
    expect(await smallTargets(page)).toEqual([]);
    expect(await moving(page)).toEqual([]);
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

/** What is as small as what it names, and why: the same token can be picked on its chip, which is large enough. */
const kDrawnToScale = {
  'glass-map': '.label.token', // stands where its token lies, with as many others as there is room for
  'glass-positions': '.rows button', // is as high as a row of the table, which is higher under a finger
};

/** Buttons, fields and cells, in all shadow roots, that are seen and too small for a finger. */
function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate((drawnToScale: Record<string, string>) => {
    const small: string[] = [];
    const visit = (root: ParentNode, host: string): void => {
      for (const element of root.querySelectorAll<HTMLElement>('*')) {
        if (element.shadowRoot) visit(element.shadowRoot, element.localName);
        const target =
          'button, select, textarea, input:not([type=radio]), [role=gridcell], .segments label';
        if (!element.matches(target) || element.matches(drawnToScale[host] ?? ':not(*)')) continue;
        const { width, height } = element.getBoundingClientRect();
        // A mark lets the pointer through: the picture under it is the target.
        const isMark = getComputedStyle(element).pointerEvents === 'none';
        if (!isMark && width > 0 && Math.min(width, height) < 23.9)
          small.push(`${host}: ${element.localName}.${element.className} ${width} × ${height}`);
      }
    };
    visit(document, 'page');
    return [...new Set(small)];
  }, kDrawnToScale);
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

test('a head’s strength by keyboard: the figure’s changes follow, and are taken back', async ({
  page,
}) => {
  await openReading(page);
  const heads = page.locator('glass-heads');
  await heads.locator('.head[aria-pressed=true]').focus();
  await page.keyboard.press('Tab');
  const slider = heads.getByRole('slider', { name: 'strength' });
  await expect(slider).toBeFocused();
  await page.keyboard.press('ArrowLeft');
  await expect(slider).toHaveAttribute('aria-valuetext', '90%');
  await expect(page.locator('glass-changes [role=status]')).toContainText('One head is changed.');
  await page.keyboard.press('Home');
  await expect(slider).toHaveAttribute('aria-valuetext', 'off');
  await expect(heads.locator('.head[aria-pressed=true]')).toHaveAttribute('aria-label', /, off$/);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(slider).toHaveAttribute('aria-valuetext', '100%');
  await expect(page.locator('glass-changes [role=status]')).toHaveText('');
});

test('padding by keyboard: sentences, mask and head', async ({ page }) => {
  await openShelf(page);
  await put(page, '<glass-model src="en-zh"><glass-padding></glass-padding></glass-model>');
  const padding = page.locator('glass-padding');
  const said = padding.locator('[part=said]');
  await expect(said).toContainText('0.0% of the attention goes to padding.');
  await padding.getByRole('textbox').first().focus();
  await page.keyboard.press('End');
  await page.keyboard.type(' I love you.');
  await expect(padding.locator('.batch ol').first().locator('li:not(.pad)')).toHaveCount(8);
  await page.keyboard.press('Tab');
  await expect(padding.getByRole('textbox').last()).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(padding.locator('.batch')).toBeFocused(); // it scrolls where it is narrow
  await page.keyboard.press('Tab');
  await expect(padding.getByRole('radio', { name: 'on' })).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(padding.getByRole('radio', { name: 'off' })).toBeChecked();
  await expect(said).not.toContainText('0.0% of the attention');
  await page.keyboard.press('Tab');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(padding.locator('.where')).toHaveText('Encoder, layer 2, head 1');
  await page.keyboard.press('Tab');
  await expect(padding.locator('.cell:focus')).toHaveCount(1);
});

test('by touch a tap does what a click does: map, positions, heads, tree', async ({
  anotherPage,
}) => {
  const phone = await anotherPage(kPhone);
  await openEverything(phone);
  const chips = phone.locator('glass-tokens button');

  const map = phone.locator('glass-map');
  await map.locator('.label.token', { hasText: 'little' }).tap();
  await expect(chips.nth(7)).toHaveAttribute('aria-pressed', 'true');
  await expect(map.locator('.nearest .title bdi')).toContainText('“little”');
  const neighbour = map.locator('.neighbour').first();
  const name = (await neighbour.locator('bdi').textContent()) ?? '';
  await neighbour.tap();
  await expect(map.locator('.nearest .title bdi')).toContainText(`“${name}”`);

  const positions = phone.locator('glass-positions');
  const row = positions.locator('.rows button').nth(2);
  expect((await row.boundingBox())?.height).toBeGreaterThanOrEqual(23.9);
  await row.tap();
  await expect(chips.nth(2)).toHaveAttribute('aria-pressed', 'true');
  const strip = positions.locator('.strip.sum');
  await strip.tap({ position: { x: ((await strip.boundingBox())?.width ?? 0) - 1, y: 10 } });
  await expect(positions.locator('[part=digits]')).toContainText('Column 160 of 160');

  const heads = phone.locator('main > glass-model > glass-heads');
  await heads.locator('.head[data-layer="1"][data-head="2"]').tap();
  await expect(heads.locator('[part=readout] b')).toHaveText('Layer 2, head 3');

  const tree = phone.locator('main > glass-beam-tree');
  await tree.evaluate((element) => {
    const forced: number[] = [];
    element.addEventListener('glass-force', (event) =>
      forced.push(...(event as CustomEvent<{ ids: number[] }>).detail.ids),
    );
    Object.assign(globalThis, { forced });
  });
  await tree.locator('.node.forceable').first().tap();
  await expect(tree.locator('[part=readout]')).toContainText('log P');
  const forced = () => phone.evaluate(() => (globalThis as unknown as { forced: number[] }).forced);
  await expect.poll(forced).toHaveLength(1);
});

/** The rows of a head's weights, by the engine, as the figure has them. */
function weightsOf(page: Page, hook: string): Promise<number[][]> {
  return page.evaluate((name) => {
    const { figure } = document.querySelector('glass-model') as unknown as {
      figure: {
        state: { run: { activations: Record<string, { shape: number[]; data: Float32Array }> } };
      };
    };
    const { shape, data } = figure.state.run.activations[name]!;
    const [, rows, columns] = shape as [number, number, number];
    return Array.from({ length: rows }, (_, row) => [
      ...data.slice(row * columns, (row + 1) * columns),
    ]);
  }, hook);
}

for (const { what, text, cells } of [
  { what: 'digits', text: 'a dog and a cat', cells: 25 },
  { what: 'a canvas', text: 'a dog and a cat '.repeat(6), cells: 1 },
]) {
  test(`attention by itself tells whom the row in focus looks at, and which of equal tokens: ${what}`, async ({
    page,
  }) => {
    await openShelf(page);
    const matrix = (id: string) =>
      `<glass-matrix id="${id}" hook="blocks.0.attn.pattern" mask-hook="blocks.0.attn.scores" rows-as="query" columns-as="key" scale="probability" caption="weights"></glass-matrix>`;
    await put(
      page,
      `<glass-model src="stories" text="${text.trim()}">${matrix('one')}${matrix('two')}</glass-model>`,
    );
    const [one, two] = [page.locator('#one'), page.locator('#two')];
    await expect(one.locator('.cell')).toHaveCount(cells);
    const status = one.locator('[role=status]');
    await expect(status).toHaveText('');
    await one.locator('.cell[tabindex="0"]').focus();
    await expect(status).toHaveText('“a” (1st) looks at “a” (1st) with 1.00');

    for (let i = 0; i < 3; ++i) await page.keyboard.press('ArrowDown');
    const row = (await weightsOf(page, 'blocks.0.attn.pattern'))[3]!.slice(0, 4);
    const equals = text.trim().split(' ').length > 5;
    const names = ['“a” (1st)', '“dog”', '“and”', '“a” (2nd)'].map((name) =>
      equals && !name.includes('(') ? `${name} (1st)` : name,
    );
    const told = row
      .map((weight, i) => ({ weight, token: `${names[i]} with ${weight.toFixed(2)}` }))
      .sort((a, b) => b.weight - a.weight)
      .slice(0, 3);
    await expect(status).toHaveText(
      `“a” (2nd) looks at ${told.map(({ token }) => token).join(', ')}`,
    );
    await expect(one.locator('.cell:focus')).toHaveAttribute(
      'aria-label',
      new RegExp(`“a” \\(2nd\\) looks at “a” \\(1st\\) with weight ${row[0]!.toFixed(4)}`),
    );
    // Both light up; one speaks.
    await expect(two.locator('[role=status]')).toHaveText('');
    await one.locator('.cell:focus').blur();
    await expect(status).toHaveText('');
  });
}

test('the row in focus is told wherever attention stands, once', async ({ page }) => {
  await openEverything(page);
  for (const figure of [
    'glass-save glass-attention',
    'glass-padding glass-matrix',
    'glass-train glass-matrix >> nth=0',
  ]) {
    const told = page
      .locator(figure)
      .locator('[role=status]')
      .filter({ hasText: /“.+”(?: \(.+\))? looks at “.+”(?: \(.+\))? with \d\.\d\d/ });
    await expect(told).toHaveCount(0);
    await page.locator(figure).locator('.cell[tabindex="0"]').focus();
    await expect(told).toHaveCount(1);
    await drawn(page); // a second announcement would be there by now
    expect(await told.count()).toBe(1);
  }
});

test('the lines name no token that the mask hides', async ({ page }) => {
  await openReading(page);
  const side = (name: string) => page.locator(`glass-save glass-attention .lines .${name} button`);
  await expect(side('from').first()).toHaveAttribute(
    'aria-label',
    /^“[^”]+”(?: \([^)]+\))? looks at “[^”]+”(?: \([^)]+\))? with 1\.00$/,
  );
  await expect(side('to').last()).toHaveAttribute(
    'aria-label',
    /^“[^”]+”(?: \([^)]+\))? is looked at by “[^”]+”(?: \([^)]+\))? with \d\.\d\d$/,
  );
});

test('a head says what it does, before it is picked', async ({ page }) => {
  await openReading(page);
  const heads = page.locator('glass-heads');
  const head = heads.locator('.head[data-layer="1"][data-head="2"]');
  const habits =
    /^\d+% on the token itself, \d+% on the one before, \d+% on the first \(even attention: \d+%\)$/;
  await expect(head).toHaveAttribute('aria-description', habits);
  const description = (await head.getAttribute('aria-description')) ?? '';
  await head.click();
  await expect(heads.locator('[part=readout]')).toContainText(description);
  await expect(head).toHaveAccessibleDescription(description);
});
