/** What the prose of chapter 2 says of the shipped models, computed with them: a model that breaks a sentence fails here. */
import { positionalEncoding } from 'glassformer';
import { expect, test } from 'vitest';
import { textsIn } from '../../../web/page/i18n/texts.ts';
import { kInitialText, writers } from '../../../web/page/writers.ts';
import { at, matrixOf } from '../../../web/src/view/matrix.ts';
import './all-languages.ts';
import { expectSaid, loadModels, modelOf } from './said.ts';

loadModels([...writers, 'en-zh']);

test('chapter 2: positions of sine and cosine', async () => {
  for (const name of writers) expect(modelOf(name).config.resolved.positions).toBe('learned');
  expect(modelOf('en-zh').config.resolved.positions).toBe('sinusoidal');
  const [rows, offset] = [24, 5];
  const { d_model: width } = modelOf('stories').config.resolved;
  const table = matrixOf(await positionalEncoding(rows, width));
  for (let column = 0; column < width; column += 2) {
    const pair = (row: number) => [at(table, row, column), at(table, row, column + 1)] as const;
    // At place 0 the pair is (0, 1), so that the place `offset` says by which angle a pair is turned.
    const [sine, cosine] = pair(offset);
    for (let row = 0; row + offset < rows; ++row) {
      const [x, y] = pair(row);
      expect(pair(row + offset)[0]).toBeCloseTo(x * cosine + y * sine, 5);
      expect(pair(row + offset)[1]).toBeCloseTo(y * cosine - x * sine, 5);
    }
  }
  const change = (column: number, row: number) =>
    Math.abs(at(table, row, column) - at(table, row - 1, column));
  for (let row = 1; row < rows; ++row) {
    expect(change(0, row)).toBeGreaterThan(0.03);
    expect(change(width - 1, row)).toBeLessThan(0.003);
  }
});

test.each([
  ['stories', ' named', [' called'], ' girl', [' boy', ' child', ' sister']],
  ['stories-large', ' named', [' called'], ' girl', [' boy', ' sister', ' child']],
  ['zh', '热', ['冷'], '我', ['你', '他']],
  ['tang', '来', ['归'], '晚', ['暮', '早']],
] as const)(
  'chapter 2: tokens that are used alike have similar vectors (%s)',
  async (writer, last, lastNear, other, otherNear) => {
    const model = modelOf(writer);
    const tokens = await model.tokenizer.encode(kInitialText[writer]);
    expect(tokens.at(-1)!.text).toBe(last); // whose list is shown first
    for (const [token, near] of [
      [last, lastNear],
      [other, otherNear],
    ] as const) {
      const { id } = tokens.find(({ text }) => text === token)!;
      const nearest = await model.nearestTokens(id, { count: near.length });
      expect(nearest.map(({ text }) => text)).toEqual(near);
      const quoted = [token, ...near].map((text) => text.trim());
      expectSaid(
        (language) => textsIn(language).vectors.mapBody[writer],
        ...quoted,
        nearest[0]!.similarity.toFixed(2),
      );
    }
  },
);

test('chapter 2: the formula of sine and cosine', async () => {
  const [rows, d] = [24, modelOf('stories').config.resolved.d_model];
  const table = matrixOf(await positionalEncoding(rows, d));
  for (let place = 0; place < rows; ++place)
    for (let i = 0; i < d / 2; ++i) {
      const angle = place / 10000 ** ((2 * i) / d);
      expect(at(table, place, 2 * i)).toBeCloseTo(Math.sin(angle), 5);
      expect(at(table, place, 2 * i + 1)).toBeCloseTo(Math.cos(angle), 5);
    }
  expectSaid((language) => textsIn(language).vectors.positionsBody, '÷ 100002i ÷ d');
});
