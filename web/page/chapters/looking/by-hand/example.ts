/** Inputs and weights of the article's three-input example. */
import type { Tensor, SelfAttentionOptions } from 'glassformer';

function matrix(rows: readonly (readonly number[])[]): Tensor {
  return { shape: [rows.length, rows[0]?.length ?? 0], data: Float32Array.from(rows.flat()) };
}

export const kArticleExample: SelfAttentionOptions = {
  x: matrix([
    [1, 0, 1, 0],
    [0, 2, 0, 2],
    [1, 1, 1, 1],
  ]),
  w_query: matrix([
    [1, 0, 1],
    [1, 0, 0],
    [0, 0, 1],
    [0, 1, 1],
  ]),
  w_key: matrix([
    [0, 0, 1],
    [1, 1, 0],
    [0, 1, 0],
    [1, 1, 0],
  ]),
  w_value: matrix([
    [0, 2, 0],
    [0, 3, 0],
    [1, 0, 3],
    [1, 1, 0],
  ]),
  scaled: false,
};
