import { loadModel, type Model } from 'glassformer';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { encoderDecoderFiles, gpt2Files, refusal } from './helpers.ts';

let stories: Model;
beforeAll(async () => {
  stories = await loadModel('stories');
});
afterAll(() => stories.close());

/** Cosines of row `id` with every row, straight from the weights. */
async function cosines(model: Model, name: string, id: number): Promise<number[]> {
  const { shape, data } = await model.weight(name);
  const [rows, width] = shape as [number, number];
  const row = (r: number) => data.subarray(r * width, (r + 1) * width);
  const dot = (a: Float32Array, b: Float32Array) => a.reduce((sum, x, i) => sum + x * b[i]!, 0);
  const own = row(id);
  return Array.from(
    { length: rows },
    (_, r) => dot(own, row(r)) / Math.sqrt(dot(own, own) * dot(row(r), row(r))),
  );
}

test('the map has a place for every token, and its spread is what it says it explains', async () => {
  const { positions, explained } = await stories.embeddingMap();
  const { shape, data } = await stories.weight('wte.weight');
  const [rows, width] = shape as [number, number];
  expect(positions.shape).toEqual([rows, 2]);
  const squares = (values: Float32Array, columns: number, column: number) => {
    const picked = Array.from({ length: rows }, (_, r) => values[r * columns + column]!);
    const mean = picked.reduce((a, b) => a + b) / rows;
    return picked.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  };
  let total = 0;
  for (let c = 0; c < width; ++c) total += squares(data, width, c);
  const shares = [0, 1].map((c) => squares(positions.data, 2, c) / total);
  for (const c of [0, 1]) expect(explained[c]!).toBeCloseTo(shares[c]!, 5);
  expect(explained[0]!).toBeGreaterThanOrEqual(explained[1]!);
  expect(explained[0]! + explained[1]!).toBeLessThan(1);
});

test('the nearest tokens are those of the greatest cosine in the table', async () => {
  const { id } = (await stories.tokenizer.encode('cat'))[0]!;
  const near = await stories.nearestTokens(id, { count: 5 });
  const wanted = (await cosines(stories, 'wte.weight', id))
    .map((similarity, other) => ({ id: other, similarity }))
    .filter(({ id: other }) => other !== id)
    .sort((a, b) => b.similarity - a.similarity)
    .slice(0, 5);
  expect(near.map((each) => each.id)).toEqual(wanted.map((each) => each.id));
  near.forEach(({ similarity }, i) => expect(similarity).toBeCloseTo(wanted[i]!.similarity, 5));
  expect(near.map(({ text }) => text)).toEqual(
    await stories.tokenizer.texts(near.map((each) => each.id)),
  );
  expect(await stories.nearestTokens(id)).toHaveLength(10);
  expect(await stories.nearestTokens(id, { count: 0 })).toEqual([]);
});

test('an encoder–decoder has a map for each side, any other model one', async () => {
  const translator = await loadModel(encoderDecoderFiles());
  const [source, target] = [
    await translator.embeddingMap({ side: 'source' }),
    await translator.embeddingMap(),
  ];
  expect(source.positions.shape).toEqual([50, 2]);
  expect(source.positions.data).not.toEqual(target.positions.data);
  const near = await translator.nearestTokens(3, { side: 'source', count: 1 });
  const all = await cosines(translator, 'src_embed.weight', 3);
  all[3] = -1;
  expect(near[0]!.similarity).toBeCloseTo(Math.max(...all), 5);
  await translator.close();

  const small = await loadModel(gpt2Files());
  expect(await small.embeddingMap({ side: 'source' })).toEqual(await small.embeddingMap());
  expect((await small.nearestTokens(3, { count: 1 }))[0]!.text).toMatch(/^\d+$/);
  await small.close();
});

test('the map follows a weight that was changed', async () => {
  const model = await loadModel('aab');
  const before = await model.embeddingMap();
  const { data } = await model.weight('wte.weight');
  await model.setWeight(
    'wte.weight',
    data.map((value) => value * 2),
  );
  const after = await model.embeddingMap();
  expect([...after.positions.data].map((value) => value / 2)).toEqual([...before.positions.data]);
  await model.close();
});

test('texts gives the text of each id by itself', async () => {
  const tokens = await stories.tokenizer.encode('Once upon a time');
  expect(await stories.tokenizer.texts(tokens)).toEqual(tokens.map(({ text }) => text));
  expect(await stories.tokenizer.texts([])).toEqual([]);
});

test('an id beyond the table, a side that is none and an option misspelt are refused', async () => {
  const refused = async (call: Promise<unknown>) => (await refusal(call)).message;
  expect(await refused(stories.nearestTokens(9999))).toBe(
    'nearestTokens: there is no row 9999 in a table of 2048',
  );
  expect(await refused(stories.nearestTokens(-1))).toMatch(/^nearestTokens: id must be a token id/);
  expect(await refused(stories.nearestTokens(1, { count: 1001 }))).toBe(
    'nearestTokens: count must be a whole number from 0 to 1000, found 1001',
  );
  expect(await refused(stories.embeddingMap({ side: 'left' as never }))).toBe(
    'embeddingMap: side must be "source" or "target", found "left"',
  );
  expect(await refused(stories.nearestTokens(1, { counts: 3 } as never))).toMatch(
    /unknown option counts; known are side, count/,
  );
  expect(await refused(stories.tokenizer.texts([0.5]))).toMatch(/^texts: ids must be a list/);
});

test('embeddings too large for their sums are refused, and the next ones are compared again', async () => {
  const model = await loadModel('stories', { dtype: 'fp32' });
  const { data } = await model.weight('wte.weight');
  await model.setWeight(
    'wte.weight',
    data.map((value) => Math.sign(value) * 3e38),
  );
  const sentence = (name: string) =>
    `${name} holds NaN; expected embeddings whose sums and products are finite`;
  expect((await refusal(model.nearestTokens(5))).message).toBe(sentence('similarities'));
  expect((await refusal(model.embeddingMap())).message).toBe("the table's numbers must be finite");
  await model.setWeight('wte.weight', data);
  expect(await model.nearestTokens(5)).toEqual(await stories.nearestTokens(5));
  await model.close();
});
