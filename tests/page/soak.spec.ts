/**
 * What may add up over a long time does not: everything is done a few times to warm up and then many times, after which page
 * and engine hold what they held before. `npm run soak` does it a thousand times, `npm test` a few times.
 */
import { readFileSync } from 'node:fs';
import { openBlank } from './blank.ts';
import { expect, type Page, test } from './fixture.ts';
import { openShelf, put } from './shelf.ts';
import { tags } from './tags.ts';
import { described, type Package, usageOf } from './usage.ts';

declare const glassformer: Package;

const kConfig = JSON.parse(
  readFileSync(new URL('../../models/aab/config.json', import.meta.url), 'utf8'),
) as object;

const isLong = Boolean(process.env['GLASSFORMER_SOAK']);
const times = (long: number, short: number): number => (isLong ? long : short);

/** What the browser keeps of its own: compiled code, caches, the log of the test. */
const kMaxHeapGrowth = 1_500_000;
const kMaxEngineGrowth = 64 * 1024;

/** `work` does it `count` times, counted from `from`. */
async function expectFlat(
  page: Page,
  count: number,
  work: (from: number, count: number) => Promise<void>,
  warmUp = 3,
): Promise<void> {
  await work(0, Math.max(warmUp, Math.ceil(count / 10)));
  const before = await usageOf(page);
  await work(1_000_000, count);
  // What was just closed is given back in the engine's own time.
  const isFlat = async () => {
    const { handles, engine } = await usageOf(page);
    const isGivenBack = handles <= before.handles && engine < before.engine + kMaxEngineGrowth;
    return (
      isGivenBack ||
      `${handles} handles after ${before.handles}, ${engine} bytes after ${before.engine}`
    );
  };
  await expect.poll(isFlat).toBe(true);
  const after = await usageOf(page);
  console.log(`  ${test.info().title}: ${count} times, ${described(before, after)}`);
  expect(after.heap - before.heap).toBeLessThan(kMaxHeapGrowth);
}

test.describe.configure({ timeout: isLong ? 1_800_000 : 120_000 });

test('generations', async ({ page }) => {
  await openBlank(page);
  await page.evaluate(async () => {
    Object.assign(globalThis, { model: await glassformer.loadModel('aab') });
  });
  await expectFlat(page, times(1000, 12), (from, count) =>
    page.evaluate(
      async ([first, many]) => {
        const { model } = globalThis as unknown as {
          model: Awaited<ReturnType<Package['loadModel']>>;
        };
        const ways = [{}, { do_sample: true, temperature: 2 }, { num_beams: 4 }];
        for (let i = first; i < first + many; ++i) {
          const options = { ...ways[i % 3], seed: i, max_new_tokens: 8 };
          const generation = model.generate('aab', options);
          // Every fourth is closed half-way.
          if (i % 4 === 3) {
            await generation.step();
            await generation.close();
          } else await generation.result();
        }
      },
      [from, count] as const,
    ),
  );
});

for (const name of ['aab', 'stories', 'tang', 'en-zh', 'zh-en'])
  test(`loading and closing ${name}`, async ({ page }) => {
    await openBlank(page);
    await expectFlat(page, times(200, 3), (_from, count) =>
      page.evaluate(
        async ([model, many]) => {
          for (let i = 0; i < many; ++i) {
            const loaded = await glassformer.loadModel(model);
            await loaded.close();
          }
        },
        [name, count] as const,
      ),
    );
  });

test('elements that are added, moved and removed', async ({ page }) => {
  await openShelf(page);
  const inside = tags.filter((tag) => tag !== 'glass-model');
  await put(page, '<glass-model src="aab" text="aab"></glass-model><aside></aside>');
  await page.waitForFunction(
    () =>
      (document.querySelector('glass-model') as HTMLElement & { model: unknown }).model !== null,
  );
  const work = (from: number, count: number) =>
    page.evaluate(
      async ([names, first, many]) => {
        const model = document.querySelector('glass-model') as HTMLElement;
        const aside = document.querySelector('aside') as HTMLElement;
        type Updating = HTMLElement & { updateComplete: Promise<boolean> };
        for (let i = first; i < first + many; ++i) {
          const element = document.createElement(names[i % names.length] ?? '') as Updating;
          model.append(element);
          await element.updateComplete;
          aside.append(element);
          await element.updateComplete;
          model.prepend(element);
          await element.updateComplete;
          element.remove();
        }
        await new Promise((frame) => requestAnimationFrame(frame));
      },
      [inside, from, count] as const,
    );
  await expectFlat(page, times(1000, inside.length), work, inside.length);
});

test('an element that is removed, seen or not, is collected', async ({ page }) => {
  await openShelf(page);
  const inside = tags.filter((tag) => tag !== 'glass-model');
  await put(
    page,
    '<glass-model src="aab" text="aab"><p></p><svg width="1" height="4000"></svg><p></p></glass-model>',
  );
  await page.waitForFunction(
    () =>
      (document.querySelector('glass-model') as HTMLElement & { model: unknown }).model !== null,
  );
  await page.evaluate(async (names) => {
    type Updating = HTMLElement & { updateComplete: Promise<boolean> };
    const removed: { name: string; element: WeakRef<HTMLElement> }[] = [];
    for (const place of document.querySelectorAll('p'))
      for (const name of names) {
        const element = document.createElement(name) as Updating;
        place.append(element);
        await element.updateComplete;
        await new Promise(requestAnimationFrame);
        element.remove();
        removed.push({ name, element: new WeakRef(element) });
      }
    Object.assign(globalThis, { removed });
  }, inside);
  const left = async () => {
    await page.requestGC();
    return page.evaluate(() => {
      const { removed } = globalThis as unknown as {
        removed: { name: string; element: WeakRef<HTMLElement> }[];
      };
      return removed.filter(({ element }) => element.deref()).map(({ name }) => name);
    });
  };
  await expect.poll(left).toEqual([]);
});

test('two models that write while one learns', async ({ page }) => {
  await openBlank(page);
  await page.evaluate(async (config) => {
    const [one, two] = await Promise.all([
      glassformer.loadModel('aab'),
      glassformer.loadModel('stories'),
    ]);
    const sequences = [Array.from({ length: 30 }, (_, i) => (i % 3 === 2 ? 1 : 0))];
    const trainer = await glassformer.createTrainer({ config, sequences, lr: 0.01 });
    Object.assign(globalThis, { at: { one, two, trainer } });
  }, kConfig);
  await expectFlat(page, times(300, 4), (_from, count) =>
    page.evaluate(async (many) => {
      type Loaded = Awaited<ReturnType<Package['loadModel']>>;
      type Trainer = Awaited<ReturnType<Package['createTrainer']>>;
      const { one, two, trainer } = (
        globalThis as unknown as { at: { one: Loaded; two: Loaded; trainer: Trainer } }
      ).at;
      for (let i = 0; i < many; ++i) {
        const learning = (async () => {
          for await (const step of trainer.train({ steps: 5 }))
            if (!Number.isFinite(step.loss)) throw new Error(`the loss is ${step.loss}`);
        })();
        await Promise.all([
          learning,
          one.generate('aab', { max_new_tokens: 6 }).result(),
          two.generate('Once upon', { max_new_tokens: 4, num_beams: 2 }).result(),
          two.forward('The dog', { capture: ['*'] }),
        ]);
      }
    }, count),
  );
});

test('a page that is frozen in the background and comes back', async ({ page }) => {
  await openShelf(page);
  await put(
    page,
    '<glass-model src="aab" text="aab"><glass-tokens></glass-tokens><glass-generate></glass-generate></glass-model>',
  );
  const generate = page.locator('glass-generate');
  await expect(generate.getByRole('button', { name: 'Step' })).toBeEnabled();
  const session = await page.context().newCDPSession(page);
  await expectFlat(page, times(200, 3), async (_from, count) => {
    for (let i = 0; i < count; ++i) {
      await generate.getByRole('button', { name: 'Reset' }).isEnabled();
      await generate.getByRole('button', { name: 'Step' }).click();
      await session.send('Page.setWebLifecycleState', { state: 'frozen' });
      await session.send('Page.setWebLifecycleState', { state: 'active' });
      await expect(generate.locator('.made')).toHaveCount(1);
      await generate.getByRole('button', { name: 'Reset' }).click();
      await expect(generate.locator('.made')).toHaveCount(0);
    }
  });
});
