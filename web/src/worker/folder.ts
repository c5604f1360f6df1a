/** A model's folder: what it is called there, and what it holds. */
import type { EngineFiles, EngineSource, ShippedModel } from '../shared/engine.ts';
import { GlassformerError } from '../shared/error.ts';
import { isHtmlText, kMaxConfigBytes } from '../shared/files.ts';
import { missingAsset } from '../shared/missing-asset.ts';
import type { TokenizerFiles } from '../shared/model-types.ts';
import { printable } from '../shared/printable.ts';
import { takeTokenizer } from '../shared/tokenizer-files.ts';
import {
  type IncomingFile,
  namesIn,
  openFile,
  openInMemory,
  readText,
  tooLong,
} from '../shared/incoming-files.ts';

export interface ModelFolder {
  /** For messages. */
  readonly name: string;
  config(): Promise<string>;
  /** The target's tokenizer, or the source's. `listed`: the only files there are, where the config names them. */
  tokenizer(
    side: 'source' | 'target',
    listed: readonly string[] | undefined,
  ): Promise<Required<TokenizerFiles>>;
  weights(): Promise<IncomingFile>;
  /** What the model is to be compared with; empty where there is none. It outlives the folder and holds nothing of it. */
  readonly golden: () => Promise<string>;
}

export const configName = 'config.json';
export const weightsName = 'model.safetensors';
export const goldenName = 'golden.json';
/** Of a tokenizer or a golden.json: the largest vocabularies have some thirty megabytes. */
const kMaxTextBytes = 2 ** 28;

const noTokenizer = { tokenizerJson: '', vocabJson: '', mergesTxt: '', vocabTxt: '' };

/**
 * The text of a file that need not be there. A file that is there and empty was cut off, but for one that lists something
 * and may list nothing.
 */
async function optionalText(
  url: URL | undefined,
  signal?: AbortSignal,
  { mayBeEmpty = false, maxBytes = kMaxTextBytes } = {},
): Promise<string | undefined> {
  const found = url && (await openFile(url, signal));
  if (!found) return undefined;
  const text = await readText(found, maxBytes);
  if (text === '' && !mayBeEmpty) throw emptyFile(found, url);
  return isHtmlText(text) ? undefined : text;
}

const emptyFile = ({ name }: IncomingFile, url: URL) =>
  new GlassformerError('InvalidFile', `${name} is empty`, {
    details: { kind: 'invalidFile', file: url.pathname.slice(url.pathname.lastIndexOf('/') + 1) },
  });

/** Of a file that must be there this is what is known. */
const pageInstead = (name: string, url: URL) =>
  new GlassformerError(
    'InvalidFile',
    `${name} at ${url.href} is an HTML page, not JSON (found '<', expected '{')`,
    { details: { kind: 'invalidFile', file: name } },
  );

// Made out here: a function made inside a folder would keep alive what the folder's other functions use, such as the
// bytes of the weights, and the signal of a load that is over.
const always = (text: string) => async () => text;
const whenAsked = (url: URL | undefined) => async () => (await optionalText(url)) ?? '';

export function openFolder(source: EngineSource, signal: AbortSignal): ModelFolder {
  if (typeof source === 'string') return folderAt(source, signal);
  return 'files' in source ? shippedFolder(source, signal) : folderOf(source);
}

/** What PyTorch's `torch.save` writes. */
const kSaved = /\.(pt|pth|bin|ckpt)$/i;
/** What a trainer keeps beside the weights, in the same format. */
const kBeside = /^(optimizer|scheduler|scaler|rng_state|training_args)\b/i;
/** What else a file of weights, or of a model's folder, is called. */
const kOtherFile = /\.(safetensors|gguf|onnx|json)$/i;

/** PyTorch's own files are asked for by nobody: a request for what need not be there may be a line in a server's log. */
const whereElse = (name: string) =>
  name === weightsName
    ? ' (where it has pytorch_model.bin, or weights in several files, `npx glassformer convert` tells how one is made)'
    : '';

/** What is told of a folder that lacks a file, or of what is a file itself. */
async function lacking(name: string, folder: URL): Promise<GlassformerError> {
  const { href } = folder;
  const [, path = ''] = /^(.*)\/$/.exec(folder.pathname) ?? [];
  if (name === configName && (kSaved.test(path) || kOtherFile.test(path))) {
    const file = new URL(path + folder.search, folder).href;
    const isSaved = kSaved.test(path);
    const details = isSaved ? ({ format: 'PyTorch' } as const) : {};
    const how = `, in PyTorch's own format, of which \`npx glassformer convert\` tells how ${weightsName} is made`;
    return new GlassformerError(
      'InvalidArgument',
      `expected the folder of a model, found the file ${file}${isSaved ? how : ''}`,
      { details: { kind: 'noFolder', file, ...details } },
    );
  }
  const names = name === configName || name === weightsName ? await namesIn(folder) : [];
  const saved = names.includes(weightsName)
    ? undefined
    : names.find((each) => kSaved.test(each) && !kBeside.test(each));
  const how =
    saved === undefined
      ? whereElse(name)
      : ` (of its ${printable(saved)} \`npx glassformer convert\` tells how ${weightsName} is made)`;
  return new GlassformerError('Network', `there is no ${name} at ${href}${how}`, {
    details: { kind: 'absent', file: name, folder: href, ...(saved && { saved }) },
  });
}

function folderAt(url: string, signal: AbortSignal): ModelFolder {
  const folder = new URL(url);
  // What follows a question mark (a version, a permission) is each file's, too.
  const at = (name: string) => new URL(`${name}${folder.search}`, folder);
  const missing = (name: string) => lacking(name, folder);
  return fetchedFolder(
    url,
    { at, missing, instead: (name) => pageInstead(name, at(name)) },
    signal,
  );
}

/** Each of its files has an address of its own. */
function shippedFolder({ name, files }: ShippedModel, signal: AbortSignal): ModelFolder {
  const at = (file: string) => (Object.hasOwn(files, file) ? new URL(files[file]!) : undefined);
  const missing = (file: string) => missingAsset(at(file)!);
  return fetchedFolder(name, { at, missing, instead: missing }, signal);
}

/** Where the files of a folder are, and what is said of one that is not there. */
interface Places {
  /** Undefined where there is no such file. */
  at(file: string): URL | undefined;
  /** Nothing is found at its address. */
  missing(file: string): GlassformerError | Promise<GlassformerError>;
  /** A page is found there, as many hosts answer a wrong address. */
  instead(file: string): GlassformerError;
}

function fetchedFolder(
  name: string,
  { at, missing, instead }: Places,
  signal: AbortSignal,
): ModelFolder {
  return {
    name,
    async config() {
      const url = at(configName);
      const found = url && (await openFile(url, signal, true));
      if (!found) throw await missing(configName);
      const text = await readText(found, kMaxConfigBytes);
      if (text === '') throw emptyFile(found, url);
      if (isHtmlText(text)) throw instead(configName);
      return text;
    },
    async tokenizer(side, listed) {
      const files = { ...noTokenizer };
      await takeTokenizer(side, listed, async (kind, name) => {
        const text = await optionalText(at(name), signal, { mayBeEmpty: kind === 'mergesTxt' });
        if (listed && text === undefined) throw await missing(name);
        files[kind] = text ?? '';
        return text !== undefined;
      });
      return files;
    },
    async weights() {
      const url = at(weightsName);
      const found = url && (await openFile(url, signal));
      if (!found) throw await missing(weightsName);
      return found;
    },
    golden: whenAsked(at(goldenName)),
  };
}

function folderOf(files: EngineFiles): ModelFolder {
  const { config, weights, goldenJson = '' } = files;
  const name = 'the given files';
  return {
    name,
    async config() {
      if (config.length > kMaxConfigBytes) throw tooLong(configName, kMaxConfigBytes);
      return config;
    },
    async tokenizer(side, listed) {
      const given: TokenizerFiles = (side === 'source' ? files.source : files) ?? {};
      const taken = { ...noTokenizer };
      // Merges without a vocabulary are refused by the core.
      if (!listed) taken.mergesTxt = given.mergesTxt ?? '';
      await takeTokenizer(side, listed, async (kind, file) => {
        const { [kind]: text = '' } = given;
        const mayBeEmpty = kind === 'mergesTxt' && given.mergesTxt !== undefined;
        if (listed && text === '' && !mayBeEmpty) throw notGiven(name, file);
        taken[kind] = text;
        return text !== '';
      });
      return taken;
    },
    weights: async () => openInMemory(weightsName, weights),
    golden: always(goldenJson),
  };
}

const notGiven = (folder: string, file: string) =>
  new GlassformerError(
    'InvalidFile',
    `${folder}: config.json's tokenizer_files lists ${file}, which is not among them`,
    { details: { kind: 'invalidFile', file: `${folder}: config.json` } },
  );
