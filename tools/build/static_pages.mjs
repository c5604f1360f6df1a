// The page as HTML files, one for each language, that can be read before any script has come, and without one.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from '../lib/shell.mjs';
import { bandsOf } from './drawing_bands.mjs';
import { copyLinkPictures, headOf, kFirstLanguage, siteIn } from './page_head.mjs';
import { writePreview } from './preview.mjs';

const folder = join(root, 'build/static');

/**
 * Renders the story in every language with its own templates.
 * Writes the styles of what is drawn before the elements are defined, in the static page and in the live one, which index.html links.
 * @returns the documents, one for each language: those of the story, and those of the reference of the elements
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
  const placeholders = readFileSync(join(root, 'web/src/elements/placeholder.css'), 'utf8');
  writeFileSync(
    join(folder, 'first.css'),
    `${page.paletteStyles}\n@media (scripting: enabled) {${placeholders}${page.standInStyles(placeholders)}}`,
  );
  const story = [];
  const reference = [];
  const sources = referenceSources();
  for (const language of page.languages) {
    const path = page.folderOf(language);
    const up = path === './' ? './' : '../';
    const preview = await writePreview(page.openingOf(language));
    const data = `<script type="application/json" id="${page.kPreviewId}">${preview}</script>`;
    const drawings = drawingsIn(language, up);
    const written = await page.staticPage(language, up, JSON.parse(preview), drawings);
    const { model } = page.openingOf(language);
    story.push({ language, path, up, data, drawings, model, places: page.kSizePlaces, ...written });
    reference.push(await page.staticReference(language, sources));
  }
  return { story, reference };
}

/** Of the page's folder, where the pictures of figures are. Only readers without scripts fetch them. */
export const kDrawings = 'drawings/';

/**
 * The pictures of the figures, by what tests/page/drawings.spec.ts calls them; their addresses change with them. A
 * language that is new has those of the first one, until its own page has been built and drawn.
 */
function drawingsIn(language, up) {
  const of = (name) => join(root, 'web/page/drawings', name);
  const drawn = existsSync(of(language)) ? language : kFirstLanguage;
  const source = of(drawn);
  const drawings = readdirSync(source).map((name) => {
    const svg = readFileSync(join(source, name), 'utf8');
    const [, width, height, title, description] =
      /<svg [^>]*?width="(\d+)" height="(\d+)"[^>]*><title>([^<]*)<\/title><desc>([^<]*)/.exec(svg);
    const model =
      description.split('\n').find((line) => / (?:parameters|个参数)$/.test(line)) ?? '';
    const key = name.replace('.svg', '');
    const hash = createHash('sha256').update(svg).digest('hex').slice(0, 5);
    const file = (svg, end) => {
      const path = `${kDrawings}${drawn}/${key}-${hash}${end}.svg`;
      return { svg, path, address: up + path };
    };
    const bands = bandsOf(svg).map((band, i) => ({ ...band, ...file(band.svg, `of${i + 1}`) }));
    return [key, { ...file(svg, ''), title, width, height, bands, model }];
  });
  return new Map(drawings);
}

/** What the reference is made of. */
function referenceSources() {
  const text = (path) => readFileSync(join(root, path), 'utf8');
  const json = (path) => JSON.parse(text(path));
  return {
    manifest: json('dist/custom-elements.json'),
    generation: json('core/options/generation.json'),
    training: json('core/options/training.json'),
    documentation: text('docs/javascript.md'),
    errorTypes: text('web/src/shared/error-types.ts'),
  };
}

/**
 * Writes all documents from the one that Vite has made.
 * @param output Vite's, with the files that each document needs
 */
export function writeStaticPages(pageFolder, { story, reference }, output) {
  const template = readFileSync(join(pageFolder, 'index.html'), 'utf8');
  const site = siteIn(process.env);
  if (site !== null) copyLinkPictures(story, pageFolder);
  const write = (document, head, kind) => {
    const file = join(pageFolder, document.path, 'index.html');
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, fill(template, document, head, kind));
  };
  for (const document of story) {
    const script = textsFile(output, document.language);
    const { places, model } = document;
    const all = sizeOfFirst(output, script) + sizeOf(filesOfModel(model));
    // Of the weights alone, which are what the script then counts.
    const weights = sizeOf(filesOfModel(model).filter((file) => /^model\./.test(basename(file))));
    const body = document.body
      .replace(places.all, inMegabytes(all))
      .replace(places.model, inMegabytes(weights));
    write({ ...document, body }, headOf(document, { documents: story, script, site }), '');
    mkdirSync(join(pageFolder, kDrawings, document.language), { recursive: true });
    for (const drawing of document.drawings.values())
      for (const { path, svg } of [drawing, ...drawing.bands])
        writeFileSync(join(pageFolder, path), svg);
  }
  const { script, style } = referenceFiles(output);
  for (const document of reference) {
    const head = headOf(document, { documents: reference, script, site });
    const link = `<link rel="stylesheet" href="${document.up}${style}" />`;
    write(document, `${head}\n${link}`, ' data-page="reference"');
  }
}

/** Bytes of the scripts, the style and the module that the first view needs, as a host without compression sends them. */
function sizeOfFirst(output, texts) {
  const first = /^assets\/(?:index|worker|glassformer-relaxed)-[^/]*\.(?:js|css|wasm)$/;
  return output
    .filter(({ fileName }) => fileName === texts || first.test(fileName))
    .reduce((sum, { code, source }) => sum + Buffer.byteLength(code ?? source), 0);
}

function filesOfModel(name) {
  const folder = join(root, 'models', name);
  return readdirSync(folder)
    .filter((file) => /^(?:config|model|tokenizer|vocab|merges)\./.test(file))
    .map((file) => join(folder, file));
}

const sizeOf = (files) => files.reduce((sum, file) => sum + statSync(file).size, 0);

const inMegabytes = (bytes) => `${(bytes / 1e6).toFixed(1)}\u00a0MB`;

/** @param kind an attribute that tells the script which page it is in; '': the story */
function fill(template, document, head, kind) {
  const { language, up, tag, body, data } = document;
  const values = [
    ['<html>', `<html lang="${tag}" data-language="${language}" data-folder="${up}"${kind}>`],
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

/** The reference's script and style sheet, which the story does not fetch. */
function referenceFiles(output) {
  const chunk = output.find(({ facadeModuleId }) =>
    facadeModuleId?.endsWith('/reference/reference.ts'),
  );
  const [style] = chunk?.viteMetadata?.importedCss ?? [];
  if (style === undefined) throw new Error('the page has no script and style of the reference');
  return { script: chunk.fileName, style };
}
