/** Which of the given files are a model's, by their paths alone. */
import { kTokenizerFiles } from 'glassformer/elements/fetching';

const kConfig = 'config.json';
export const kWeights = 'model.safetensors';
/** Of a file that is read as text: the largest vocabularies have some thirty megabytes. */
export const kMaxTextBytes = 2 ** 28;
/** The engine refuses a config.json of more than 2^20 bytes by name: so much of one is enough for it. */
export const kEnoughConfig = 2 ** 20 + 1;

/** The files that a model's folder may have, under their usual names. */
export const kModelFiles: readonly string[] = [
  kConfig,
  kWeights,
  'golden.json',
  ...kTokenizerFiles,
];

/** What PyTorch's `torch.save` writes. */
const kPickled = /\.(pt|pth|bin|ckpt|pkl)$/i;
/** What a trainer keeps beside the weights, in the same format. */
const kNoWeights = /^(optimizer|scheduler|scaler|rng_state|training_args)\b/i;
/** Hugging Face's, of a model in several files. */
const kPart = /^(model-\d+-of-\d+\.safetensors|pytorch_model-\d+-of-\d+\.bin)$/i;
/** Weights in a format that needs no Python to be told: the names of such files are told first. */
const kWeightsLike = /\.(safetensors|gguf|onnx|h5|msgpack|npz)$/i;
/** How many names a sentence tells. */
const kToldNames = 3;

/** What is wrong with what was given, before any of it is read. */
export type GivenProblem =
  | { readonly kind: 'empty' }
  | { readonly kind: 'noConfig'; readonly found: readonly string[] }
  | { readonly kind: 'noWeights'; readonly found: readonly string[] }
  /** Weights in a format that runs code when it is read. */
  | { readonly kind: 'pickled'; readonly file: string }
  | { readonly kind: 'inParts'; readonly parts: number }
  | { readonly kind: 'several'; readonly folders: readonly string[] };

/** A model's files: the path of each, by its usual name. */
export interface FoundModel {
  /** Its folder's; empty where the files were given without one. */
  readonly name: string;
  readonly paths: ReadonlyMap<string, string>;
}

/** @param paths of files, with '/' between the names */
export function modelAmong(paths: readonly string[]): FoundModel | GivenProblem {
  if (paths.length === 0) return { kind: 'empty' };
  const folders = new Map<string, Map<string, string>>();
  for (const path of paths) {
    const folder = folderOf(path);
    const files = folders.get(folder) ?? new Map<string, string>();
    folders.set(folder, files.set(path.slice(folder.length), path));
  }
  const has = (name: string) => [...folders].filter(([, files]) => files.has(name));
  const whole = has(kConfig).filter(([, files]) => files.has(kWeights));
  if (whole.length > 1)
    return { kind: 'several', folders: whole.map(([folder]) => nameOf(folder) || './').sort() };
  const [found] = whole;
  if (found !== undefined) {
    const [folder, files] = found;
    return { name: nameOf(folder), paths: new Map([...files].filter(([file]) => isUsual(file))) };
  }
  const [configured] = has(kConfig);
  return configured === undefined
    ? withoutConfig(paths)
    : withoutWeights([...configured[1].keys()]);
}

const isUsual = (file: string) => kModelFiles.includes(file);
const folderOf = (path: string) => path.slice(0, path.lastIndexOf('/') + 1);
/** The last name of a folder's path, which ends with a slash. */
const nameOf = (folder: string) => folder.split('/').at(-2) ?? '';
const fileOf = (path: string) => path.slice(path.lastIndexOf('/') + 1);

/** What is wrong with the weights, where they are in files that the engine does not read. */
function otherWeights(files: readonly string[]): GivenProblem | undefined {
  const parts = files.filter((file) => kPart.test(file)).length;
  if (parts > 0) return { kind: 'inParts', parts };
  const saved = files.filter((each) => kPickled.test(each) && !kNoWeights.test(each));
  const file = saved.find((each) => each === 'pytorch_model.bin') ?? saved[0];
  return file === undefined ? undefined : { kind: 'pickled', file };
}

function withoutConfig(paths: readonly string[]): GivenProblem {
  const files = paths.map(fileOf);
  return otherWeights(files) ?? { kind: 'noConfig', found: told(files) };
}

function withoutWeights(files: readonly string[]): GivenProblem {
  return otherWeights(files) ?? { kind: 'noWeights', found: told(files) };
}

/** The names of weights, or else of what there is. */
function told(files: readonly string[]): readonly string[] {
  const weights = files.filter((each) => kWeightsLike.test(each));
  return (weights.length > 0 ? weights : files).slice(0, kToldNames);
}
