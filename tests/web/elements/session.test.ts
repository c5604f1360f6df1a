import { expect, it } from 'vitest';
import { GenerationSession, kFresh } from '../../../web/src/elements/glass-generate/session.ts';

it('a start that throws is told, and the session stands where it stood', async () => {
  let changes = 0;
  const session = new GenerationSession(() => ++changes);
  const rules = {
    start: () => {
      throw new RangeError('no such prompt');
    },
    looksAhead: true,
    probabilities: null,
  };
  await session.begin(rules, { forced: [1, 2], steps: 2 });
  expect(session.problem).toEqual(new RangeError('no such prompt'));
  expect([session.done, changes]).toEqual([true, 1]);
  // It is not on its way any longer.
  expect(session.place).toEqual({ ...kFresh, passed: [] });
});
