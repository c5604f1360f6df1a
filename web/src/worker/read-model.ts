/** From a folder to a model: config first, then the tokenizers, then the weights piece by piece. */
import type {
  MainModule,
  Model as WasmModel,
  ModelConfig as WasmConfig,
  Tokenizer,
  TokenizerFiles,
} from '../../../build/wasm/glassformer.js';
import type { ErrorCode, ErrorDetails } from '../shared/error-types.ts';
import { AnnouncedLength } from '../shared/announced.ts';
import { GlassformerError } from '../shared/error.ts';
import type {
  Dtype,
  ModelConfig,
  LoadProgress,
  ResolvedConfig,
  WeightNames,
} from '../shared/model-types.ts';
import { parseJson } from '../shared/files.ts';
import { checkNormalizer } from '../shared/normalise.ts';
import { printable } from '../shared/printable.ts';
import type { Side } from '../shared/run-types.ts';
import type { IncomingFile } from '../shared/incoming-files.ts';
import { listedFiles } from '../shared/tokenizer-files.ts';
import type { ModelFolder } from './folder.ts';
import { checkJson } from './memory.ts';
import { LoadedModel, rowsOf } from './model.ts';
import { readAhead } from './read-ahead.ts';
import { release } from './release.ts';
import { given, unwrap } from './unwrap.ts';
import { namesIn, renamed } from './weight-names.ts';

/** What WebAssembly's addresses reach; a longer file is not read, whatever its weights would become. */
const maxBytes = 2 ** 32;

export interface Reading {
  readonly signal: AbortSignal;
  readonly dtype: Dtype;
  /** In place of those that config.json has. */
  readonly names: WeightNames | undefined;
  readonly onProgress: ((progress: LoadProgress) => void | Promise<void>) | undefined;
}

/** The files are asked for while the engine itself may still be on its way, the largest one first. */
export async function readModel(
  starting: Promise<MainModule>,
  folder: ModelFolder,
  reading: Reading,
): Promise<LoadedModel> {
  const arriving = folder.weights().then((file) => arrivalOf(file, reading));
  arriving.catch(() => {}); // told where it is waited for
  const [wasm, text] = await Promise.all([starting, folder.config()]);
  checkJson(wasm, `${folder.name}: config.json`, [text]);
  const wasmConfig = unwrap(wasm.parseConfig(text), folder.name, unfit(folder.name));
  const fields = parseJson(text) as Record<string, unknown>;
  const config: ModelConfig = { ...fields, resolved: resolvedOf(wasmConfig) };
  const { resolved } = config;
  checkNormalizers(fields, folder.name);

  const tokenizers: Record<Side, Tokenizer | null> = { source: null, target: null };
  try {
    tokenizers.target = await readTokenizer(wasm, folder, 'target', config);
    if (resolved.architecture === 'encoder-decoder') {
      tokenizers.source = await readTokenizer(wasm, folder, 'source', config);
      // One vocabulary may serve both sides.
      if (resolved.source_vocab_size === resolved.vocab_size)
        tokenizers.source ??= tokenizers.target;
    }
    const table = reading.names ?? namesIn(fields, folder.name);
    const calledBy = reading.names ? 'names' : 'weight_names';
    const scale = given(wasmConfig).weight_scale || '_scale';
    const { file, told } = await arriving;
    const named = table ? await renamed(file, { table, calledBy, scale }) : file;
    const model = await readWeights(wasm, wasmConfig, { file: named, told }, reading);
    // Some of it only the weights tell: nanoGPT's activation, how many positions there are.
    const whole: ModelConfig = { ...fields, resolved: resolvedOf(model.config()) };
    return new LoadedModel(wasm, model, whole, tokenizers, folder.golden);
  } catch (error) {
    for (const tokenizer of new Set(Object.values(tokenizers))) tokenizer?.delete();
    throw error;
  }
}

/** The fields of a config that the core does not read. */
export function checkNormalizers(fields: Readonly<Record<string, unknown>>, where: string): void {
  for (const field of ['normalizer', 'source_normalizer'])
    if ((fields[field] ?? null) !== null)
      checkNormalizer(fields[field], `${where}: config.json's ${field}`);
}

/** A config as the engine has made it, for the caller that loads a model. */
export function resolvedOf(config: WasmConfig): ResolvedConfig {
  const { says_activation: _isSaid, weight_scale: _suffix, ...fields } = given(config);
  return { ...fields, eos_token_ids: [...fields.eos_token_ids] };
}

async function readTokenizer(
  wasm: MainModule,
  folder: ModelFolder,
  side: Side,
  config: ModelConfig,
): Promise<Tokenizer | null> {
  const files = await folder.tokenizer(side, listedFiles(config, folder.name));
  checkJson(wasm, `${folder.name}: the tokenizer`, Object.values(files));
  const tokenizer = unwrap(wasm.makeTokenizer(files), folder.name, unfit(folder.name));
  try {
    if (tokenizer) checkRows(tokenizer, nameOf(files), rowsOf(config.resolved, side), folder.name);
    return tokenizer;
  } catch (error) {
    tokenizer?.delete();
    throw error;
  }
}

/** Which of the files the tokenizer was made of. */
const nameOf = ({ tokenizerJson, vocabJson }: TokenizerFiles) =>
  tokenizerJson ? 'tokenizer.json' : vocabJson ? 'vocab.json' : 'vocab.txt';

/** A vocabulary may be smaller than the model's, which is often padded to a round number, but not larger. */
function checkRows(tokenizer: Tokenizer, file: string, rows: number, folder: string): void {
  const highest = tokenizer.vocabSize() - 1;
  if (highest < rows) return;
  const [token] = tokenizer.shown(Int32Array.of(highest));
  throw new GlassformerError(
    'InvalidFile',
    `${folder}: ${file} gives the token '${printable(token ?? '')}' the id ${highest}, but the vocabulary that config.json gives the model ends at ${rows - 1}`,
    { details: { kind: 'invalidFile', file: folder } },
  );
}

/** A file with a mistake in it, where that is what the core complains of. */
const unfit =
  (file: string) =>
  (code: ErrorCode): ErrorDetails | undefined =>
    code === 'InvalidFile' ? { kind: 'invalidFile', file } : undefined;

interface Arrival {
  readonly file: IncomingFile;
  /** Resolves when the caller has taken what it was told. */
  told(): Promise<void>;
}

/** A file that comes from now on; how much of it has come is told also while the engine is on its way. */
function arrivalOf(file: IncomingFile, { onProgress, signal }: Reading): Arrival {
  const { name, total } = file;
  const announced = new AnnouncedLength();
  let loaded = 0;
  let told: void | Promise<void> = undefined;
  const chunks = readAhead(file.chunks, (piece) => {
    // The load may have failed for another file meanwhile.
    if (signal.aborted) return;
    if (total === undefined) announced.add(piece);
    loaded += piece.length;
    const whole = total ?? announced.total;
    // Of more than its header tells of the loader says so.
    if (whole !== undefined && loaded > whole) return;
    told = onProgress?.({ file: name, loaded, total: whole });
  });
  return { file: { ...file, chunks }, told: async () => told };
}

const toMebibytes = (bytes: number) => Math.floor(bytes / 2 ** 20);

async function readWeights(
  wasm: MainModule,
  config: WasmConfig,
  { file: { name, total, chunks, isReadersOwn }, told }: Arrival,
  { dtype, signal }: Reading,
): Promise<WasmModel> {
  if (total !== undefined && total >= maxBytes) {
    const [size, limit] = [toMebibytes(total), toMebibytes(maxBytes)];
    throw new GlassformerError(
      'OutOfMemory',
      `${name} has ${size} MiB, expected a file of less than the ${limit} MiB that WebAssembly can address`,
      { details: { kind: 'weightsTooLarge', file: name, size, limit } },
    );
  }
  const loader = new wasm.ModelLoader(config, total, dtype);
  try {
    for await (const chunk of chunks) {
      signal.throwIfAborted();
      unwrap(loader.append(chunk), name, unfit(name));
      if (isReadersOwn) release(chunk);
    }
    await told(); // the caller may give up for what it was told
    signal.throwIfAborted();
    return unwrap(loader.finish(), name, unfit(name));
  } finally {
    loader.delete();
  }
}
