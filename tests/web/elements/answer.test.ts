import { expect, it } from 'vitest';
import type { Model } from '../../../web/src/index.ts';
import { answerOf } from '../../../web/src/elements/glass-translate/answer.ts';

const kEnd = 1;
const kTexts: Readonly<Record<number, string>> = { 2: '喝', 3: '茶', 4: '喝茶' };
const textOf = (ids: readonly number[]) => ids.map((id) => kTexts[id] ?? '').join('');

/** Answers with these tokens; a pattern has as many rows as the tokens that it is asked about. */
function modelThatWrites(greedy: readonly number[], beam: readonly number[]): Model {
  const hypothesis = (ids: readonly number[]) => ({ ids, text: textOf(ids), score: -1 });
  return {
    config: { resolved: { decoder_start_token_id: 0, eos_token_ids: [kEnd] } },
    tokenizer: { decode: (ids: readonly number[]) => Promise.resolve(textOf(ids)) },
    generate: (_: string, { num_beams }: { num_beams?: number }) => ({
      result: () => Promise.resolve(hypothesis(num_beams === undefined ? greedy : beam)),
      async *[Symbol.asyncIterator]() {},
    }),
    forward: (ids: readonly number[]) =>
      Promise.resolve({
        tokens: ids.map((id) => ({ id, text: textOf([id]), start: 0, end: 0 })),
        sourceTokens: [],
        activations: {
          'decoder.blocks.0.attn.pattern': {
            shape: [1, ids.length, ids.length],
            data: new Float32Array(ids.length ** 2),
          },
        },
      }),
  } as unknown as Model;
}

const ask = (model: Model) => {
  const names = { start: 'start', end: 'end' };
  return answerOf({ model, text: 'tea', beams: 2, ablations: [], names }, null);
};

it('the same text of other tokens has an attention of its own', async () => {
  const { inside, now } = await ask(modelThatWrites([2, 3, kEnd], [4, kEnd]));
  expect(now.greedy.text).toBe(now.beam.text);
  expect(inside.greedy.decoder.queries.map(({ text }) => text)).toEqual(['喝', '茶', 'end']);
  expect(inside.beam.decoder.queries.map(({ text }) => text)).toEqual(['喝茶', 'end']);
  expect(inside.greedy.decoder.patterns[0]?.shape).toEqual([1, 3, 3]);
});

it('the same tokens are read once', async () => {
  const { inside } = await ask(modelThatWrites([2, 3, kEnd], [2, 3, kEnd]));
  expect(inside.greedy).toBe(inside.beam);
});
