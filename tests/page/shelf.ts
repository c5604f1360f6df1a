/** A page of nothing but elements, straight from dist/: what an author of a post has, with a strict policy. */
import { openBlank } from './blank.ts';
import type { Page } from './fixture.ts';

const kPage = (language: string) =>
  `<!doctype html><html lang="${language}"><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"><link rel="icon" href="data:,"><title>Elements</title><main></main></html>`;

/** `globalThis.elements` is the module with all elements; text and ground have their colours. */
export async function openShelf(page: Page, language = 'en'): Promise<void> {
  await openBlank(page, { 'blank.html': kPage(language) });
  await page.evaluate(async () => {
    const path = './elements.js';
    const elements = (await import(new URL(path, document.baseURI).href)) as {
      palette: { styleSheet: CSSStyleSheet };
    };
    Object.assign(globalThis, { elements });
    const ground = new CSSStyleSheet();
    ground.replaceSync(
      'body { margin: 16px; background: var(--gf-paper); color: var(--gf-ink); font-family: var(--gf-font) }',
    );
    document.adoptedStyleSheets = [elements.palette.styleSheet, ground];
  });
}

/** Puts markup into the page, and sets properties (by id). */
export async function put(
  page: Page,
  markup: string,
  properties: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {},
): Promise<void> {
  await page.evaluate(
    ([html, all]) => {
      const main = document.querySelector('main') as HTMLElement;
      main.innerHTML = html;
      for (const [id, values] of Object.entries(all))
        Object.assign(document.getElementById(id) as HTMLElement, values);
    },
    [markup, properties] as const,
  );
}
