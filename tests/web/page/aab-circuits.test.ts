/** The two circuits of an (aab)* model hold all of it: its probabilities follow from them. */
import { createTrainer, loadModel, type Model } from 'glassformer';
import { expect, test } from 'vitest';
import { type AabCircuits, circuitsOf } from '../../../web/page/chapters/learning/aab/circuits.ts';
import { kAabLesson } from '../../../web/src/elements/glass-train/lesson.ts';
import { at, matrixOf } from '../../../web/src/view/matrix.ts';

/** Every line of one to five letters. */
const kLines = [1, 2, 3, 4, 5].flatMap((length) =>
  Array.from({ length: 2 ** length }, (_, bits) =>
    Array.from({ length }, (_each, i) => (bits >> i) & 1),
  ),
);
const kBiases = 7;

/** The logit of b less that of a, after the last letter. */
function lead({ scores, given, always }: AabCircuits, line: readonly number[]): number {
  const [asked, gives] = [matrixOf(scores), matrixOf(given)];
  const inStream = (place: number) => [line[place]!, 2 + place];
  const last = inStream(line.length - 1);
  const score = (place: number) =>
    [...last, kBiases]
      .flatMap((query) => inStream(place).map((key) => at(asked, query, key)))
      .reduce((sum, each) => sum + each, 0);
  const all = line.map((_, place) => score(place));
  const most = Math.max(...all);
  const weights = all.map((each) => Math.exp(each - most));
  const total = weights.reduce((sum, each) => sum + each, 0);
  const own = last.reduce((sum, row) => sum + at(gives, 0, row), always);
  return weights.reduce(
    (sum, weight, place) =>
      sum + (weight / total) * inStream(place).reduce((given, row) => given + at(gives, 1, row), 0),
    own,
  );
}

async function expectAll(model: Model, tolerance: number): Promise<void> {
  const circuits = await circuitsOf(model);
  for (const line of kLines) {
    const { activations } = await model.forward(line, { capture: ['logits'] });
    const [a = NaN, b = NaN] = activations['logits']!.data.slice(-2);
    expect(Math.abs(lead(circuits, line) - (b - a)), line.join('')).toBeLessThan(tolerance);
  }
}

test('of the hand-made model; its letters ask for nothing, its places for themselves and the one before', async () => {
  const model = await loadModel('aab');
  await expectAll(model, 0.01);
  const { scores } = await circuitsOf(model);
  const asked = matrixOf(scores);
  for (let query = 0; query < asked.rows; ++query)
    for (let key = 0; key < asked.columns; ++key) {
      const isPlace = query >= 2 && query < kBiases;
      const isAskedFor = isPlace && (key === query || (key === query - 1 && key >= 2));
      expect(at(asked, query, key) > 0, `${query}, ${key}`).toBe(isAskedFor);
      if (!isAskedFor) expect(at(asked, query, key)).toBeCloseTo(0, 5);
    }
  await model.close();
});

test.each([1, 2])('of one that has learned, seed %i', async (seed) => {
  const { config, sequences } = kAabLesson;
  const trainer = await createTrainer({ config, sequences, lr: 0.02, seed });
  for await (const _ of trainer.train({ steps: 150 }));
  const model = await trainer.model();
  await expectAll(model, 1e-3);
  await model.close();
  await trainer.close();
});
