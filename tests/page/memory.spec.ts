/**
 * Memory stays flat: what many sentences took is given back, by the engine and by the page. `npm run soak` reads 10,000;
 * `npm test` reads fewer, and then the page may keep less of each.
 */
import { expect, type Page, test } from './fixture.ts';
import { settled } from './settled.ts';
import { openShelf, put } from './shelf.ts';
import { described, usageOf } from './usage.ts';

const kSentences = process.env['GLASSFORMER_SOAK'] ? 10_000 : 40;
/** What a page may keep after all (caches of the browser's, compiled code): of each sentence 15 kB, up to a limit. */
const kMaxGrowth = Math.min(15_000 * kSentences, 3_000_000);

/** Every sentence is read to its end before the next one is written. */
function write(page: Page, from: number, count: number): Promise<void> {
  return page.evaluate(
    async ([first, many]) => {
      const model = document.querySelector('glass-model') as HTMLElement & { text: string };
      const words = [
        'the',
        'little',
        'dog',
        'was',
        'happy',
        'and',
        'ran',
        'to',
        'a',
        'big',
        'tree',
      ];
      for (let i = first; i < first + many; ++i) {
        const length = 4 + (i % 7);
        const text = Array.from({ length }, (_, k) => words[(i * 3 + k * (1 + (i % 3))) % 11]);
        const read = new Promise((done) =>
          model.addEventListener('glass-run', done, { once: true }),
        );
        model.text = `${i} ${text.join(' ')}`;
        await read;
      }
    },
    [from, count] as const,
  );
}

test(`memory is flat after ${kSentences} sentences`, async ({ page }) => {
  test.setTimeout(180_000 + 200 * kSentences);
  await openShelf(page);
  const figures = ['input', 'tokens', 'embeddings', 'attention', 'heads', 'block', 'next-token'];
  await put(
    page,
    `<glass-model src="stories" text="Once">${figures.map((name) => `<glass-${name}></glass-${name}>`).join('')}</glass-model>`,
  );
  await expect(page.locator('glass-block td').first()).toBeVisible();
  const settle = async () => {
    await write(page, 5000, 1); // the same sentence each time
    await settled(page);
  };
  await write(page, 0, 30);
  await settle();
  const before = await usageOf(page);
  await write(page, 1000, kSentences);
  await settle();
  const after = await usageOf(page);
  console.log(`  ${described(before, after)}`);
  expect(after.heap - before.heap).toBeLessThan(kMaxGrowth);
  expect(after.engine - before.engine).toBeLessThan(64 * 1024);
});
