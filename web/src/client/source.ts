/** Which model is meant: a shipped one by its name, a folder by its URL, or files at hand. */
import { GlassformerError } from '../shared/error.ts';
import type { ModelFiles, ModelSource, TokenizerFiles } from '../shared/types.ts';
import { checkFields, either, object, text, type Rule, type Rules } from './check.ts';

const bytes: Rule = {
  expected: 'an ArrayBuffer, a Uint8Array or a Blob',
  holds: (value) =>
    value instanceof ArrayBuffer || value instanceof Uint8Array || value instanceof Blob,
};
const tokenizerRules: Rules<TokenizerFiles> = {
  tokenizerJson: text,
  vocabJson: text,
  mergesTxt: text,
  vocabTxt: text,
};
const fileRules: Rules<ModelFiles> = {
  config: either(text, object),
  weights: bytes,
  source: object,
  goldenJson: text,
  ...tokenizerRules,
};

/** The package's own folder; the shipped models lie beside this file. */
const here = import.meta.url;

/** Names have neither slash nor colon: those are URLs, relative ones seen from the page (in Node, from the working folder). */
function toFolder(source: string): URL {
  if (/^[\w.-]*\w[\w.-]*$/.test(source)) return new URL(`models/${source}/`, here);
  const base = typeof document === 'object' ? document.baseURI : workingFolder();
  let url: URL;
  try {
    url = new URL(source, base);
  } catch {
    throw new GlassformerError('InvalidArgument', `not a model's name or URL: ${source}`, {
      details: { kind: 'noModel', source: String(source) },
    });
  }
  if (!url.pathname.endsWith('/')) url.pathname += '/';
  return url;
}

function workingFolder(): string | undefined {
  const { process, location } = globalThis as {
    process?: { cwd?(): string };
    location?: { href: string };
  };
  const folder = process?.cwd?.();
  return folder ? new URL(`${folder}/`, 'file:').href : location?.href;
}

/** The source as it crosses to the engine: the absolute URL of a folder, or the files. */
export function resolveSource(source: ModelSource): string | ModelFiles {
  if (typeof source === 'string') return toFolder(source).href;
  if (source instanceof URL) return toFolder(source.href).href;
  checkFields('loadModel: files', source, fileRules, ['config', 'weights']);
  if (source.source) checkFields('loadModel: source', source.source, tokenizerRules);
  return source;
}
