// The pictures that previews of links to the page show, one for each language: its first view as it is built, 1200 × 630 pixels;
// and the README's, as it opens on a desk. To be run after `npm run build`; writes web/page/link-<language>.png and docs/first-view.png.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { kLinkPicture, linkPicture } from './build/page_head.mjs';
import { installedBrowser } from './lib/browser.mjs';
import { root } from './lib/shell.mjs';
import { serve } from './lib/static_server.mjs';

/** One typeface for both languages, and nothing that only a reader needs. */
const kStyles = `
  :root { --glass-font: 'Noto Sans', 'Noto Sans SC', 'Noto Sans CJK SC', sans-serif; }
  body { zoom: 0.95; }
  .top h1 { font-size: 1.75rem; }
  .top p { font-size: 1.25rem; }
  .switches, .examples, .honest, .note, .contents { display: none; }
  .first glass-save::part(model), .first glass-save::part(button) { visibility: hidden; }
`;

const { address, close } = await serve(join(root, 'build/page'));
const browser = await chromium.launch({
  executablePath: installedBrowser() ?? 'chromium',
  args: ['--no-sandbox', '--disable-gpu'],
});
async function picture({ language, viewport, styles = '', path }) {
  const page = await browser.newPage({ viewport, bypassCSP: true });
  await page.goto(`${address}#lang=${language}`);
  if (styles !== '') await page.addStyleTag({ content: styles });
  await page.locator('.first glass-next-token button').first().waitFor();
  // The numbers are those of the model here, not those that the build has written.
  for (const early of ['.early', '.first [aria-busy=true]'])
    await page.locator(early).waitFor({ state: 'detached' });
  await page.screenshot({ path: join(root, path) });
  await page.close();
}

try {
  const languages = readdirSync(join(root, 'web/page/i18n/languages'))
    .filter((name) => name.endsWith('.ts'))
    .map((name) => name.replace('.ts', ''));
  for (const language of languages)
    await picture({
      language,
      viewport: kLinkPicture,
      styles: kStyles,
      path: join('web/page', linkPicture(language)),
    });
  await picture({
    language: 'en',
    viewport: { width: 1440, height: 900 },
    path: 'docs/first-view.png',
  });
} finally {
  await browser.close();
  await close();
}
