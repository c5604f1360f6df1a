/** All elements of the package as it is built, so that a new one is tested without being asked. */
import { readdirSync, readFileSync } from 'node:fs';

export const tags: readonly string[] = readdirSync(new URL('../../dist/elements/', import.meta.url))
  .map((name) => /^(glass-[a-z-]+)\.js$/.exec(name)?.[1] ?? '')
  .filter((tag) => tag !== '');

/** Markup with every one of them, and what they need to show something: the same that Firefox is shown. */
export const kEveryElement: string =
  /<main>([^]*)<\/main>/.exec(
    readFileSync(new URL('../firefox/shelf.html', import.meta.url), 'utf8'),
  )?.[1] ?? '';
