/** Resolves the argument of `loadModel`: a shipped model's name, the URL of a folder, or files in memory. */
import type { EngineFiles, EngineSource } from '../shared/engine.ts';
import { GlassformerError } from '../shared/error.ts';
import { folderAt } from '../shared/files.ts';
import type { ModelFiles, ModelSource, TokenizerFiles } from '../shared/model-types.ts';
import { printable } from '../shared/printable.ts';
import { locateAssets } from './assets.ts';
import { bytes, checkFields, either, liveObject, object, text, type Rules } from './check.ts';
import { toConfigText } from './config-text.ts';
import { page } from './page.ts';
import { shown } from './shown.ts';

const tokenizerRules: Rules<TokenizerFiles> = {
  tokenizerJson: text,
  vocabJson: text,
  mergesTxt: text,
  vocabTxt: text,
};
const fileRules: Rules<ModelFiles> = {
  config: { ...either(text, liveObject), isLive: true },
  weights: bytes,
  source: object,
  goldenJson: text,
  ...tokenizerRules,
};

/** A name has neither slash nor colon; anything else is a URL. */
export const isName = (source: string) => /^[\w.-]*\w[\w.-]*$/.test(source);

async function shipped(name: string): Promise<EngineSource> {
  const { models, model } = await locateAssets();
  if (models.includes(name)) return model(name);
  throw new GlassformerError(
    'InvalidArgument',
    `there is no shipped model '${printable(name)}', only ${models.map((each) => `'${each}'`).join(', ')}; a folder of yours is meant by its address, as './${printable(name)}/'`,
    { details: { kind: 'noModel', source: name, known: models } },
  );
}

/** Characters of an address: servers take no longer ones, and every message names it. */
const kMaxAddress = 8192;

/** The folder at an address that can be asked for, and be shown in a message. */
function toFolder(source: string): URL {
  const refuse = (why: string) =>
    new GlassformerError('InvalidArgument', why, { details: { kind: 'noModel', source } });
  if (source.length > kMaxAddress)
    throw refuse(
      `the model's address has ${source.length} characters, expected at most ${kMaxAddress}`,
    );
  const folder = folderOf(source);
  if (folder === undefined)
    throw refuse(`not a model's name or the URL of its folder: ${shown(source)}`);
  if (folder.username !== '' || folder.password !== '')
    throw refuse(
      `the model's address at ${printable(folder.host)} holds a user's name or a password, which cannot be sent with it; expected an address without them`,
    );
  return folder;
}

/** Relative addresses are relative to the page; in Node they are paths, seen from the working folder. */
function folderOf(source: string): URL | undefined {
  try {
    const url = page ? undefined : pathsOfNode();
    if (!url || isAddress(source)) return folderAt(source, page?.baseURI ?? here());
    // No file system has a name with a zero byte; as a URL it would be another folder.
    return source.includes('\0') ? undefined : folderAt(url.pathToFileURL(source));
  } catch {
    return undefined;
  }
}

const isAddress = (source: string) => /^[a-z][a-z\d+.-]+:/i.test(source);

/** Node's conversion of paths to URLs, without an import that a bundler would follow; undefined in a browser. */
function pathsOfNode(): { pathToFileURL(path: string): URL } | undefined {
  type Node = {
    process?: { getBuiltinModule?(name: 'node:url'): { pathToFileURL(path: string): URL } };
  };
  return (globalThis as Node).process?.getBuiltinModule?.('node:url');
}

/** Where a worker of yours is. */
const here = () => (globalThis as { location?: { href: string } }).location?.href;

/**
 * The source as the engine takes it: a shipped model's files, the absolute URL of a folder, or the files. `options` are the
 * names that loadModel takes beside it.
 */
export async function resolveSource(
  source: ModelSource,
  options: readonly string[] = [],
): Promise<EngineSource> {
  if (typeof source === 'string') return isName(source) ? shipped(source) : toFolder(source).href;
  if (isUrl(source)) return toFolder(source.href).href;
  return filesOf(source, options);
}

/** A proxy of one throws where its address is asked for. */
function isUrl(source: ModelSource): source is URL {
  try {
    return source instanceof URL && typeof source.href === 'string';
  } catch {
    return false;
  }
}

function filesOf(given: ModelFiles, options: readonly string[]): EngineFiles {
  const { config, source, ...files } = checkFields(
    'loadModel: files',
    given,
    fileRules,
    ['config', 'weights'],
    { fields: options, place: "loadModel's second argument" },
  );
  return {
    ...files,
    config: typeof config === 'string' ? config : toConfigText('loadModel: config', config),
    ...(source && { source: checkFields('loadModel: source', source, tokenizerRules) }),
  };
}
