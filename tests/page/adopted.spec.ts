/** Elements that a script moves into another document of the same page: a frame, a window that it has opened. */
import { expect, type Page, test } from './fixture.ts';
import { openShelf } from './shelf.ts';

const kFigure =
  '<glass-model src="aab" text="aabaa"><glass-attention></glass-attention></glass-model>';

/** The page with an empty frame, whose document has a language of its own. */
async function openFrame(page: Page): Promise<void> {
  await openShelf(page);
  await page.evaluate(async () => {
    const frame = document.createElement('iframe');
    frame.width = '700';
    frame.height = '500';
    frame.srcdoc = '<html lang="zh"><body></body></html>';
    const loaded = new Promise((resolve) => frame.addEventListener('load', resolve));
    document.querySelector('main')?.append(frame, document.createElement('div'));
    await loaded;
  });
}

const put = (page: Page, markup: string): Promise<void> =>
  page.evaluate((html) => {
    (document.querySelector('main > div') as HTMLElement).innerHTML = html;
  }, markup);

const move = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const { contentDocument } = document.querySelector('iframe') as HTMLIFrameElement;
    contentDocument?.body.append(document.querySelector('glass-model') as HTMLElement);
  });

for (const [when, isDrawn] of [
  ['before it has drawn anything', false],
  ['after it has drawn', true],
] as const)
  test(`a figure that is moved ${when} is whole, in the language of its new place`, async ({
    page,
  }) => {
    await openFrame(page);
    // In a call of its own the model may have been drawn before it is moved.
    if (isDrawn) {
      await put(page, kFigure);
      await expect(page.locator('glass-attention')).toContainText('1.00');
      await move(page);
    } else
      await page.evaluate((html) => {
        const { contentDocument } = document.querySelector('iframe') as HTMLIFrameElement;
        const place = document.querySelector('main > div') as HTMLElement;
        place.innerHTML = html;
        contentDocument?.body.append(place.firstElementChild as HTMLElement);
      }, kFigure);
    const frame = page.frameLocator('iframe');
    const figure = frame.locator('glass-attention');
    await expect(figure).toContainText('1.00');
    await expect(figure).toContainText('矩阵');
    // Its styles: the cells of a row stand beside each other.
    const row = await figure
      .locator('.cell[data-row="4"]')
      .evaluateAll((cells) => cells.map((cell) => cell.getBoundingClientRect().top));
    expect(row.length).toBeGreaterThan(1);
    expect(new Set(row).size).toBe(1);
    await frame.locator('glass-model').evaluate((model: HTMLElement & { text: string }) => {
      model.text = 'aab';
    });
    await expect(figure.locator('.cell[data-row="2"]').first()).toBeVisible();
    await expect(figure.locator('.cell[data-row="3"]')).toHaveCount(0);
    const svg = await figure.evaluate((element: HTMLElement & { toSVG(): Promise<string> }) =>
      element.toSVG(),
    );
    expect(svg.match(/<text[ >]/g)?.length).toBeGreaterThan(6);
  });

test('moved back into the page it has its styles again', async ({ page }) => {
  await openFrame(page);
  await put(page, kFigure);
  const figure = page.locator('glass-attention');
  await expect(figure).toContainText('1.00');
  const before = await figure.evaluate((element) => element.clientHeight);
  await move(page);
  await page.evaluate(() => {
    const { contentDocument } = document.querySelector('iframe') as HTMLIFrameElement;
    const model = contentDocument?.querySelector('glass-model') as HTMLElement;
    document.querySelector('main > div')?.append(model);
  });
  await expect(figure).toContainText('1.00');
  await expect.poll(() => figure.evaluate((element) => element.clientHeight)).toBe(before);
});
