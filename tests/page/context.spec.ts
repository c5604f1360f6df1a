/** Which figure an element belongs to, whatever stands between the two and whichever of them comes first. */
import { readFile } from 'node:fs/promises';
import { openBlank } from './blank.ts';
import { expect, type Locator, type Page, test } from './fixture.ts';
import { openShelf, put } from './shelf.ts';

const kFigures = '<glass-tokens></glass-tokens><glass-attention></glass-attention>';

/** Both figures show this text, and what is pinned in one lights up in the other. */
async function expectToBelong(inside: Locator, letters: string): Promise<void> {
  const chips = inside.locator('glass-tokens button');
  await expect(chips.locator('bdi')).toHaveText([...letters]);
  await expect(inside.locator('glass-attention .cell')).toHaveCount(letters.length ** 2);
  await expect(inside.locator('glass-attention .label.on')).toHaveCount(0);
  await chips.first().click();
  await expect(inside.locator('glass-attention .label.on').first()).toBeVisible();
  await chips.first().click();
  await inside.page().mouse.move(0, 0);
  await expect(inside.locator('glass-attention .label.on')).toHaveCount(0);
}

function importElements(page: Page, file: string): Promise<void> {
  return page.evaluate(async (path) => {
    await import(new URL(path, document.baseURI).href);
  }, file);
}

test("an author's own <glass-card> may stand between model and figure", async ({ page }) => {
  await openShelf(page);
  await page.evaluate(() => customElements.define('glass-card', class extends HTMLElement {}));
  await put(
    page,
    `<glass-model src="aab" text="aab"><glass-card>${kFigures}</glass-card></glass-model>`,
  );
  await expectToBelong(page.locator('glass-card'), 'aab');
  // A file that is saved holds the figures inside of it.
  const saved = await page
    .locator('glass-model')
    .evaluate((element) => JSON.stringify((element as unknown as { toJSON(): object }).toJSON()));
  expect(saved).toContain('"figure":"glass-attention"');
});

test('figures belong to a model that stands in a closed shadow root, around their slot', async ({
  page,
}) => {
  await openShelf(page);
  await put(page, `<my-frame>${kFigures}</my-frame>`);
  // Where nothing is around they stand alone.
  await expect(page.locator('glass-attention')).toHaveText(/^\s*No model: /);
  await page.evaluate(() =>
    customElements.define(
      'my-frame',
      class extends HTMLElement {
        constructor() {
          super();
          this.attachShadow({ mode: 'closed' }).innerHTML =
            '<glass-model src="aab" text="aab"><slot></slot></glass-model>';
        }
      },
    ),
  );
  await expectToBelong(page.locator('my-frame'), 'aab');
});

test('elements may be defined before the element around them', async ({ page }) => {
  await openBlank(page);
  await page.evaluate((inside) => {
    document.body.innerHTML = `<glass-model id="outer" src="aab" text="aab">
      <glass-save>${inside}</glass-save>
      <glass-model id="inner" src="aab" text="aabaa"><div>${inside}</div></glass-model>
    </glass-model>`;
  }, kFigures);
  for (const tag of ['glass-attention', 'glass-tokens', 'glass-save', 'glass-model'])
    await importElements(page, `./elements/${tag}.js`);
  await expectToBelong(page.locator('#outer > glass-save'), 'aab');
  await expectToBelong(page.locator('#inner'), 'aabaa');
});

test('a field that is defined before the element around it takes its text', async ({ page }) => {
  await openBlank(page);
  await page.evaluate(() => {
    document.body.innerHTML = `<glass-model src="aab" text="aab"><glass-input></glass-input></glass-model>
      <glass-model src="aab"><glass-input value="aabaa"></glass-input></glass-model>`;
  });
  for (const tag of ['glass-input', 'glass-model'])
    await importElements(page, `./elements/${tag}.js`);
  const fields = page.locator('glass-input textarea');
  await expect(fields.first()).toHaveValue('aab');
  // What its author wrote into it stays.
  await expect(fields.last()).toHaveValue('aabaa');
});

test('figures that move belong to where they come, together with those in their shadow', async ({
  page,
}) => {
  await openShelf(page);
  await put(
    page,
    `<glass-model id="one" src="aab" text="aab"><section>${kFigures}</section></glass-model>
     <glass-model id="two" src="aab" text="aabaa"></glass-model><div></div>`,
  );
  await expectToBelong(page.locator('section'), 'aab');
  const move = (to: string) =>
    page.evaluate((selector) => {
      const section = document.querySelector('section') as HTMLElement;
      document.querySelector(selector)?.append(section);
    }, to);
  await move('#two');
  await expectToBelong(page.locator('section'), 'aabaa');
  await move('div');
  await expect(page.locator('section glass-attention')).toHaveText(/^\s*No model: /);
  await move('#one');
  await expectToBelong(page.locator('section'), 'aab');
});

test.describe('two copies of the package', () => {
  test.use({ allowed: /this page has two copies of the elements/ });

  /** dist/ once more, under another address. */
  async function serveSecondCopy(page: Page): Promise<void> {
    await page.route('**/package/copy/**', async (route) => {
      const path = new URL(route.request().url()).pathname.split('/copy/')[1] as string;
      const body = await readFile(new URL(`../../dist/${path}`, import.meta.url));
      return route.fulfill({ body, contentType: 'text/javascript' });
    });
  }

  const warnings = (complaints: readonly string[]) =>
    complaints.filter((complaint) => complaint.includes('two copies')).length;

  test('the second leaves all to the first, and says so once', async ({ page, complaints }) => {
    await openShelf(page);
    await serveSecondCopy(page);
    await importElements(page, './copy/elements.js');
    await put(page, `<glass-model src="aab" text="aab">${kFigures}</glass-model>`);
    await expectToBelong(page.locator('glass-model'), 'aab');
    expect(warnings(complaints)).toBe(1);
  });

  test('the second that defines tags when they are met leaves all to the first, however late that comes', async ({
    page,
    complaints,
  }) => {
    await openBlank(page);
    await serveSecondCopy(page);
    let release = (): void => {};
    const held = new Promise<void>((done) => (release = done));
    // What the first copy fetches for a tag comes last.
    await page.route(/package\/elements\/glass-|\/chunk-.*(model|provider)/, async (route) => {
      if (!route.request().url().includes('/copy/')) await held;
      await route.fallback();
    });
    await page.evaluate((inside) => {
      document.body.innerHTML = `<glass-model src="aab" text="aab">${inside}</glass-model>`;
    }, kFigures);
    await importElements(page, './auto.js');
    await importElements(page, './copy/auto.js');
    // By then the second has met the tags, and has left them.
    await expect.poll(() => warnings(complaints)).toBe(1);
    release();
    await expectToBelong(page.locator('glass-model'), 'aab');
    expect(warnings(complaints)).toBe(1);
    // Shadow roots, too, whichever copy is asked.
    await page.evaluate(async () => {
      const { defineWhenMet } = (await import('./copy/auto.js' as string)) as {
        defineWhenMet(root: ShadowRoot): void;
      };
      const root = document.body
        .appendChild(document.createElement('div'))
        .attachShadow({ mode: 'open' });
      root.innerHTML = '<glass-tokens model="aab" text="ba"></glass-tokens>';
      defineWhenMet(root);
    });
    await expect(page.locator('div glass-tokens [part~=token]')).toHaveCount(2);
  });

  test('whichever comes first defines every tag, however late its files come', async ({
    page,
    complaints,
  }) => {
    for (const [first, second] of [
      ['./auto.js', './copy/elements.js'],
      ['./elements.js', './copy/auto.js'],
      ['./copy/auto.js', './elements.js'],
    ] as const) {
      await openBlank(page);
      await serveSecondCopy(page);
      await page.evaluate((inside) => {
        document.body.innerHTML = `<glass-model src="aab" text="aab">${inside}</glass-model>`;
      }, kFigures);
      const before = warnings(complaints);
      await importElements(page, first);
      await importElements(page, second);
      await expectToBelong(page.locator('glass-model'), 'aab');
      await expect.poll(() => warnings(complaints)).toBe(before + 1);
      await page.goto('about:blank');
    }
  });

  test('what the first does not define is told in its place, until it does', async ({
    page,
    complaints,
  }) => {
    await openBlank(page);
    await serveSecondCopy(page);
    await importElements(page, './elements/glass-model.js');
    await page.evaluate((inside) => {
      document.body.innerHTML = `<glass-model src="aab" text="aab">${inside}</glass-model>`;
    }, kFigures);
    await importElements(page, './copy/elements.js');
    const toldBy = (tag: string) =>
      page.locator(tag).evaluate((element) => {
        const { content, color } = getComputedStyle(element, '::before');
        return { content, color };
      });
    await expect
      .poll(async () => (await toldBy('glass-tokens')).content)
      .toContain('two copies of the glassformer package, and the first');
    const { content, color } = await toldBy('glass-attention');
    expect(content).toContain('does not define <glass-attention>');
    expect(color).toBe('rgb(163, 38, 31)');
    await page.evaluate(() => (document.documentElement.lang = 'zh'));
    expect((await toldBy('glass-attention')).content).toContain('没有定义 <glass-attention>');
    expect(warnings(complaints)).toBe(1);
    for (const tag of ['glass-attention', 'glass-tokens'])
      await importElements(page, `./elements/${tag}.js`);
    await expectToBelong(page.locator('glass-model'), 'aab');
    expect((await toldBy('glass-attention')).content).toBe('none');
  });

  test("a class of the one in the other's model says so", async ({ page }) => {
    await openShelf(page);
    await serveSecondCopy(page);
    await page.evaluate(async () => {
      const path = './copy/elements/glass-attention.element.js';
      const { GlassAttention } = (await import(new URL(path, document.baseURI).href)) as {
        GlassAttention: CustomElementConstructor;
      };
      customElements.define('my-attention', GlassAttention);
    });
    await put(
      page,
      '<glass-model src="aab" text="aab"><my-attention></my-attention></glass-model>',
    );
    await expect(page.locator('my-attention .failed')).toContainText('come from two copies');
  });
});
