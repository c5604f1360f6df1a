/** Labels over columns stand upright as long as they have room, and none of them covers another. */
import { expect, type Locator, test } from './fixture.ts';
import { openShelf, put } from './shelf.ts';

interface Box {
  readonly left: number;
  readonly right: number;
  readonly width: number;
}

/** Where the texts stand, in the order of the columns. */
function boxesOf(labels: Locator): Promise<Box[]> {
  return labels.evaluateAll((all) =>
    all.map((each) => {
      const range = document.createRange();
      range.selectNodeContents(each);
      const { left, right, width } = range.getBoundingClientRect();
      return { left, right, width };
    }),
  );
}

function expectSideBySide(boxes: readonly Box[]): void {
  boxes.slice(1).forEach((box, i) => {
    expect.soft(box.left, `label ${i + 2}`).toBeGreaterThanOrEqual(boxes[i]!.right - 0.6);
  });
}

const square = (count: number) => ({
  shape: [count, count],
  data: new Float32Array(count ** 2).fill(1 / count),
});
const labels = (texts: readonly string[]) => texts.map((text, position) => ({ text, position }));

test('64 tokens of one character each stand upright side by side', async ({ page }) => {
  await openShelf(page, 'zh-CN');
  const texts = [
    ...'春江潮水连海平海上明月共潮生滟滟随波千万里何处春江无月明江流宛转绕芳甸月照花林皆似霰空里流霜不觉飞汀上白沙看',
  ];
  while (texts.length < 63) texts.push('月');
  texts.splice(20, 0, '<unk>');
  const all = labels(texts.slice(0, 64));
  await put(page, '<glass-matrix id="m" rows-as="query" columns-as="key"></glass-matrix>');
  await page.evaluate(
    ([shape, names]) => {
      const values = { shape, data: new Float32Array(64 * 64).fill(1 / 64) };
      Object.assign(document.getElementById('m')!, {
        values,
        rowLabels: names,
        columnLabels: names,
      });
    },
    [square(64).shape, all] as const,
  );
  const heads = page.locator('glass-matrix .over:not(.corner) bdi');
  await expect(heads).toHaveCount(64);
  const boxes = await boxesOf(heads);
  expectSideBySide(boxes);
  // A slanted one is as wide as it is high.
  for (const { width } of boxes) expect(width).toBeLessThan(14);
});

test('one long token among short ones does not make all slant', async ({ page }) => {
  await openShelf(page);
  await put(page, '<glass-matrix id="m" rows-as="query" columns-as="key"></glass-matrix>');
  const show = (texts: readonly string[]) =>
    page.evaluate((names) => {
      const count = names.length;
      const values = { shape: [count, count], data: new Float32Array(count ** 2).fill(1 / count) };
      Object.assign(document.getElementById('m')!, {
        values,
        rowLabels: names,
        columnLabels: names,
      });
    }, labels(texts));
  await show(['a', 'b', '<unk>', 'a', 'b']);
  const heads = page.locator('glass-matrix .head bdi');
  await expect(heads).toHaveText(['a', 'b', '<unk>', 'a', 'b']);
  await expect(page.locator('.grid.slanted')).toHaveCount(0);
  expectSideBySide(await boxesOf(heads));
  // It is not cut either.
  const [head] = await heads
    .nth(2)
    .evaluateAll((all) => all.map((e) => [e.scrollWidth, e.clientWidth]));
  expect(head![0]).toBeLessThanOrEqual(head![1]! + 1);
  await show(['a', '<unk>', '<unk>', 'b']);
  await expect(page.locator('.grid.slanted')).toHaveCount(1);
});
