/** A blank page beside dist/ that allows nothing but its own origin, with the package in it as `globalThis.glassformer`. */
import { extname } from 'node:path';
import type { Page } from './fixture.ts';
import { policy } from './package.mjs';

const types: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript' };

/** Answers requests for these files of the package itself, with the texts that are there by then. */
async function put(page: Page, files: Readonly<Record<string, string>>): Promise<void> {
  const nameIn = (url: URL) => url.pathname.split('/package/')[1] ?? '';
  await page.route(
    (url) => files[nameIn(url)] !== undefined,
    (route) => {
      const name = nameIn(new URL(route.request().url()));
      const headers = {
        'content-type': types[extname(name)] ?? '',
        'content-security-policy': policy,
      };
      return route.fulfill({ body: files[name] ?? '', headers });
    },
  );
}

/** Pages that are as `openBlank` leaves them (`kept.ts`). */
export const standing = new WeakSet<Page>();

/** `files`: texts in the place of the package's files of that name, or beside them. */
export async function openBlank(
  page: Page,
  files: Readonly<Record<string, string>> = {},
): Promise<void> {
  const isStanding = standing.delete(page) && Object.keys(files).length === 0;
  if (isStanding) return;
  // Where one request is answered here, the browser asks before each of them, so this is left to those that need it.
  if (Object.keys(files).length > 0) await put(page, files);
  await page.goto('package/blank.html');
  await page.evaluate(async () => {
    const path = './index.js';
    Object.assign(globalThis, { glassformer: await import(new URL(path, document.baseURI).href) });
  });
}
