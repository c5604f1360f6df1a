import {
  beamSearchOverTable,
  createEngine,
  loadModel,
  type Generation,
  type GenerationStep,
  type Model,
} from 'glassformer';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import {
  byteLevel,
  encoderDecoderFiles,
  goldenJson,
  gpt2Files,
  refusal,
  syntheticFiles,
} from './helpers.ts';

const engine = createEngine();
let aab: Model;
let gpt2: Model;
let translator: Model;
beforeAll(async () => {
  aab = await loadModel('aab', { engine });
  gpt2 = await loadModel(gpt2Files(), { engine });
  translator = await loadModel(encoderDecoderFiles(), { engine });
});
afterEach(async () => {
  expect((await engine.info()).openHandles).toBe(3); // every generation freed itself
});
afterAll(() => engine.close());

async function stepsOf(generation: AsyncIterable<GenerationStep>): Promise<GenerationStep[]> {
  const steps = [];
  for await (const step of generation) steps.push(step);
  return steps;
}

async function firstStep(generation: AsyncIterable<GenerationStep>): Promise<GenerationStep> {
  for await (const step of generation) return step;
  return expect.fail('no step');
}

describe('greedy decoding', () => {
  const { prompt, greedy_44 } = goldenJson('gpt2_small.json').greedy as Record<string, number[]>;

  test('gives the reference’s ids, also past the context', async () => {
    const generation = gpt2.generate(prompt!, { max_new_tokens: 40 });
    const steps = await stepsOf(generation);
    expect([...prompt!, ...steps.map(({ token }) => token)]).toEqual(greedy_44);
    expect(steps.map(({ index, last }) => [index, last])).toEqual(
      steps.map((_, i) => [i, i === 39]),
    );
    const result = await generation.result();
    expect([...prompt!, ...result.ids]).toEqual(greedy_44);
    expect(result.score).toBeCloseTo(
      steps.reduce((sum, { log_probability }) => sum + log_probability, 0),
      3,
    );
  });

  test('generates 20 tokens by default, or up to max_length', async () => {
    expect((await gpt2.generate(prompt!).result()).ids).toHaveLength(20);
    expect(
      (await gpt2.generate(prompt!, { max_length: prompt!.length + 3 }).result()).ids,
    ).toHaveLength(3);
  });

  test('lists candidates by probability, with their texts', async () => {
    const step = await firstStep(aab.generate('aa'));
    expect(step.candidates.map(({ text, probability }) => [text, probability])).toEqual([
      ['b', 1],
      ['a', 0],
    ]);
    expect([step.token_text, step.text, step.last]).toEqual(['b', 'b', false]);
  });
});

test('an encoder–decoder translates: greedy and beam search as the reference', async () => {
  interface Found {
    ids: number[];
    score: number;
    rank: number;
  }
  const { cases } = goldenJson('seed004_encdec.json').decoding;
  for (const { source, greedy, beam } of cases) {
    const alone = await translator.generate(source, { max_new_tokens: 10 }).result();
    expect(alone.ids).toEqual(greedy.ids);
    for (const { beam_size, alpha, hypotheses } of beam) {
      const options = {
        max_new_tokens: 10,
        num_beams: beam_size,
        num_return_sequences: beam_size,
        length_penalty: alpha,
        beam_rule: 'gnmt',
      } as const;
      const { sequences } = await translator.generate(source, options).result();
      expect(sequences.map(({ ids }) => ids)).toEqual(hypotheses.map(({ ids }: Found) => ids));
      sequences.forEach(({ score, normalized_score }, i) => {
        expect(score).toBeCloseTo(hypotheses[i].score, 3);
        expect(normalized_score).toBeCloseTo(hypotheses[i].rank, 3);
      });
    }
  }
});

describe('sampling', () => {
  const options = { do_sample: true, max_new_tokens: 12, temperature: 1.5, top_k: 0 };

  test('repeats itself with the same seed and not with another', async () => {
    const text = async (seed: number) =>
      (await gpt2.generate([1, 2, 3], { ...options, seed }).result()).text;
    const first = await text(1);
    expect(await text(1)).toBe(first);
    expect(new Set([first, await text(2), await text(3)]).size).toBeGreaterThan(1);
  });

  test('shows what each filter left', async () => {
    const { candidates, kept_count } = await firstStep(
      gpt2.generate([1, 2, 3], { ...options, top_k: 5, top_p: 0.6, num_candidates: 97 }),
    );
    expect(candidates).toHaveLength(97);
    expect(candidates.filter(({ after_top_k }) => after_top_k > 0)).toHaveLength(5);
    const kept = candidates.filter((candidate) => candidate.kept);
    expect(kept).toHaveLength(kept_count);
    expect(kept.length).toBeLessThanOrEqual(5);
    expect(kept.reduce((sum, { final_probability }) => sum + final_probability, 0)).toBeCloseTo(
      1,
      5,
    );
    expect(candidates.reduce((sum, { probability }) => sum + probability, 0)).toBeCloseTo(1, 5);
  });

  test('keeps what min_p allows: its share of the likeliest one’s probability', async () => {
    const { candidates, kept_count } = await firstStep(
      gpt2.generate([1, 2, 3], { ...options, min_p: 0.3, num_candidates: 97 }),
    );
    const least = 0.3 * Math.max(...candidates.map(({ after_top_p }) => after_top_p));
    const expected = candidates.filter(({ after_top_p }) => after_top_p >= least);
    expect(candidates.filter(({ kept }) => kept)).toEqual(expected);
    expect(kept_count).toBe(expected.length);
    expect(kept_count).toBeGreaterThan(1);
    expect(kept_count).toBeLessThan(97);
  });
});

describe('a generation', () => {
  test('goes where it is forced', async () => {
    const generation = aab.generate('aa', { max_new_tokens: 3 });
    await generation.force(0);
    const step = await generation.step();
    expect([step.token_text, step.forced]).toEqual(['a', true]);
    expect((await generation.result()).text).toBe('aba');
  });

  test.each([
    ['sampled', { do_sample: true, seed: 5, temperature: 1.5 }],
    ['greedy', {}],
  ])(
    'goes where it is forced in the midst of a loop, and on as if it went step by step: %s',
    async (_, choice) => {
      const options = { max_new_tokens: 24, eos_token_id: [], ...choice };
      const force = async (generation: Generation, index: number) => {
        if (index % 7 === 3) await generation.force(index);
      };
      const one = gpt2.generate([5, 6], options);
      const expected: number[] = [];
      for (let index = 0; index < 24; index++) {
        expected.push((await one.step()).token);
        if (index < 23) await force(one, index);
      }
      const loop = gpt2.generate([5, 6], options);
      const found: number[] = [];
      for await (const { token, index } of loop) {
        found.push(token);
        if (index < 23) await force(loop, index);
      }
      expect(found).toEqual(expected);
      expect(found[4]).toBe(3);
      expect((await loop.result()).ids).toEqual(expected);
    },
  );

  test('of a loop that is left has what the loop has seen, also of beams', async () => {
    for (const num_beams of [1, 3]) {
      const options = { max_new_tokens: 20, num_beams, eos_token_id: [] };
      const seen = gpt2.generate([5, 6], options);
      for await (const { index } of seen) if (index === 6) break;
      const stepped = gpt2.generate([5, 6], options);
      for (let i = 0; i < 7; i++) await stepped.step();
      await stepped.close();
      expect(await seen.result()).toEqual(await stepped.result());
    }
  });

  test('is run to its end from within a loop, also where its last step was taken ahead', async () => {
    for (const max_new_tokens of [2, 5, 60]) {
      const options = { max_new_tokens, eos_token_id: [] };
      const generation = gpt2.generate([5, 6], options);
      const steps = generation[Symbol.asyncIterator]();
      await steps.next();
      await steps.next();
      const { ids } = await generation.result();
      expect(ids).toEqual((await gpt2.generate([5, 6], options).result()).ids);
    }
  });

  test('that cannot go on says why in a loop as it does step by step', async () => {
    // Two letters have four pairs: soon no letter is left that makes a new one.
    const options = { no_repeat_ngram_size: 2, max_new_tokens: 9, eos_token_id: [] };
    const stepped = aab.generate('a', options);
    const walk = async () => {
      for (let i = 0; i < 9; i++) await stepped.step();
    };
    const why = await refusal(walk());
    expect(why.message).toContain('no_repeat_ngram_size');
    let seen = 0;
    const loop = async () => {
      for await (const { index } of aab.generate('a', options)) seen = index + 1;
    };
    expect((await refusal(loop())).message).toBe(why.message);
    expect(seen).toBeGreaterThan(2);
  });

  test('in a loop that takes its time lets others go first between steps', async () => {
    let ticks = 0;
    const clock = setInterval(() => ++ticks, 1);
    for await (const { index } of aab.generate('a', { max_new_tokens: 30 })) {
      const end = performance.now() + 4;
      while (performance.now() < end);
      if (index === 25) break;
    }
    clearInterval(clock);
    expect(ticks).toBeGreaterThan(5);
  });

  test('begins with forced tokens and ends at stop strings', async () => {
    const { text } = await aab
      .generate('a', { forced_tokens: [1, 1], stop_strings: ['aab'], max_new_tokens: 50 })
      .result();
    expect(text).toBe('bbaab');
  });

  test('ends at an end token', async () => {
    const { ids, finished } = await aab.generate('aab', { eos_token_id: 1 }).result();
    expect([ids, finished]).toEqual([[0, 0, 1], true]);
  });

  test('gives the activations of every step', async () => {
    const steps = await stepsOf(
      aab.generate('aab', {
        max_new_tokens: 2,
        capture: ['blocks.0.attn.pattern'],
        ablate: [{ layer: 0, head: 0, factor: 1 }],
      }),
    );
    expect(steps.map(({ activations }) => activations['blocks.0.attn.pattern']!.shape)).toEqual([
      [1, 3, 3],
      [1, 1, 4],
    ]);
  });

  test('never shows half a character', async () => {
    const model = await loadModel({ ...syntheticFiles(16, 256), ...byteLevel() }, { engine });
    const bytes = [...new TextEncoder().encode('你😀')];
    const steps = await stepsOf(model.generate('a', { forced_tokens: bytes, max_new_tokens: 7 }));
    expect(steps.map(({ text }) => text)).toEqual(['', '', '你', '', '', '', '😀']);
    await model.close();
  });

  test('that is left by break frees itself and keeps what it had', async () => {
    const generation = aab.generate('a', { max_new_tokens: 10 });
    for await (const { index } of generation) if (index === 2) break;
    expect((await generation.result()).text).toBe('baa');
    expect((await refusal(generation.step())).code).toBe('Closed');
  });

  test('that is closed before it began holds nothing', async () => {
    const generation = aab.generate('a');
    await generation.close();
    expect((await refusal(generation.result())).code).toBe('Closed');
  });

  test('stops between two steps when its signal is aborted', async () => {
    const stop = new AbortController();
    const reason = new Error('enough');
    const seen: number[] = [];
    const run = async () => {
      for await (const { index } of aab.generate('a', {
        max_new_tokens: 50,
        signal: stop.signal,
      })) {
        seen.push(index);
        if (index === 3) stop.abort(reason);
      }
    };
    await expect(run()).rejects.toBe(reason);
    expect(seen).toEqual([0, 1, 2, 3]);
  });

  test('lets timers go first now and then, so that a time limit stops it', async () => {
    let ticks = 0;
    const clock = setInterval(() => ++ticks, 5);
    const signal = AbortSignal.timeout(60);
    const generation = aab.generate('a', { max_new_tokens: 100_000, signal });
    await expect(generation.result()).rejects.toMatchObject({ name: 'TimeoutError' });
    clearInterval(clock);
    expect(ticks).toBeGreaterThan(0);
  });

  test('takes its steps in the order in which they were asked for', async () => {
    const generation = aab.generate('aab', { max_new_tokens: 4 });
    const steps = await Promise.all([
      generation.step(),
      generation.step(),
      generation.step(),
      generation.step(),
    ]);
    expect(steps.map(({ index }) => index)).toEqual([0, 1, 2, 3]);
    expect(steps.map(({ text }) => text).join('')).toBe('aaba');
  });

  test('does not disturb another one', async () => {
    const texts = await Promise.all(
      ['a', 'aa', 'aab', 'abaab'].map(
        async (text) => (await aab.generate(text, { max_new_tokens: 10 }).result()).text,
      ),
    );
    expect(texts).toEqual(['baabaabaab', 'baabaabaab', 'aabaabaaba', 'aabaabaaba']);
  });
});

describe('options', () => {
  test('may be a pasted generation_config.json', async () => {
    const pasted = {
      _from_model_config: true,
      transformers_version: '4.44.0',
      bos_token_id: 50256,
      pad_token_id: null,
      eos_token_id: 1,
      max_new_tokens: 5,
      num_beam_groups: 1,
      typical_p: 1,
      bad_words_ids: null,
      temperature: null,
    };
    expect((await aab.generate('a', pasted as never).result()).ids).toEqual([1]);
  });

  const refused = async (options: object) =>
    (await refusal(aab.generate('a', options as never).result())).message;

  test('that do not exist are refused by name', async () => {
    expect(await refused({ max_tokens: 5 })).toMatch(
      /^generate: unknown option max_tokens; known are max_new_tokens/,
    );
  });
  test('that this engine does not have are refused where they ask for something', async () => {
    expect(await refused({ num_beam_groups: 3 })).toBe(
      'generate: num_beam_groups is not supported, found 3',
    );
    expect(await refused({ max_time: NaN })).toBe('generate: max_time is not supported, found NaN');
  });
  test('at the ends of their ranges leave every score finite', async () => {
    for (const extreme of [
      { temperature: 1e-40, do_sample: true, num_beams: 3 },
      { temperature: 1e38, do_sample: true, num_beams: 3 },
      { repetition_penalty: 1e6, num_beams: 2 },
      { repetition_penalty: 1e-6, num_beams: 2 },
    ]) {
      const options = { ...extreme, max_new_tokens: 4, eos_token_id: [] };
      const { score, normalized_score } = await aab.generate('aab', options).result();
      expect([score, normalized_score].every(Number.isFinite), JSON.stringify(extreme)).toBe(true);
    }
  });
  test('of a wrong type are refused', async () => {
    expect(await refused({ temperature: '0.8' })).toBe(
      'generate: temperature must be a number above 0 (for greedy decoding switch do_sample off), found "0.8"',
    );
    expect(await refused({ max_new_tokens: 2.5 })).toMatch(
      /^generate: max_new_tokens must be a whole number/,
    );
    expect(await refused({ early_stopping: 'always' })).toBe(
      'generate: early_stopping must be false or true or "never", found "always"',
    );
  });
  test('that only an encoder–decoder has a use for are refused', async () => {
    for (const options of [{ source: [] }, { source: 'a' }, { decoder_start_token_id: 0 }])
      expect(await refused(options)).toBe(
        `this model has no encoder, so it takes no ${Object.keys(options)[0]}`,
      );
  });
  test('out of range are refused', async () => {
    expect(await refused({ top_p: 1.5 })).toBe(
      'generate: top_p must be a number above 0 and at most 1 (1 switches it off), found 1.5',
    );
    expect(await refused({ top_p: NaN })).toMatch(/, found NaN$/);
    expect(await refused({ temperature: 0 })).toMatch(/^generate: temperature must be a number/);
    expect(await refused({ num_beams: 1001 })).toBe(
      'generate: num_beams must be a whole number from 1 to 1000, found 1001',
    );
    expect(await refused({ num_beams: 2, num_return_sequences: 3 })).toMatch(
      /num_return_sequences is 3/,
    );
    expect(await refused({ eos_token_id: 7 })).toMatch(/\beos_token_id\[0\] is 7; expected an id/);
    expect(await refused({ max_length: 1 })).toMatch(/max_length 1 leaves no room/);
    expect(await refused({ capture: ['nothing'] })).toMatch(/no activation named 'nothing'/);
  });
});

test.each([null, 'greedy', 7])('options that are no object are refused: %s', async (options) => {
  const message = `generate: options must be an object, found ${JSON.stringify(options)}`;
  const refused = async (generation: Generation) => (await refusal(generation.result())).message;
  expect(await refused(aab.generate('a', options as never))).toBe(message);
  const table = { vocab: ['a'], rows: [{ prefix: [], probabilities: [1] }] };
  expect(await refused(beamSearchOverTable(table, options as never))).toBe(message);
});

describe('over a table', () => {
  test.each([
    { source: 'a' },
    { decoder_start_token_id: 0 },
    { capture: [] },
    { ablate: [{ layer: 0, head: 0 }] },
    { edits: [{ hook: 'logits', scale: 2 }] },
  ])('what is for a model is refused: %j', async (options) => {
    const table = { vocab: ['a'], rows: [{ prefix: [], probabilities: [1] }] };
    expect((await refusal(beamSearchOverTable(table, options as never).result())).message).toMatch(
      new RegExp(`^generate: unknown option ${Object.keys(options)[0]}; known are max_new_tokens`),
    );
  });

  const example = goldenJson('seed004_beam_example.json');
  const vocab: string[] = example.vocab;
  const rows = Object.entries<number[]>(example.next_token_probabilities_after_prefix).map(
    ([prefix, probabilities]) => ({
      prefix: [...prefix].map((letter) => vocab.indexOf(letter)),
      probabilities,
    }),
  );

  test.each<{
    beam_size: number;
    alpha: number;
    hypotheses: { tokens: string[]; score: number; rank: number }[];
  }>(example.results)(
    'beam search of $beam_size with alpha $alpha is the article’s',
    async ({ beam_size, alpha, hypotheses }) => {
      const options = {
        num_beams: beam_size,
        num_return_sequences: beam_size,
        length_penalty: alpha,
        max_new_tokens: 2,
        beam_rule: 'gnmt',
      } as const;
      const search = beamSearchOverTable({ vocab, rows }, { ...options, num_beams: beam_size });
      const steps = await stepsOf(search);
      expect(steps).toHaveLength(2);
      const { sequences } = await search.result();
      expect(sequences).toHaveLength(beam_size);
      hypotheses.forEach(({ tokens, score, rank }, i) => {
        expect(sequences[i]!.text).toBe(tokens.join(''));
        expect(sequences[i]!.score).toBeCloseTo(score, 4);
        expect(sequences[i]!.normalized_score).toBeCloseTo(rank, 4);
      });
    },
  );

  test('the two beams of the article are AB with 0.16 and BA with 0.15', async () => {
    const search = beamSearchOverTable(
      { vocab, rows },
      { num_beams: 2, num_return_sequences: 2, length_penalty: 0, max_new_tokens: 2 },
    );
    const { sequences } = await search.result();
    expect(sequences.map(({ text, score }) => [text, Math.exp(score).toFixed(2)])).toEqual([
      ['AB', '0.16'],
      ['BA', '0.15'],
    ]);
  });

  test('wrong tables are refused', async () => {
    const refused = async (table: object) =>
      (await refusal(beamSearchOverTable(table as never).result())).message;
    expect(await refused({ vocab })).toBe('table: rows is missing');
    expect(await refused({ vocab, rows: [{ prefix: [], probabilities: ['x'] }] })).toMatch(
      /^table: rows\[0\]: probabilities must be a list/,
    );
    expect(await refused({ vocab, rows: [{ prefix: [], probabilities: [1] }] })).toMatch(/5/);
    expect(
      await refused({ vocab, rows: [{ prefix: [9], probabilities: [1, 0, 0, 0, 0] }] }),
    ).toMatch(/9/);
  });
});
