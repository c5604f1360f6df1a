/**
 * A live figure as one file: an HTML page that holds the engine, the elements, its models and its text, and asks for
 * nothing else. It works from a disk, in a mail and in a frame without an origin.
 */
import { toBase64 } from '../shared/base64.ts';
import { escape } from '../shared/escape.ts';
import { parseJson } from '../shared/files.ts';
import { missingAsset } from '../shared/missing-asset.ts';
import { openFile, readBytes } from '../shared/incoming-files.ts';
import type { ModelSource } from '../shared/model-types.ts';
import { listedFiles, sourcePrefix, tokenizerNames } from '../shared/tokenizer-files.ts';
import { configName, goldenName, openFolder, weightsName } from '../worker/folder.ts';
import { type Asset, locateAssets } from './assets.ts';
import { resolveSource } from './source.ts';

/**
 * What the page may do: run its one script, and nothing else. What its figures' markup holds (a `javascript:` address, a
 * handler, a script in a template) never runs, because no markup knows the nonce. Its worker is started from a `blob:`,
 * and is bound by the same policy.
 */
const policyWith = (nonce: string) =>
  `default-src 'none'; script-src 'nonce-${nonce}' 'wasm-unsafe-eval'; style-src 'unsafe-inline'; worker-src blob:; img-src data:; form-action 'none'`;

/** No `crypto.subtle`: a page that is not served safely has none. */
const newNonce = () => toBase64(crypto.getRandomValues(new Uint8Array(16)));

const kStyle =
  'body{margin:0 auto;max-width:60rem;padding:1rem;font:1rem/1.5 system-ui,sans-serif}img{max-width:100%;height:auto}';

/** What a page is made of. */
export interface OneFile {
  /** The language of its words, as a tag. */
  readonly lang: string;
  readonly title: string;
  /** The figure as HTML, in which the models have their names of `models`. */
  readonly body: string;
  /** What is said where no script may run. */
  readonly note: string;
  /** CSS: how its figures stand. */
  readonly style: string;
  /** What the page's script sets before the figures begin: any JSON. */
  readonly state: unknown;
  readonly models: readonly ModelInFile[];
}

export interface ModelInFile {
  /** What `loadModel` takes. */
  readonly source: ModelSource;
  /** What it is called in the page: see `modelNames`. */
  readonly name: string;
  /** Whether it is an encoder–decoder, which may have two tokenizers. */
  readonly isEncoderDecoder: boolean;
}

/** A page, and what it is made of, in bytes of the file. */
export interface WrittenFile {
  readonly html: string;
  readonly bytes: Readonly<Record<'elements' | 'engine' | 'models' | 'whole', number>>;
}

/** A name for each source of a model: its own, or that of its folder; no two have the same. */
export function modelNames(sources: Iterable<string>): Map<string, string> {
  const names = new Map<string, string>();
  for (const source of sources) {
    if (names.has(source)) continue;
    const [last = ''] = source.replace(/[?#].*$/, '').match(/[^/\\]+(?=[/\\]*$)/) ?? [];
    const plain = last.replace(/[^\w-]+/g, '-').replace(/^-+|-+$/g, '') || 'model';
    const taken = new Set(names.values());
    let name = plain;
    for (let count = 2; taken.has(name); ++count) name = `${plain}-${count}`;
    names.set(source, name);
  }
  return names;
}

/** @throws GlassformerError where a file of the package or of a model cannot be read. */
export async function writeOneFile(page: OneFile): Promise<WrittenFile> {
  const assets = await locateAssets();
  const bytesOf = async (path: Asset) => {
    const url = assets.at(path);
    const file = await openFile(url);
    if (!file) throw missingAsset(url);
    return readBytes(file);
  };
  const hasTag = (tag: string) => page.body.includes(`<${tag}`);
  // The module that trains can do all that the other can, but both are looked for by their names.
  const engine: Asset[] = ['worker.js', 'glassformer.wasm'];
  if (hasTag('glass-train')) engine.push('glassformer-training.wasm');

  const script = new TextDecoder().decode(await bytesOf('one-file.js'));
  const engineBlocks: string[] = [];
  for (const path of engine) engineBlocks.push(block(path, await bytesOf(path)));
  const modelBlocks: string[] = [];
  for (const model of page.models)
    for (const [file, bytes] of await modelFiles(model, hasTag('glass-proof')))
      modelBlocks.push(block(`models/${model.name}/${file}`, bytes));

  const nonce = newNonce();
  const html = `<!doctype html>
<html lang="${escape(page.lang)}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policyWith(nonce)}">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="data:,">
<title>${escape(page.title)}</title>
<style>${kStyle}
${page.style}</style>
</head>
<body>
<main>${page.body}</main>
<noscript><p>${escape(page.title)}</p><p>${escape(page.note)}</p></noscript>
${[...engineBlocks, ...modelBlocks].join('\n')}
<script type="application/json" data-state>${JSON.stringify(page.state).replaceAll('<', '\\u003c')}</script>
<script nonce="${nonce}">${inScript(script)}</script>
</body>
</html>
`;
  const sizeOf = (parts: readonly string[]) => parts.reduce((sum, part) => sum + part.length, 0);
  return {
    html,
    bytes: {
      elements: script.length,
      engine: sizeOf(engineBlocks),
      models: sizeOf(modelBlocks),
      whole: new TextEncoder().encode(html).length,
    },
  };
}

/** What loading a model reads, by the files' names. */
async function modelFiles(
  { source, isEncoderDecoder }: ModelInFile,
  withGolden: boolean,
): Promise<Map<string, Uint8Array<ArrayBuffer>>> {
  const folder = openFolder(await resolveSource(source), new AbortController().signal);
  const texts = new Map<string, string>();
  const config = await folder.config();
  texts.set(configName, config);
  const listed = listedFiles(parseJson(config) as Record<string, unknown>, folder.name);
  for (const side of isEncoderDecoder ? (['target', 'source'] as const) : (['target'] as const)) {
    const files = await folder.tokenizer(side, listed);
    for (const [kind, plain] of Object.entries(tokenizerNames)) {
      const name = (side === 'source' ? sourcePrefix : '') + plain;
      const text = files[kind as keyof typeof tokenizerNames];
      if (text !== '' || listed?.includes(name)) texts.set(name, text);
    }
  }
  const golden = withGolden ? await folder.golden() : '';
  if (golden !== '') texts.set(goldenName, golden);
  const encoder = new TextEncoder();
  const files = new Map([...texts].map(([name, text]) => [name, encoder.encode(text)]));
  return files.set(weightsName, await readBytes(await folder.weights()));
}

/** A file in the page, as `elements/one-file/` takes it out again. */
const block = (path: string, bytes: Uint8Array) =>
  `<script type="text/plain" data-path="${escape(path)}">${toBase64(bytes)}</script>`;

/** Code in a script element: none of its strings may begin a comment or another script, or end this one. */
const inScript = (code: string) => code.replace(/<(?=!--|\/?script)/gi, '\\x3C');
