/**
 * Ablation: a part of a model (a head, a feed-forward, a whole layer) is left out of a run by an edit of its hooks, which
 * puts zeros, or a mean, in the place of what it hands on.
 */
import type { ResolvedConfig } from '../shared/model-types.ts';
import type { HookEdit, Tensor } from '../shared/run-types.ts';
import { type GridKey, moveInGrid } from './grid.ts';
import type { Stack } from './heads.ts';
import { type Matrix, matrixOf, rowOf } from './matrix.ts';

export interface ModelPart {
  readonly kind: 'head' | 'mlp' | 'layer';
  /** "cross" only of heads: a feed-forward or a layer is of the encoder or the decoder. */
  readonly stack: Stack;
  /** Counted from 0, as is the head; null of what is no head. */
  readonly layer: number;
  readonly head: number | null;
  /** What the part hands on: of a head z, of a feed-forward what it adds to the stream, of a layer all that it adds. */
  readonly hooks: readonly string[];
}

/** The heads of one attention, side by side; with the feed-forward and the layer where the row stands for them, too. */
export interface PartRow {
  readonly stack: Stack;
  readonly layer: number;
  readonly heads: readonly ModelPart[];
  readonly mlp: ModelPart | null;
  /** Null in the row of the cross-attention: the row before stands for its layer. */
  readonly whole: ModelPart | null;
}

/** All parts of a model, first to last. */
export function partRows(config: ResolvedConfig): readonly PartRow[] {
  const isEncoderDecoder = config.architecture === 'encoder-decoder';
  const rows: PartRow[] = [];
  const add = (stack: 'encoder' | 'decoder', layers: number) => {
    for (let layer = 0; layer < layers; ++layer) {
      const before = `${isEncoderDecoder ? `${stack}.` : ''}blocks.${layer}.`;
      const hasCross = isEncoderDecoder && stack === 'decoder';
      const hasMlp = config.d_ff > 0;
      const heads = (attention: string, of: Stack) =>
        Array.from({ length: config.num_heads }, (_, head): ModelPart => {
          return { kind: 'head', stack: of, layer, head, hooks: [`${before}${attention}.z`] };
        });
      const added = [
        'attn_out',
        ...(hasCross ? ['cross_attn_out'] : []),
        ...(hasMlp ? ['mlp_out'] : []),
      ];
      const part = (kind: 'mlp' | 'layer', names: readonly string[]): ModelPart => {
        return { kind, stack, layer, head: null, hooks: names.map((name) => before + name) };
      };
      rows.push({
        stack,
        layer,
        heads: heads('attn', stack),
        mlp: hasMlp ? part('mlp', ['mlp_out']) : null,
        whole: part('layer', added),
      });
      if (hasCross) {
        const cross = heads('cross_attn', 'cross');
        rows.push({ stack: 'cross', layer, heads: cross, mlp: null, whole: null });
      }
    }
  };
  add('encoder', isEncoderDecoder ? config.encoder_layers : 0);
  add('decoder', config.decoder_layers);
  return rows;
}

/** The parts of all rows in the order of the rows. */
export function partsIn(rows: readonly PartRow[]): readonly ModelPart[] {
  return rows.flatMap(({ heads, mlp, whole }) =>
    [...heads, mlp, whole].filter((part) => part !== null),
  );
}

/**
 * Where a key leads from a part (by its place in the order of `partsIn`), or null if it is no key for moving. The feed-forward
 * and the layer of a decoder with cross-attention stand beside both of its rows.
 */
export function partTowards(rows: readonly PartRow[], from: number, key: GridKey): number | null {
  let next = 0;
  const number = (part: ModelPart | null) => (part === null ? null : next++);
  const cells = rows.map(({ heads, mlp, whole }) => [...heads, mlp, whole].map(number));
  const columns = [...(cells[0]?.keys() ?? [])].filter((column) => cells[0]?.[column] !== null);
  const at = (row: number, column: number): number =>
    cells[row]?.[columns[column] as number] ?? at(row - 1, column);
  let place = { row: 0, column: 0 };
  cells.forEach((all, row) => {
    const column = columns.findIndex((each) => all[each] === from);
    if (column >= 0) place = { row, column };
  });
  for (;;) {
    const to = moveInGrid(place, key, rows.length, columns.length);
    if (to === null) return null;
    const found = at(to.row, to.column);
    const isEdge = to.row === place.row && to.column === place.column;
    // Over the second half of what stands beside two rows.
    if (found !== from || isEdge) return found;
    place = to;
  }
}

/** The mean over the rows (positions) of a tensor, or of one of its heads. */
export function meanRow(tensor: Tensor, head: number | null): Float32Array {
  const { rows, columns, data } = matrixOf(tensor, head ?? 0);
  const sums = new Float64Array(columns);
  data.forEach((value, i) => (sums[i % columns] = (sums[i % columns] as number) + value));
  return Float32Array.from(sums, (sum) => sum / rows);
}

/** As the figure names it: its hooks, and of a head its number, counted from 0. */
export function partName({ hooks, head }: ModelPart): string {
  return hooks.join(', ') + (head === null ? '' : ` [${head}]`);
}

/**
 * The edits that leave a part out.
 * @param activations of its hooks, whose means take its place; null: zeros do
 */
export function editsWithout(
  { hooks, head }: ModelPart,
  activations: Readonly<Record<string, Tensor>> | null,
): readonly HookEdit[] {
  return hooks.map((hook) => {
    const where = head === null ? { hook } : { hook, head };
    const found = activations?.[hook];
    return found === undefined ? { ...where, scale: 0 } : { ...where, set: meanRow(found, head) };
  });
}

/** One place at which a token is expected: a row of the logits, and the token's id. */
export interface Expected {
  readonly row: number;
  readonly id: number;
}

/** The natural logarithm of the probability that each of these tokens is given. */
export function logProbabilities(logits: Matrix, expected: readonly Expected[]): number[] {
  return expected.map(({ row, id }) => {
    const values = rowOf(logits, row);
    let most = -Infinity;
    for (const value of values) most = Math.max(most, value);
    let sum = 0;
    for (const value of values) sum += Math.exp(value - most);
    return (values[id] as number) - most - Math.log(sum);
  });
}

/** Of several tokens the probability of each, as the geometric mean: 2 tokens of 0.5 and 0.125 have 0.25. */
export function meanProbability(logs: readonly number[]): number {
  return Math.exp(logs.reduce((sum, each) => sum + each, 0) / logs.length);
}

/** Those first without which a probability is farthest from what it is as things are. */
export function rankedByChange<Each extends { readonly probability: number }>(
  without: readonly Each[],
  before: number,
): readonly Each[] {
  const change = ({ probability }: Each) => Math.abs(probability - before);
  return [...without].sort((a, b) => change(b) - change(a));
}
