/** Examples that an author copies into a post come out of Markdown as they went in. */
import { readFileSync } from 'node:fs';
import { HtmlRenderer, Parser } from 'commonmark';
import MarkdownIt from 'markdown-it';
import { marked } from 'marked';
import { expect, test } from './fixture.ts';

const kRenderers: Readonly<Record<string, (markdown: string) => string>> = {
  commonmark: (markdown) => new HtmlRenderer().render(new Parser().parse(markdown)),
  'markdown-it': (markdown) => new MarkdownIt({ html: true }).render(markdown),
  marked: (markdown) => marked.parse(markdown, { async: false }),
};

const examples = ['docs/elements.md', 'README.md'].flatMap((file) =>
  [
    ...readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8').matchAll(
      /^```html\n([^]*?)^```/gm,
    ),
  ].map(([, example]) => example as string),
);

for (const [name, rendered] of Object.entries(kRenderers))
  test(`${name} leaves every example of the documents as it is`, async ({ page }) => {
    expect(examples.length).toBeGreaterThan(15);
    const pairs = examples.map((example) => [
      `<p>Some prose.</p>${example}<p>More prose.</p>`,
      rendered(`Some prose.\n\n${example}\nMore prose.\n`),
    ]);
    const found = await page.evaluate(
      (all) =>
        all.map((pair) =>
          pair.map((html) => {
            const { body } = new DOMParser().parseFromString(html, 'text/html');
            // A line that is one tag may come to stand in a paragraph, where it shows the same.
            for (const paragraph of body.querySelectorAll('p'))
              if (paragraph.firstElementChild !== null)
                paragraph.replaceWith(...paragraph.childNodes);
            return body.innerHTML.replace(/\s+/g, ' ').replaceAll('> <', '><').trim();
          }),
        ),
      pairs,
    );
    for (const [raw, seen] of found) expect(seen).toBe(raw);
  });
