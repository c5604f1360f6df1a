/**
 * The typefaces of the pictures. They come with the tests, so that a picture is the same on every machine, whatever
 * fonts it has, and a letter that would be drawn in one of the machine's own is found.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Page } from './fixture.ts';

interface Face {
  readonly family: string;
  readonly descriptors: FontFaceDescriptors;
  readonly base64: string;
}

// The last one has the Greek letters.
const kFont =
  "'Noto Sans SC Variable', 'Noto Sans Math', 'Noto Sans Symbols', 'Noto Sans Mono Variable'";
const kMono = `'Noto Sans Mono Variable', ${kFont}`;
const kSheets = [
  '@fontsource-variable/noto-sans-sc/wght.css',
  '@fontsource-variable/noto-sans-mono/wght.css',
  '@fontsource/noto-sans-math/400.css',
  '@fontsource/noto-sans-symbols/symbols-400.css',
];

/** The faces of one of the packages' style sheets, with their files. */
function facesOf(sheet: string): Face[] {
  const path = createRequire(import.meta.url).resolve(sheet);
  const rules = readFileSync(path, 'utf8').match(/@font-face\s*\{[^}]*\}/g) ?? [];
  return rules.map((rule) => {
    const value = (name: string) => new RegExp(`${name}:\\s*([^;}]+)`).exec(rule)?.[1]?.trim();
    const file = /url\((\.\/files\/[^)]+\.woff2)\)/.exec(rule)?.[1] ?? '';
    const unicodeRange = value('unicode-range');
    return {
      family: value('font-family')?.replaceAll("'", '') ?? '',
      descriptors: { weight: value('font-weight') ?? '400', ...(unicodeRange && { unicodeRange }) },
      base64: readFileSync(join(dirname(path), file)).toString('base64'),
    };
  });
}

/** The sign for a blank: the file of Latin letters has it, its style sheet does not say so. */
function openBox(): Face {
  const path = createRequire(import.meta.url).resolve('@fontsource/noto-sans-math/400.css');
  const file = join(dirname(path), 'files/noto-sans-math-latin-400-normal.woff2');
  const base64 = readFileSync(file).toString('base64');
  return { family: 'Noto Sans Math', descriptors: { unicodeRange: 'U+2423' }, base64 };
}

/** From now on everything on the page is written in the tests' own typefaces. */
export async function bringFonts(page: Page): Promise<void> {
  await page.evaluate(
    async ({ faces, font, mono }) => {
      // Given as bytes: the page's policy allows no other origin's files, nor any in its own markup.
      const loaded = faces.map(({ family, descriptors, base64 }) => {
        const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
        return new FontFace(family, bytes, descriptors).load();
      });
      for (const face of await Promise.all(loaded)) document.fonts.add(face);
      const style = new CSSStyleSheet();
      style.replaceSync(
        `:root, body, glass-model {
           --glass-font: ${font}; --gf-font: ${font}; --glass-mono: ${mono}; --gf-mono: ${mono};
         }
         math { font-family: 'Noto Sans Math', ${font}; }`,
      );
      document.adoptedStyleSheets = [...document.adoptedStyleSheets, style];
    },
    { faces: [...kSheets.flatMap(facesOf), openBox()], font: kFont, mono: kMono },
  );
}

interface Node {
  readonly nodeId: number;
  readonly nodeType: number;
  readonly nodeName: string;
  readonly nodeValue: string;
  readonly children?: readonly Node[];
  readonly shadowRoots?: readonly Node[];
}

/** Texts that are written in a typeface of the machine's: "family: text". */
export async function foreignLetters(page: Page): Promise<string[]> {
  const client = await page.context().newCDPSession(page);
  await client.send('DOM.enable');
  await client.send('CSS.enable');
  const { root } = await client.send('DOM.getDocument', { depth: -1, pierce: true });
  const foreign = new Set<string>();
  const visit = async ({ nodeId, nodeType, children = [], shadowRoots = [] }: Node) => {
    const text = children.filter((child) => child.nodeType === 3 && child.nodeValue.trim() !== '');
    if (nodeType === 1 && text.length > 0) {
      const { fonts } = await client.send('CSS.getPlatformFontsForNode', { nodeId });
      for (const { familyName, isCustomFont } of fonts)
        if (!isCustomFont)
          foreign.add(`${familyName}: ${text.map(({ nodeValue }) => nodeValue).join(' … ')}`);
    }
    for (const child of [...shadowRoots, ...children]) await visit(child);
  };
  await visit(root as Node);
  await client.detach();
  return [...foreign];
}
