/** The map of tokens, and positions. */
import { formatFixed, formatPercent, formatSum } from '../../../view/number.ts';

export const vectors = {
  map: {
    name: 'Tokens of the text on the map',
    shadow: (dimensions: number, first: number, second: number) =>
      `A projection of ${dimensions} dimensions: across, ${formatPercent(first)} of the variance, upward ${formatPercent(second)}; ${formatPercent(Math.max(0, 1 - first - second))} is not to be seen here.`,
    nearest: (token: string, dimensions: number) =>
      `Nearest to “${token}”, by cosine in all ${dimensions} dimensions`,
    cosine: 'cosine',
    whole: 'The whole map',
    aroundText: 'Around the text',
    hint: 'Every dot is a token. Press one, or a neighbour, to see its neighbours.',
    farOut: (count: number) => `▸ ${count} ${count === 1 ? 'lies' : 'lie'} beyond the edge.`,
  },

  positions: {
    added: 'embedding + position = what enters the first layer',
    wouldBe: 'embedding + sine and cosine = what would enter, had the model these positions',
    source: 'Positions',
    learned: 'Learned by this model',
    sinusoidal: 'Sine and cosine',
    table: (rows: number, columns: number) =>
      `The first ${rows} positions, a row of ${columns} numbers each`,
    embedding: 'embedding',
    position: 'position',
    sum: 'sum',
    length: (value: number) => `length ${formatFixed(value, 2)}`,
    columnName: (column: number, columns: number) => `Column ${column} of ${columns}`,
    digits: (embedding: number, position: number, sum: number) =>
      formatSum(embedding, position, sum, 4),
    strips: (token: string) => `Three vectors of “${token}”; arrow keys go from column to column`,
    none: 'This model adds no positions.',
  },
};
