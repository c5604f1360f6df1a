/**
 * All that an (aab)* model does, in numbers that do not depend on what its channels are called: its two circuits (Elhage et al.
 * 2021). One layer, one head, no norm, no feed-forward, one table for tokens and logits: its stream is a letter's row of wte
 * plus a place's row of wpe, so that a score is a sum of four products, and a logit a sum of these rows' own and of what
 * attention hands on.
 */
import type { Model, Tensor } from 'glassformer';
import { tensorName } from './tensor-name.ts';

export interface AabCircuits {
  /** Of a, b, the places 1 to 5 and the biases as query (rows), with a, b and the places as key (columns), divided by √d. */
  readonly scores: Tensor;
  /**
   * What a, b and each place (columns) give to the logit of b, minus what they give to that of a: by standing there (first row),
   * and by being looked at with all of the attention (second row).
   */
  readonly given: Tensor;
  /** What is given whatever stands there: the biases. */
  readonly always: number;
}

/** Rows of numbers. */
type Rows = readonly (readonly number[])[];

export async function circuitsOf(model: Model): Promise<AabCircuits> {
  const all = await tensorsOf(model);
  const [wte = [], wpe = [], weight = [], [bias = []] = [], proj = [], [projBias = []] = []] = all;
  const width = projBias.length;
  const part = (rows: Rows, which: number) =>
    rows.map((row) => row.slice(which * width, (which + 1) * width));
  const [query, key, value] = [part(weight, 0), part(weight, 1), part(weight, 2)];
  const [queryBias = []] = part([bias], 0);
  const [valueBias = []] = part([bias], 2);
  const stream = [...wte, ...wpe];
  // The keys' biases give every key the same, which the softmax leaves out.
  const queries = [...stream.map((row) => times(row, query)), queryBias];
  const keys = stream.map((row) => times(row, key));
  const scores = queries.map((q) => keys.map((k) => dot(q, k) / Math.sqrt(width)));
  const [a = [], b = []] = wte;
  const toB = (row: readonly number[]) => dot(row, b) - dot(row, a);
  const given = [stream.map(toB), stream.map((row) => toB(times(times(row, value), proj)))];
  const always = toB(times(valueBias, proj)) + toB(projBias);
  return { scores: tensorOf(scores), given: tensorOf(given), always };
}

/** wte, wpe, c_attn and its bias, c_proj and its bias. */
async function tensorsOf(model: Model): Promise<readonly Rows[]> {
  const endings = [
    'wte.weight',
    'wpe.weight',
    'c_attn.weight',
    'c_attn.bias',
    'c_proj.weight',
    'c_proj.bias',
  ];
  return Promise.all(
    endings.map(async (ending) => {
      const { shape, data } = await model.weight(tensorName(model, ending));
      const width = shape.at(-1) ?? 0;
      return Array.from({ length: data.length / width }, (_, row) => [
        ...data.subarray(row * width, (row + 1) * width),
      ]);
    }),
  );
}

const dot = (a: readonly number[], b: readonly number[]) =>
  a.reduce((sum, each, i) => sum + each * (b[i] ?? 0), 0);

/** A row times a matrix. */
const times = (row: readonly number[], matrix: Rows): readonly number[] =>
  Array.from({ length: matrix[0]?.length ?? 0 }, (_, column) =>
    row.reduce((sum, each, i) => sum + each * (matrix[i]?.[column] ?? 0), 0),
  );

const tensorOf = (rows: Rows): Tensor => ({
  shape: [rows.length, rows[0]?.length ?? 0],
  data: Float32Array.from(rows.flat()),
});
