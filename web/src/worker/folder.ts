/** A model's folder: what it is called there, and what it holds. */
import { GlassformerError } from '../shared/error.ts';
import type { ModelFiles, TokenizerFiles } from '../shared/types.ts';
import { openFile, openInMemory, readText, type IncomingFile } from './files.ts';

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

const configName = 'config.json';
const weightsName = 'model.safetensors';
const goldenName = 'golden.json';
const tokenizerNames = {
  tokenizerJson: 'tokenizer.json',
  vocabJson: 'vocab.json',
  mergesTxt: 'merges.txt',
  vocabTxt: 'vocab.txt',
} as const;
type TokenizerFile = keyof typeof tokenizerNames;

const noTokenizer = { tokenizerJson: '', vocabJson: '', mergesTxt: '', vocabTxt: '' };

/** The text of a file that need not be there. */
async function optionalText(url: URL, signal?: AbortSignal): Promise<string> {
  const found = await openFile(url, signal);
  const text = found ? await readText(found) : '';
  return /^\s*<(!doctype|html)/i.test(text) ? '' : text; // a host's page in the file's place
}

// Made out here: a function made inside a folder would keep alive what the folder's other functions use, such as the
// bytes of the weights, and the signal of a load that is over.
const always = (text: string) => async () => text;
const whenAsked = (url: URL) => () => optionalText(url);

export function folderAt(url: string, signal: AbortSignal): ModelFolder {
  const at = (name: string) => new URL(name, url);
  const missing = (name: string) =>
    new GlassformerError('Network', `there is no ${name} at ${url}`, {
      details: { kind: 'absent', file: name, folder: url },
    });

  return {
    name: url,
    async config() {
      const text = await optionalText(at(configName), signal);
      if (!text) throw missing(configName);
      return text;
    },
    async tokenizer(side, listed) {
      const files = { ...noTokenizer };
      const read = async (kind: TokenizerFile) => {
        const name = side === 'source' ? `source_${tokenizerNames[kind]}` : tokenizerNames[kind];
        if (!listed || listed.includes(name)) files[kind] = await optionalText(at(name), signal);
        return files[kind] !== '';
      };
      if (await read('tokenizerJson')) return files;
      if (await read('vocabJson')) await read('mergesTxt');
      else await read('vocabTxt');
      return files;
    },
    async weights() {
      const found = await openFile(at(weightsName), signal);
      if (!found) throw missing(weightsName);
      return found;
    },
    golden: whenAsked(at(goldenName)),
  };
}

export function folderOf(files: ModelFiles): ModelFolder {
  const {
    config,
    weights,
    source,
    tokenizerJson = '',
    vocabJson = '',
    mergesTxt = '',
    vocabTxt = '',
    goldenJson = '',
  } = files;
  return {
    name: 'the given files',
    config: async () => (typeof config === 'string' ? config : JSON.stringify(config)),
    tokenizer: async (side) =>
      side === 'source'
        ? { ...noTokenizer, ...source }
        : { tokenizerJson, vocabJson, mergesTxt, vocabTxt },
    weights: async () => openInMemory(weightsName, weights),
    golden: always(goldenJson),
  };
}
