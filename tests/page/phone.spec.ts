/** What a finger meets: fields that Safari does not zoom into, and a tree that does not hold the page. */
import { expect, kPhone, test } from './fixture.ts';
import { openShelf, put } from './shelf.ts';

test('the type of every field is at least 16 pixels', async ({ anotherPage }) => {
  const page = await anotherPage(kPhone);
  await openShelf(page);
  await put(
    page,
    `<glass-model src="aab" text="aab"><glass-input></glass-input><glass-generate mode="sample"></glass-generate><glass-heads findable></glass-heads></glass-model>
     <glass-model src="en-zh"><glass-padding></glass-padding></glass-model>
     <glass-matrix id="m" editable></glass-matrix><glass-train></glass-train>`,
  );
  await page.evaluate(() =>
    Object.assign(document.getElementById('m')!, {
      values: { shape: [2, 2], data: Float32Array.of(1, -2.125, 0.5, 3) },
    }),
  );
  const fields = page.locator(
    'textarea, input:not([type=range], [type=radio], [type=checkbox]), select',
  );
  // It begins when the reader comes near.
  await page.locator('glass-train').scrollIntoViewIfNeeded();
  // The line, a list, two sentences, four cells, two seeds.
  await expect(fields).toHaveCount(10);
  const small = await fields.evaluateAll((all) =>
    all.flatMap((each) => {
      const size = parseFloat(getComputedStyle(each).fontSize);
      const isCut = each.localName === 'input' && each.scrollWidth > each.clientWidth;
      return size < 16 || isCut ? [`${each.outerHTML} ${size} ${isCut}`] : [];
    }),
  );
  expect(small).toEqual([]);
});
