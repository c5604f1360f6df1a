/** Every example of docs/elements.md, opened as an author of a post would. */
import { readdirSync, readFileSync } from 'node:fs';
import { openBlank } from './blank.ts';
import { expect, type Page, test } from './kept.ts';
import { openShelf, put } from './shelf.ts';

const document_ = readFileSync(new URL('../../docs/elements.md', import.meta.url), 'utf8');
const examples = (language: string): string[] =>
  [...document_.matchAll(new RegExp(`^\`\`\`${language}\\n([^]*?)^\`\`\``, 'gm'))].map(
    ([, text]) => text as string,
  );

const markups = examples('html').filter((example) => example.includes('<glass-'));
/** An example's script stands below it, and is called there as the example calls it. The package lies beside the page. */
const scripts = Object.fromEntries(
  [...document_.matchAll(/src="([\w-]+\.js)"><\/script>\n```\n\n```js\n([^]*?)^```/gm)].map(
    ([, name = '', text = '']) => [name, text.replaceAll('./glassformer/', './')],
  ),
);

/** Nothing is to be seen of these before the reader did something. */
const kQuiet = new Set(['glass-changes', 'glass-generate']);
/** Opened as a whole document, whose tags stand there before they are defined. */
const kWhole = '<glass-model src="stories" text="Once upon a time" lazy>';
/** Letters of JSON that say more than an element's name. */
const kSomething = 60;

async function openPost(page: Page, body: string): Promise<void> {
  const head =
    '<!doctype html><html lang="en"><meta charset="utf-8"><title>Post</title><link rel="icon" href="data:,"><script type="module" src="elements.js"></script>';
  await openBlank(page, { 'blank.html': `${head}<main>${body}</main></html>`, ...scripts });
}

test('the page of the elements has its examples', () => {
  expect(markups.length).toBeGreaterThan(10);
  expect(Object.keys(scripts)).toEqual(['mine.js', 'tree.js']);
  expect(markups.filter((markup) => markup.startsWith(kWhole))).toHaveLength(1);
  // Every element has one.
  const tags = readdirSync(new URL('../../web/src/elements/', import.meta.url));
  const shown = markups.join('\n');
  expect(tags.filter((tag) => tag.startsWith('glass-') && !shown.includes(`<${tag}`))).toEqual([]);
});

markups.forEach((markup, i) => {
  test(`example ${i + 1} shows its figures: ${markup.match(/<glass-(?!model)[\w-]+/)?.[0]}>`, async ({
    page,
  }) => {
    // A script needs a document of its own; all others are put where the elements are defined already.
    if (markup.startsWith(kWhole) || markup.includes('<script')) await openPost(page, markup);
    else {
      await openShelf(page);
      await put(page, markup);
    }
    const figures = page.locator(
      'main > glass-model > :not(slot, p, .ink), main > :not(glass-model, script)',
    );
    const count = await figures.count();
    expect(count).toBeGreaterThan(0);
    for (let at = 0; at < count; ++at) {
      const figure = figures.nth(at);
      const name = await figure.evaluate(({ localName }) => localName);
      if (kQuiet.has(name)) continue;
      await figure.scrollIntoViewIfNeeded();
      // Ready: neither empty nor loading nor failed.
      await expect
        .poll(() => figure.evaluate((element) => JSON.stringify(element).length), {
          intervals: [50, 100, 200],
        })
        .toBeGreaterThan(kSomething);
      await expect(figure.locator('[part~=message]')).toHaveCount(0);
    }
  });
});

test('a page may teach its elements a language, and they speak it at once', async ({ page }) => {
  await openPost(
    page,
    '<glass-matrix lang="qaa"></glass-matrix><glass-matrix lang="zh"></glass-matrix>',
  );
  const [own, chinese] = [
    page.locator('glass-matrix').first(),
    page.locator('glass-matrix').last(),
  ];
  await expect(own).toHaveText('No numbers: give values="[[…]]" or hook="…".');
  await expect(chinese).toHaveText('没有数：请加上 values="[[…]]" 或 hook="…"。');
  const problem = await page.evaluate(async () => {
    const path = './elements.js';
    const { registerLanguage } = (await import(new URL(path, document.baseURI).href)) as {
      registerLanguage(tag: string, words: object): void;
    };
    try {
      registerLanguage('qaa', { empty: 'Nulla.' });
    } catch (error) {
      return String(error);
    }
  });
  // In whatever order the subjects have come.
  expect(problem).toMatch(/the words for "qaa" lack: (.*, )?language, loading, /);
});
