/** Activation patching: one vector of a run is put into another run, and what it brings back of the first one's answer. */
import type { Tensor } from '../shared/run-types.ts';
import type { Matrix } from './matrix.ts';

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

/** The ids of the two answers. */
export interface Answers {
  readonly clean: number;
  readonly corrupted: number;
}

/** The logit of the clean run's answer less that of the corrupted run's. */
export function logitDifference(logits: ArrayLike<number>, { clean, corrupted }: Answers): number {
  return (logits[clean] as number) - (logits[corrupted] as number);
}

/** 0: as in the corrupted run; 1: as in the clean one. */
export function restoredPart(patched: number, clean: number, corrupted: number): number {
  return (patched - corrupted) / (clean - corrupted);
}
