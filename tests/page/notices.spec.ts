/** The licences of the code that the page holds are beside it. */
import { expect, open, test } from './fixture.ts';

for (const [chapter, name, book] of [
  ['sources', 'each by its author', '“Goat, Dog, and Cow” by Fabian Wakholi (CC-BY)'],
  ['translating', 'each book by its author', '0001 by Cornelius Gulere; dohliam;'],
] as const) {
  test(`those who wrote the picture books that a model learned from are named beside the page: ${chapter}`, async ({
    page,
  }) => {
    await open(page, `#at=${chapter}`);
    await page.getByRole('link', { name, exact: true }).click();
    await expect(page.locator('pre')).toContainText(book);
  });
}

for (const [language, name] of [
  ['en', 'licences of the third-party code in this page'],
  ['zh', '本页所含第三方代码的许可证'],
] as const) {
  test(`the page links the licences of the code inside it, and does not fetch them: ${language}`, async ({
    page,
  }) => {
    const requests: string[] = [];
    page.on('request', (request) => requests.push(request.url()));
    await open(page, `#lang=${language}`);
    const link = page.getByRole('contentinfo').getByRole('link', { name });
    await link.scrollIntoViewIfNeeded();
    expect(requests.filter((url) => url.endsWith('.txt'))).toEqual([]);
    await link.click();
    await expect(page).toHaveURL(/\/THIRD_PARTY_NOTICES\.txt$/);
    const text = (await page.locator('pre').textContent()) ?? '';
    // What the package holds, and what the page's own code uses.
    for (const project of ['nlohmann/json', 'xsimd', 'lit-html', 'comlink', '@preact/signals-core'])
      expect
        .soft(text.match(new RegExp(`^## ${project} .*\\n\\n[^]{20}`, 'gm')), project)
        .toHaveLength(1);
  });
}
