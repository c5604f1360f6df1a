/** The stored PyTorch numbers, read from the files that the core's tests read too. */
import { readFileSync } from 'node:fs';

const folder = new URL('../golden/', import.meta.url);

export interface SelfAttentionGolden {
  readonly sentence: string;
  readonly word_ids: Readonly<Record<string, number>>;
  readonly row_of_the_single_query: number;
  readonly row_of_omega_24_key: number;
  readonly printed_in_article: Readonly<Record<string, never>> & {
    readonly embedded: number[][];
    readonly omega_24: number[];
    readonly omega_2: number[];
    readonly attention_weights_2: number[];
    readonly context_vector_2: number[];
    readonly output: number[][];
  };
}

export interface ByHandGolden {
  readonly k: number[][];
  readonly q: number[][];
  readonly v: number[][];
  readonly att_score: number[][];
  readonly att_score_softmax: number[][];
  readonly output: number[][];
  readonly output_of_article_code: number[][];
}

export interface AabGolden {
  readonly demo: string;
  readonly accuracy: { readonly correct: number; readonly total: number };
  readonly completions: readonly string[];
}

export interface BeamGolden {
  readonly results: readonly {
    readonly beam_size: number;
    readonly alpha: number;
    readonly hypotheses: readonly {
      readonly tokens: string[];
      readonly score: number;
      readonly prob: number;
    }[];
  }[];
}

export function readGolden<Golden>(name: string): Golden {
  return JSON.parse(readFileSync(new URL(`${name}.json`, folder), 'utf8')) as Golden;
}

/** Float32 matrices of a safetensors file, by name. */
export function readMatrices(name: string): (tensor: string) => number[][] {
  const bytes = readFileSync(new URL(`${name}.safetensors`, folder));
  const headerLength = Number(bytes.readBigUInt64LE(0));
  const header = JSON.parse(bytes.subarray(8, 8 + headerLength).toString()) as Record<
    string,
    { shape: [number, number]; data_offsets: [number, number] }
  >;
  return (tensor) => {
    const entry = header[tensor];
    if (entry === undefined) throw new Error(`no tensor ${tensor} in ${name}`);
    const [rows, columns] = entry.shape;
    const start = 8 + headerLength + entry.data_offsets[0];
    return Array.from({ length: rows }, (_, r) =>
      Array.from({ length: columns }, (_c, c) => bytes.readFloatLE(start + 4 * (r * columns + c))),
    );
  };
}
