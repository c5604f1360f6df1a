/**
 * What may add up over a long time does not: everything is done a few times to warm up and then many times, after which page
 * and engine hold what they held before. `npm run soak` does it a thousand times, `npm test` a few times.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { Background } from './background.ts';
import { openBlank } from './blank.ts';
import { expect, type Page, test } from './fixture.ts';
import { openShelf, put } from './shelf.ts';
import { tags } from './tags.ts';
import { described, type Package, usageOf } from './usage.ts';

declare const glassformer: Package;

const models = new URL('../../models/', import.meta.url);
const jsonOf = (path: string): unknown => JSON.parse(readFileSync(new URL(path, models), 'utf8'));

const kConfig = jsonOf('aab/config.json') as object;

/** All that are shipped, so that a new one is in it. */
const kModels = readdirSync(models).filter((name) =>
  existsSync(new URL(`${name}/model.safetensors`, models)),
);

/** A text that the model continues. */
const promptOf = (name: string): string =>
  (jsonOf(`${name}/golden.json`) as { generated: [{ text: string }] }).generated[0].text;

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
  await page.evaluate(async (names) => {
    for (const name of names)
      Object.assign(globalThis, { [name]: await glassformer.loadModel(name) });
  }, kModels);
  const others = kModels.filter((name) => name !== 'aab');
  // In full most are of the smallest model, the quickest; in the short form every model has a few of its own.
  const every = times(5, 2);
  const turns = [...others.flatMap((name) => [...Array<string>(every - 1).fill('aab'), name])];
  const prompts = Object.fromEntries(kModels.map((name) => [name, promptOf(name)]));
  const work = (from: number, count: number) =>
    page.evaluate(
      async ([first, many, order, texts]) => {
        type Model = Awaited<ReturnType<Package['loadModel']>>;
        const loaded = globalThis as unknown as Record<string, Model>;
        const ways = [{}, { do_sample: true, temperature: 2 }, { num_beams: 4 }];
        const done: Record<string, number> = {};
        for (let i = 0; i < many; ++i) {
          const name = order[i % order.length] ?? '';
          const nth = done[name] ?? 0;
          done[name] = nth + 1;
          const options = { ...ways[nth % 3], seed: first + i, max_new_tokens: 8 };
          const generation = loaded[name]?.generate(texts[name] ?? '', options);
          // Every fourth is closed half-way.
          if (nth % 4 === 3) {
            await generation?.step();
            await generation?.close();
          } else await generation?.result();
        }
        return done;
      },
      [from, count, turns, prompts] as const,
    );
  let done: Record<string, number> = {};
  await expectFlat(
    page,
    times(1000, 2 * turns.length),
    async (from, count) => {
      done = await work(from, count);
    },
    turns.length,
  );
  expect(Object.keys(done).sort()).toEqual([...kModels].sort());
});

for (const name of kModels)
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

test('a tab that is hidden, frozen and shown again while it writes', async ({ page }) => {
  await openShelf(page);
  const length = 10;
  await put(
    page,
    `<glass-model src="aab" text="aab"><glass-tokens></glass-tokens><glass-generate settings='{"max_new_tokens": ${length}}'></glass-generate></glass-model>`,
  );
  const generate = page.locator('glass-generate');
  const button = (name: string) => generate.getByRole('button', { name });
  const made = generate.locator('.made');
  await expect(button('Step')).toBeEnabled();
  const wanted = await page.evaluate(async (max_new_tokens) => {
    const model = await glassformer.loadModel('aab');
    const { text } = await model.generate('aab', { max_new_tokens }).result();
    await model.close();
    return text;
  }, length);
  const tab = await Background.of(page);
  await expectFlat(
    page,
    times(20, 1),
    async (_from, count) => {
      for (let i = 0; i < count; ++i) {
        await button('Run').click();
        await expect.poll(() => made.count()).toBeGreaterThan(0);
        await tab.hide();
        // Hidden, it goes on, though no frame is drawn.
        await generate.evaluate(async (element) => {
          for (let steps = 0; steps < 2; ++steps)
            await new Promise((done) =>
              element.addEventListener('glass-step', done, { once: true }),
            );
        });
        await expect(button('Pause')).toBeAttached();
        await tab.freeze();
        await tab.resume();
        await tab.show();
        await expect(made).toHaveCount(length);
        await expect(button('Pause')).toHaveCount(0);
        expect((await made.allTextContents()).join('')).toBe(wanted);
        await button('Reset').click();
        await expect(made).toHaveCount(0);
      }
    },
    1,
  );
});
