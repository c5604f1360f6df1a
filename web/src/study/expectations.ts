/** What a model expected at each place of a run, and how much what stands there surprised it. */
import type { Model } from '../index.ts';
import type { Run } from '../shared/run-types.ts';
import { type Likely, likeliest } from '../view/lens.ts';
import { matrixOf, rowOf } from '../view/matrix.ts';
import { bitsOf, meanBits } from '../view/surprise.ts';
import { loadEngine } from '../client/engine.ts';

/** How many of the likeliest tokens are named at each place. */
const kExpected = 3;

export interface Expected {
  readonly id: number;
  readonly text: string;
  readonly probability: number;
}

export interface Expectations {
  readonly model: Model;
  readonly run: Run;
  /** Null for the first token. */
  readonly bits: readonly (number | null)[];
  /** Null of a single token. */
  readonly mean: number | null;
  /** At each place, likeliest first; none at the first. */
  readonly expected: readonly (readonly Expected[])[];
}

/** Null where the run lacks the logits. */
export async function readExpectations(model: Model, run: Run): Promise<Expectations | null> {
  const logits = run.activations['logits'];
  if (logits === undefined) return null;
  const { softmax } = await loadEngine();
  const probabilities = matrixOf(await softmax(logits));
  const after = run.tokens.map((_token, place) =>
    likeliest(rowOf(probabilities, place), kExpected),
  );
  const places = [[], ...after.slice(0, -1)];
  const ids = places.flat().map(({ id }) => id);
  const texts = model.hasTokenizer ? await model.tokenizer.texts(ids) : ids.map(String);
  let next = 0;
  const expected = places.map((all) => all.map((each) => ({ ...each, text: texts[next++] ?? '' })));
  const bits = bitsOf(
    matrixOf(logits),
    after.map(([first]) => first as Likely),
    run.tokens.map(({ id }) => id),
  );
  return { model, run, bits, mean: meanBits(bits), expected };
}
