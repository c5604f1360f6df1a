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
    setTimeout(release, 300);
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

  test('where they mix nothing hangs, and each shows what it can', async ({ page, complaints }) => {
    await openBlank(page);
    await serveSecondCopy(page);
    await importElements(page, './elements/glass-attention.js');
    await page.evaluate((inside) => {
      document.body.innerHTML = `<glass-model src="aab" text="aab">${inside}<glass-embeddings></glass-embeddings></glass-model>`;
    }, kFigures);
    await importElements(page, './copy/elements.js');
    await expect(page.locator('glass-tokens button')).toHaveCount(3);
    // It stands in the other copy's model.
    await expect(page.locator('glass-attention')).toContainText('come from two copies');
    // The first copy's matrix, given its numbers by the second.
    await expect(page.locator('glass-embeddings .cell')).toHaveCount(24);
    expect(warnings(complaints)).toBe(1);
  });
});
