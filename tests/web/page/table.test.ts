import { expect, it } from 'vitest';
import {
  checkTable,
  kArticleTable,
  kBeamWinsTable,
  toProbabilityTable,
} from '../../../web/page/chapters/writing/beam/table.ts';

const changed = (index: number, value: number) => {
  const data = kArticleTable.data.slice();
  data[index] = value;
  return { shape: kArticleTable.shape, data };
};

it('the tables that are given are tables of probabilities', () => {
  for (const table of [kArticleTable, kBeamWinsTable]) expect(checkTable(table)).toBeNull();
});

it('a row that is no distribution is named', () => {
  expect(checkTable(changed(5, 0.5))).toMatchObject({ kind: 'sum', row: 1 });
  expect(checkTable(changed(0, -0.4))).toMatchObject({ kind: 'negative', row: 0 });
});

it('rows follow the empty prefix and every token', () => {
  const { vocab, rows } = toProbabilityTable(kArticleTable);
  expect(vocab).toHaveLength(5);
  expect(rows.map(({ prefix }) => prefix)).toEqual([[], [0], [1], [2], [3], [4]]);
  expect(rows[2]?.probabilities[0]).toBe(0.5);
});
