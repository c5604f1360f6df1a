// The page as HTML files, one for each language, that can be read before any script has come, and without one.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from '../lib/shell.mjs';
import { copyLinkPictures, headOf, siteIn } from './page_head.mjs';
import { writePreview } from './preview.mjs';

const folder = join(root, 'build/static');

/**
 * Renders the story in every language with its own templates.
 * Writes the styles of what is drawn before the elements are defined, in the static page and in the live one, which index.html links.
 * @returns a document for each language
 */
export async function renderStaticPages() {
  const { build } = await import('vite');
  await build({
    logLevel: 'error', // one file, which needs no hints on its chunks
    build: {
      ssr: 'static/static-page.ts',
      outDir: folder,
      emptyOutDir: true,
      minify: false,
      rollupOptions: { output: { entryFileNames: 'static-page.mjs', inlineDynamicImports: true } },
    },
  });
  const built = join(folder, 'static-page.mjs');
  // Another address each time: Node keeps a module that it has loaded.
  const page = await import(`${pathToFileURL(built).href}?${Date.now()}`);
  const placeholders = readFileSync(join(root, 'dist/placeholder.css'), 'utf8');
  writeFileSync(
    join(folder, 'first.css'),
    `${page.paletteStyles}\n@media (scripting: enabled) {${placeholders}${page.standInStyles(placeholders)}}`,
  );
  const documents = [];
  for (const language of page.languages) {
    const path = page.folderOf(language);
    const up = path === './' ? './' : '../';
    const preview = await writePreview(page.openingOf(language));
    const data = `<script type="application/json" id="${page.kPreviewId}">${preview}</script>`;
    const written = await page.staticPage(language, up, JSON.parse(preview));
    documents.push({ language, path, up, data, ...written });
  }
  return documents;
}

/**
 * Writes a document for each language from the one that Vite has made.
 * @param output Vite's, with the file of each language's texts
 */
export function writeStaticPages(pageFolder, documents, output) {
  const template = readFileSync(join(pageFolder, 'index.html'), 'utf8');
  const site = siteIn(process.env);
  if (site !== null) copyLinkPictures(documents, pageFolder);
  for (const document of documents) {
    const file = join(pageFolder, document.path, 'index.html');
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(
      file,
      fill(
        template,
        document,
        headOf(document, { documents, texts: textsFile(output, document.language), site }),
      ),
    );
  }
}

function fill(template, document, head) {
  const { language, up, tag, body, data } = document;
  const values = [
    ['<html>', `<html lang="${tag}" data-language="${language}" data-folder="${up}">`],
    ['<!--head-->', head],
    ['<!--page-->', body],
    ['<!--preview-->', data],
  ];
  let text = template.replaceAll('="./', `="${up}`).replace(/<!-- [^]*?-->|\s*\n\s*/g, '\n');
  for (const [place, value] of values) {
    if (text.split(place).length !== 2) throw new Error(`index.html must have one ${place}`);
    text = text.replace(place, () => value);
  }
  return text;
}

function textsFile(output, language) {
  const chunk = output.find(({ facadeModuleId }) =>
    facadeModuleId?.endsWith(`/i18n/languages/${language}.ts`),
  );
  if (chunk === undefined) throw new Error(`the page has no file with the texts in ${language}`);
  return chunk.fileName;
}
