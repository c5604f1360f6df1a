/** The article's beam search on paper: a table of probabilities, and what can be wrong with one. */
import type { Tensor, ProbabilityTable } from 'glassformer';

export const kTableTokens: readonly string[] = ['A', 'B', 'C', 'D', 'E'];

/** Rows: after nothing, after A, after B (from the article), after C, D and E (even). */
export const kArticleTable: Tensor = {
  shape: [6, 5],
  data: Float32Array.from(
    [
      [0.4, 0.3, 0.2, 0.1, 0.0],
      [0.1, 0.4, 0.3, 0.2, 0.0],
      [0.5, 0.2, 0.1, 0.2, 0.0],
      [0.2, 0.2, 0.2, 0.2, 0.2],
      [0.2, 0.2, 0.2, 0.2, 0.2],
      [0.2, 0.2, 0.2, 0.2, 0.2],
    ].flat(),
  ),
};

/** After B one token is so likely that A B, which begins better, loses. */
export const kBeamWinsTable: Tensor = withRow(kArticleTable, 2, [0.9, 0.05, 0.05, 0, 0]);

function withRow({ shape, data }: Tensor, row: number, numbers: readonly number[]): Tensor {
  const changed = data.slice();
  changed.set(numbers, row * numbers.length);
  return { shape, data: changed };
}

export function toProbabilityTable({ data }: Tensor): ProbabilityTable {
  const width = kTableTokens.length;
  const row = (index: number) => [...data.subarray(index * width, (index + 1) * width)];
  return {
    vocab: kTableTokens,
    rows: [
      { prefix: [], probabilities: row(0) },
      ...kTableTokens.map((_, id) => ({ prefix: [id], probabilities: row(id + 1) })),
    ],
  };
}

export type TableProblem = {
  readonly kind: 'sum' | 'negative';
  readonly row: number;
  readonly sum: number;
};

/** The first row that is no distribution. */
export function checkTable({ data, shape }: Tensor): TableProblem | null {
  const [rows = 0, width = 0] = shape;
  for (let row = 0; row < rows; ++row) {
    const numbers = data.subarray(row * width, (row + 1) * width);
    const sum = numbers.reduce((total, each) => total + each, 0);
    if (numbers.some((each) => each < 0)) return { kind: 'negative', row, sum };
    if (Math.abs(sum - 1) > 1e-4) return { kind: 'sum', row, sum };
  }
  return null;
}
