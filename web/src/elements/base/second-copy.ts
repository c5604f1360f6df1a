/** What a copy of the package says that is not the first on its page. It is fetched only there. */
import type { Copy } from './one-copy.ts';

/** A rule for a tag ends when the first copy defines it after all. No script of the tag is there to say it in its language. */
const rules = (tag: string): readonly string[] => [
  `${tag}:not(:defined)::before { content: 'This page has two copies of the glassformer package, and the first, which alone defines elements, does not define <${tag}>. Load one copy.'; color: var(--glass-bad, light-dark(#a3261f, #ff9d92)); }`,
  `${tag}:not(:defined):lang(zh)::before { content: '本页载入了两份 glassformer。元素只由第一份定义，而它没有定义 <${tag}>。请只载入一份。'; }`,
];

let sheet: CSSStyleSheet | null = null;

/** Leaves tags to the first copy: says so in the console, and in the place of each that the first does not define. */
export function leave(first: Copy, version: string, tags: readonly string[]): void {
  if (sheet === null) {
    console.warn(
      `glassformer: this page has two copies of the elements, ${first.version} and ${version}. The first alone defines tags. Load one copy.`,
    );
    sheet = new CSSStyleSheet();
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  }
  // It defines all of them, each when its file has come.
  if (first.watch !== undefined) return;
  for (const rule of tags.flatMap(rules)) sheet.insertRule(rule, sheet.cssRules.length);
}
