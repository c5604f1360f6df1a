/** A blank page beside dist/ that allows nothing but its own origin, with the package in it as `globalThis.glassformer`. */
import { readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import type { Page } from './fixture.ts';

const types: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.wasm': 'application/wasm',
};
const policy =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; worker-src 'self'; img-src data:";
const html =
  '<!doctype html><html lang="en"><link rel="icon" href="data:,"><title>Blank</title></html>';

/** `files`: texts in the place of the package's files of that name, or beside them. */
export async function openBlank(page: Page, files: Record<string, string> = {}): Promise<void> {
  files['blank.html'] ??= html;
  await page.route('**/package/**', async (route) => {
    const path = new URL(route.request().url()).pathname.split('/package/')[1]!;
    const body =
      files[path] ??
      (await readFile(new URL(`../../dist/${path}`, import.meta.url)).catch(() => null));
    if (body === null) return route.fulfill({ status: 404 });
    const headers = {
      'content-type': types[extname(path)] ?? '',
      'content-security-policy': policy,
    };
    return route.fulfill({ body, headers });
  });
  await page.goto('package/blank.html');
  await page.evaluate(async () => {
    const path = './index.js';
    Object.assign(globalThis, { glassformer: await import(new URL(path, document.baseURI).href) });
  });
}
