/** Activation patching: one vector of a run is put into another run, and what it brings back of the first one's answer. */
import type { ResolvedConfig } from '../shared/model-types.ts';
import type { Tensor } from '../shared/run-types.ts';
import type { Matrix } from './matrix.ts';

/** The activations of a layer that can be patched, by their hooks. */
export const kActivations = [
  ...(['resid_pre', 'resid_mid', 'resid_post', 'ln1', 'ln2', 'attn_out', 'mlp_out'] as const),
  ...(['attn.q', 'attn.k', 'attn.v', 'attn.raw_scores', 'attn.pattern', 'attn.z'] as const),
  ...(['mlp.pre', 'mlp.post'] as const),
] as const;
export type Activation = (typeof kActivations)[number];

/** Those that have a row for each head. */
export function hasHeads(activation: Activation): boolean {
  return activation.startsWith('attn.');
}

/** How many heads it has: keys and values may have fewer. */
export function headsOf(
  { num_heads, num_key_value_heads }: Pick<ResolvedConfig, 'num_heads' | 'num_key_value_heads'>,
  activation: Activation,
): number {
  const isShared = activation === 'attn.k' || activation === 'attn.v';
  return isShared ? num_key_value_heads || num_heads : num_heads;
}

/** Those that the layers of a model have. */
export function activationsOf({
  d_ff,
  norm,
}: Pick<ResolvedConfig, 'd_ff' | 'norm'>): readonly Activation[] {
  const isThere = (each: Activation) => {
    if (each === 'ln1') return norm !== 'none';
    if (each === 'ln2') return norm !== 'none' && d_ff > 0;
    return d_ff > 0 || !(each.startsWith('mlp') || each === 'resid_mid');
  };
  return kActivations.filter(isThere);
}

/**
 * The (T, D) or (H, T, K) of the run that is patched, T times: in the copy p row p is the other run's, in each head or in
 * one of them. One batch of T runs then has one patched place each.
 */
export function patchedCopies(
  clean: Tensor,
  corrupted: Tensor,
  head: number | null = null,
): Float32Array {
  const { shape, data } = corrupted;
  const [places, width] = shape.slice(-2) as [number, number];
  const size = places * width;
  const heads = data.length / size;
  const set = new Float32Array(places * data.length);
  for (let place = 0; place < places; ++place) {
    const copy = place * data.length;
    set.set(data, copy);
    for (let each = 0; each < heads; ++each) {
      if (head !== null && each !== head) continue;
      const start = each * size + place * width;
      set.set(clean.data.subarray(start, start + width), copy + start);
    }
  }
  return set;
}

/** The last rows of a batch's (B, T, V), copied: (B, V). */
export function lastOfEach({ shape, data }: Tensor): Matrix {
  const [rows, length, columns] = shape as [number, number, number];
  const last = new Float32Array(rows * columns);
  for (let b = 0; b < rows; ++b) {
    const end = (b + 1) * length * columns;
    last.set(data.subarray(end - columns, end), b * columns);
  }
  return { rows, columns, data: last };
}

/** 0: as in the corrupted run; 1: as in the clean one. */
export function restoredPart(patched: number, clean: number, corrupted: number): number {
  return (patched - corrupted) / (clean - corrupted);
}
