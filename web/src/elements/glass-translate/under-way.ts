import type { Model } from '../../index.ts';

const asked = new WeakMap<Model, Map<string, Promise<unknown>>>();

/**
 * Figures of one model that ask the same at the same time (`question`: whatever the answer depends on) get one answer. It
 * is forgotten as soon as it is there: a model's weights may change.
 */
export function underWay<Answer>(
  model: Model,
  question: unknown,
  ask: () => Promise<Answer>,
): Promise<Answer> {
  const questions = asked.get(model) ?? new Map<string, Promise<unknown>>();
  asked.set(model, questions);
  const key = JSON.stringify(question);
  const known = questions.get(key) as Promise<Answer> | undefined;
  if (known !== undefined) return known;
  const answer = ask().finally(() => questions.delete(key));
  questions.set(key, answer);
  return answer;
}
