/** A figure as an SVG file, read as strictly as a file on its own is. */
import type { Locator, Page } from './fixture.ts';

interface Exporting extends HTMLElement {
  toSVG(): Promise<string>;
}

export const svgOf = (figure: Locator) =>
  figure.evaluate((element) => (element as Exporting).toSVG());

/** Parsed as strictly as a file on its own is. */
export function parse(page: Page, svg: string) {
  return page.evaluate((source) => {
    const file = new DOMParser().parseFromString(source, 'image/svg+xml');
    const root = file.documentElement;
    const words = (text: string | null) => (text ?? '').replace(/\s+/g, ' ').trim();
    return {
      error: file.querySelector('parsererror')?.textContent ?? '',
      size: ['width', 'height', 'viewBox'].map((name) => root.getAttribute(name)),
      title: words(root.querySelector('title')?.textContent ?? ''),
      description: root.querySelector('desc')?.textContent ?? '',
      texts: [...root.querySelectorAll('text')].map(({ textContent }) => words(textContent)),
      tags: [...new Set([...root.querySelectorAll('*')].map(({ localName }) => localName))],
      references: [...root.querySelectorAll('*')]
        .flatMap((element) => [...element.attributes])
        .filter(({ name, value }) => /href$/.test(name) || /url\(/.test(value))
        .map(({ value }) => value),
    };
  }, svg);
}
