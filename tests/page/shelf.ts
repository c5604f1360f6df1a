/** A page of nothing but elements, straight from dist/: what an author of a post has, with a strict policy. */
import { openBlank } from './blank.ts';
import type { Page } from './fixture.ts';

/** `globalThis.elements` is the module with all elements; text and ground have their colours. */
export async function openShelf(page: Page, language = 'en'): Promise<void> {
  await openBlank(page);
  await page.evaluate(async (lang) => {
    document.documentElement.lang = lang;
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
  }, language);
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
