/** All elements of the package as it is built, so that a new one is tested without being asked. */
import { readdirSync, readFileSync } from 'node:fs';
import { expect, type Page } from './fixture.ts';
import { settled } from './settled.ts';
import { openShelf, put } from './shelf.ts';

export const tags: readonly string[] = readdirSync(new URL('../../dist/elements/', import.meta.url))
  .map((name) => /^(glass-[a-z-]+)\.js$/.exec(name)?.[1] ?? '')
  .filter((tag) => tag !== '');

/**
 * Markup of every element but those of `without`, so that a new one is there without being asked.
 *
 * @param otherwise of tags that do not stand there once and without attributes
 */
export function markupOfAll(
  without: readonly string[],
  otherwise: Readonly<Record<string, string>> = {},
): string {
  return tags
    .filter((tag) => !without.includes(tag))
    .map((tag) => otherwise[tag] ?? `<${tag}></${tag}>`)
    .join('');
}

/** Markup with every one of them: the same that Firefox is shown. */
const kEveryElement =
  /<main>([^]*)<\/main>/.exec(
    readFileSync(new URL('../firefox/shelf.html', import.meta.url), 'utf8'),
  )?.[1] ?? '';

/** Numbers that have no model. */
export const kByHand = {
  x: [1, 0, 1, 0, 0, 2, 0, 2, 1, 1, 1, 1],
  w_query: [1, 0, 1, 1, 0, 0, 0, 0, 1, 0, 1, 1],
  w_key: [0, 0, 1, 1, 1, 0, 0, 1, 0, 1, 1, 0],
  w_value: [0, 2, 0, 0, 3, 0, 1, 0, 3, 1, 1, 0],
};

/** Gives `<glass-by-hand>` its numbers, and further options. */
export function giveNumbers(page: Page, further: { scaled?: boolean } = {}): Promise<void> {
  return page.evaluate(
    ([numbers, others]) => {
      const array = (data: number[], rows: number) => ({
        shape: [rows, data.length / rows],
        data: Float32Array.from(data),
      });
      const options = {
        x: array(numbers.x, 3),
        w_query: array(numbers.w_query, 4),
        w_key: array(numbers.w_key, 4),
        w_value: array(numbers.w_value, 4),
        ...others,
      };
      Object.assign(document.querySelector('glass-by-hand') as HTMLElement, { options });
    },
    [kByHand, further] as const,
  );
}

/** Gives `<glass-beam-tree>` three steps of a search. */
export function giveSteps(page: Page): Promise<void> {
  return page.evaluate(async () => {
    interface Generation {
      step(): Promise<unknown>;
    }
    const { model } = document.querySelector('glass-model') as unknown as {
      model: { generate(text: string, options: object): Generation };
    };
    const search = model.generate('Once upon a time', { max_new_tokens: 4, num_beams: 3 });
    const steps = [await search.step(), await search.step(), await search.step()];
    const tree = document.querySelector('glass-beam-tree') as HTMLElement;
    Object.assign(tree, { steps, forceable: true });
  });
}

/** Every element on one page with all that it can show: a head is switched off, and the proof is finished. */
export async function openEverything(page: Page): Promise<void> {
  await openShelf(page);
  await put(page, kEveryElement);
  const shown = await page.evaluate(() =>
    [...document.querySelectorAll('main *')].map(({ localName }) => localName),
  );
  expect(tags.filter((tag) => !shown.includes(tag))).toEqual([]);
  await giveNumbers(page);
  // It begins to learn when the reader comes near.
  await page.locator('glass-train').scrollIntoViewIfNeeded();
  for (const sign of [
    'glass-tokens button',
    'glass-embeddings canvas',
    'glass-save glass-attention .cell',
    'glass-attention-steps td',
    'glass-block td',
    'glass-feed-forward .pushes li',
    'glass-norm dd',
    'glass-join dd',
    'glass-logits dd',
    'glass-surprise .token',
    'glass-patch glass-next-token button',
    'glass-attribution tfoot td',
    'glass-ablation td button',
    'glass-circuit glass-matrix .cell',
    'glass-circuit [part=raised] li',
    'main > glass-model > glass-next-token button',
    'glass-generate glass-next-token button',
    'glass-map svg',
    'glass-positions .strip canvas',
    'glass-variance svg',
    'glass-padding .cell',
    'glass-train svg',
    'glass-train .cell',
    'glass-by-hand .cell',
  ])
    await expect(page.locator(sign).first(), sign).toBeAttached();
  await expect(page.locator('glass-translate glass-attention svg path')).not.toHaveCount(0);
  await giveSteps(page);
  await expect(page.locator('main > glass-beam-tree .node').nth(5)).toBeAttached();
  await page.locator('main > glass-model > glass-heads .strength button').click();
  await expect(page.locator('glass-changes [part=changes] button').first()).toBeVisible();
  await page.locator('glass-proof [part=check]').click();
  await expect(page.locator('glass-proof [part=tensors] td').first()).toBeVisible();
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
}

/** Every figure says what it shows in this language from now on: to open everything once more takes longest. */
export async function speak(page: Page, language: 'en' | 'zh-CN'): Promise<void> {
  await page.evaluate((lang) => {
    document.documentElement.lang = lang;
  }, language);
  // Its words are fetched; a caption is its author’s.
  const titles = () =>
    page.evaluate(() =>
      [...document.querySelectorAll<HTMLElement & { figureTitle: string }>('main *')]
        .filter(({ localName }) => /^glass-(?!model|changes)/.test(localName))
        .filter((figure) => !figure.hasAttribute('caption'))
        .map(({ localName, figureTitle }) => `${localName}: ${figureTitle}`),
    );
  const isChinese = (title: string) => /\p{Script=Han}/u.test(title);
  const others = async () =>
    (await titles()).filter((title) => isChinese(title) !== (language === 'zh-CN'));
  await expect.poll(others).toEqual([]);
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
  await settled(page);
}
