/**
 * Memory stays flat: what many sentences took is given back, by the engine and by the page. `npm run soak` types
 * 10,000; `npm test` types fewer, and then the page may keep less of each.
 */
import { expect, type Page, test } from './fixture.ts';
import { settled } from './settled.ts';
import { openShelf, put } from './shelf.ts';
import { described, usageOf } from './usage.ts';

const kSentences = process.env['GLASSFORMER_SOAK'] ? 10_000 : 40;
/** What a page may keep after all (caches of the browser's, compiled code): of each sentence 15 kB, up to a limit. */
const kMaxGrowth = Math.min(15_000 * kSentences, 3_000_000);

/**
 * Types sentences into the `<glass-input>`, a letter at a time, each over the one before it. Every sentence is read to its
 * end before the next one begins. Of every tenth the words come one by one, so that the model has begun to read the
 * earlier ones, whose answers are overtaken; of the others all letters come at once, which takes a reading less.
 */
function type(page: Page, from: number, count: number): Promise<void> {
  return page.evaluate(
    async ([first, many]) => {
      const model = document.querySelector('glass-model') as HTMLElement & { text: string };
      const field = document
        .querySelector('glass-input')
        ?.shadowRoot?.querySelector('textarea') as HTMLTextAreaElement;
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
      /** As a key does it: in the place of what is selected, with the events of the browser. */
      const press = (letter: string) => {
        if (!document.execCommand('insertText', false, letter))
          throw new Error(`${letter} was not typed`);
      };
      field.focus();
      for (let i = first; i < first + many; ++i) {
        const length = 4 + (i % 7);
        const chosen = Array.from({ length }, (_, k) => words[(i * 3 + k * (1 + (i % 3))) % 11]);
        const sentence = `${i} ${chosen.join(' ')}`;
        const read = new Promise<void>((done) => {
          const look = ({ detail }: HTMLElementEventMap['glass-run']) => {
            if (detail.text !== sentence) return;
            model.removeEventListener('glass-run', look);
            done();
          };
          model.addEventListener('glass-run', look);
        });
        field.select();
        for (const letter of sentence) {
          press(letter);
          if (letter === ' ' && i % 10 === 0) await new Promise(requestAnimationFrame);
        }
        await read;
      }
    },
    [from, count] as const,
  );
}

test(`memory is flat after ${kSentences} sentences`, async ({ page }) => {
  test.setTimeout(180_000 + 300 * kSentences);
  await openShelf(page);
  const figures = ['input', 'tokens', 'embeddings', 'attention', 'heads', 'block', 'next-token'];
  await put(
    page,
    `<glass-model src="stories" text="Once">${figures.map((name) => `<glass-${name}></glass-${name}>`).join('')}</glass-model>`,
  );
  await expect(page.locator('glass-block td').first()).toBeVisible();
  const settle = async () => {
    await type(page, 5000, 1); // the same sentence each time
    await settled(page);
  };
  await type(page, 0, 30);
  await settle();
  const before = await usageOf(page);
  await type(page, 1000, kSentences);
  await settle();
  const after = await usageOf(page);
  console.log(`  ${described(before, after)}`);
  expect(after.heap - before.heap).toBeLessThan(kMaxGrowth);
  expect(after.engine - before.engine).toBeLessThan(64 * 1024);
});
