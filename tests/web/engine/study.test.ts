/** Ways to study a model, beside what its own runs say. */
import { loadModel, type Model, softmax } from 'glassformer';
import {
  ablation,
  activationPatching,
  logit,
  logitAttribution,
  neuron,
  ovCircuit,
  qkCircuit,
  surprise,
} from 'glassformer/study';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  aabFiles,
  classifierFiles,
  encoderDecoderFiles,
  gpt2Files,
  ideographs,
  syntheticFiles,
} from './helpers.ts';

const kIds = [5, 17, 42, 8, 17, 60];
const kTom = ['Tom hugged his mom. Tom loved his', 'Tom hugged his dad. Tom loved his'] as const;

/** By name, each loaded once. */
const models: Record<'gpt2' | 'aab' | 'pair' | 'classifier' | 'stories', Model> = {} as never;

beforeAll(async () => {
  const sources = {
    gpt2: gpt2Files(),
    aab: aabFiles(),
    pair: encoderDecoderFiles(),
    classifier: classifierFiles('post_first'),
    stories: 'stories',
  };
  for (const [name, source] of Object.entries(sources))
    models[name as keyof typeof models] = await loadModel(source);
});

afterAll(async () => {
  for (const model of Object.values(models)) await model.close();
});

/** Rows of the last two dimensions. */
function rowsOf({
  shape,
  data,
}: {
  readonly shape: readonly number[];
  readonly data: Float32Array;
}) {
  const width = shape.at(-1) as number;
  return Array.from({ length: data.length / width }, (_, row) => [
    ...data.subarray(row * width, (row + 1) * width),
  ]);
}

async function probabilitiesOf(model: Model, ids: readonly number[], options = {}) {
  const { activations } = await model.forward(ids, { ...options, capture: ['logits'] });
  return rowsOf(await softmax(activations['logits']!));
}

function expectAllNear(found: readonly number[], wanted: readonly number[], digits = 4): void {
  expect(found).toHaveLength(wanted.length);
  found.forEach((value, i) => expect(value).toBeCloseTo(wanted[i] as number, digits));
}

describe('surprise', () => {
  it('is −log2 of the probability of each token', async () => {
    const { bits, mean, perplexity, expected } = await surprise(models.gpt2, kIds);
    const rows = await probabilitiesOf(models.gpt2, kIds);
    expect(bits[0]).toBeNull();
    const wanted = kIds.slice(1).map((id, i) => -Math.log2(rows[i]![id] as number));
    expectAllNear(bits.slice(1) as number[], wanted);
    expect(mean).toBeCloseTo(wanted.reduce((sum, each) => sum + each) / wanted.length, 4);
    expect(perplexity).toBeCloseTo(2 ** (mean as number), 4);
    const [none, first] = expected;
    expect(none).toEqual([]);
    expect(first![0]!.probability).toBe(Math.max(...rows[0]!));
  });

  it('is that of the model without a head where one is switched off', async () => {
    const ablate = [{ layer: 0, head: 1 }];
    const { bits } = await surprise(models.gpt2, kIds, { ablate });
    const rows = await probabilitiesOf(models.gpt2, kIds, { ablate });
    expect(bits[1]).toBeCloseTo(-Math.log2(rows[0]![kIds[1]!] as number), 4);
    expect(bits[1]).not.toBeCloseTo((await surprise(models.gpt2, kIds)).bits[1] as number, 4);
  });
});

describe('logitAttribution', () => {
  for (const name of ['gpt2', 'aab'] as const)
    it(`adds up to the logit: ${name}`, async () => {
      const ids = name === 'aab' ? [0, 0, 1, 0] : kIds;
      const {
        shares,
        normBias,
        headBias,
        sum,
        logit: own,
      } = await logitAttribution(models[name], ids);
      const all = Object.values(shares).reduce((total, each) => total + each, 0);
      expect(all + (normBias ?? 0) + (headBias ?? 0)).toBeCloseTo(sum, 6);
      expect(sum).toBeCloseTo(own, 3);
      const { activations } = await models[name].forward(ids, { capture: ['logits'] });
      expect(own).toBe(Math.max(...rowsOf(activations['logits']!).at(-1)!));
    });

  it('gives what the heads of an attention give, and W_O’s bias, as the share of that attention', async () => {
    const { shares, heads } = await logitAttribution(models.gpt2, kIds, {
      row: 2,
      token: 9,
      against: 3,
    });
    for (const hook of ['blocks.0.attn_out', 'blocks.1.attn_out']) {
      const { heads: own, bias } = heads[hook]!;
      expect(own).toHaveLength(4);
      expect(own.reduce((sum, each) => sum + each, bias ?? 0)).toBeCloseTo(shares[hook]!, 4);
    }
  });

  it('of two tokens is the difference', async () => {
    const of = async (token: number, against?: number) =>
      (
        await logitAttribution(models.gpt2, kIds, {
          token,
          ...(against === undefined ? {} : { against }),
        })
      ).logit;
    expect(await of(9, 3)).toBeCloseTo((await of(9)) - (await of(3)), 5);
  });
});

describe('activationPatching', () => {
  it('brings back all with the last vector, and nothing where the lines are the same', async () => {
    const { clean, corrupted, patched, restored, followed } = await activationPatching(
      models.stories,
      ...kTom,
    );
    expect(followed).toBeNull();
    const at = clean.tokens.findIndex(({ id }, i) => id !== corrupted.tokens[i]!.id);
    expect(at).toBeGreaterThan(0);
    // Before the first layer only the token that differs does; after the last sum of the stream only the last place.
    restored[0]!.forEach((value, place) => expect(value).toBeCloseTo(place === at ? 1 : 0, 3));
    expect(patched[0]![at]).toBeCloseTo(clean.value, 3);
    const { restored: last } = await activationPatching(models.stories, ...kTom, {
      activation: 'resid_post',
    });
    last
      .at(-1)!
      .forEach((value, place, { length }) =>
        expect(value).toBeCloseTo(place === length - 1 ? 1 : 0, 3),
      );
  });

  it('follows one token’s logit', async () => {
    const { clean, corrupted } = await activationPatching(models.stories, ...kTom);
    const { id } = clean.answer;
    const {
      followed,
      clean: own,
      patched,
    } = await activationPatching(models.stories, ...kTom, { token: id });
    expect(followed?.id).toBe(id);
    const { activations } = await models.stories.forward(kTom[0], { capture: ['logits'] });
    expect(own.value).toBeCloseTo(rowsOf(activations['logits']!).at(-1)![id]!, 4);
    expect(corrupted.answer.id).not.toBe(id);
    expect(patched).toHaveLength(models.stories.config.resolved.decoder_layers);
  });

  it('follows one token’s logit less that of another, of lines given as ids or tokens, too', async () => {
    const { tokenizer } = models.stories;
    const [clean, corrupted] = await Promise.all(kTom.map((line) => tokenizer.encode(line)));
    const of = (token: number, against?: number) =>
      activationPatching(
        models.stories,
        clean!.map(({ id }) => id),
        corrupted!,
        {
          token,
          ...(against === undefined ? {} : { against }),
        },
      );
    const answers = await activationPatching(models.stories, ...kTom);
    const [first, second] = [answers.clean.answer.id, answers.corrupted.answer.id];
    const difference = await of(first, second);
    expect(difference.against?.id).toBe(second);
    expect(difference.clean.value).toBeCloseTo(answers.clean.value, 4);
    expect(difference.restored).toEqual(answers.restored);
    const [one, other] = [await of(first), await of(second)];
    expect(difference.patched[2]![4]).toBeCloseTo(one.patched[2]![4]! - other.patched[2]![4]!, 4);
  });

  it('takes ids in typed arrays', async () => {
    const { tokenizer } = models.stories;
    const lines = await Promise.all(kTom.map((line) => tokenizer.encode(line)));
    const [clean, corrupted] = lines.map((line) => Int32Array.from(line, ({ id }) => id));
    const patching = await activationPatching(models.stories, clean as never, corrupted as never);
    expect(patching).toEqual(await activationPatching(models.stories, ...kTom));
  });

  it('follows a token’s logit where both lines have the same answer', async () => {
    const lines = ['girl', 'boy'].map((one) => `One day, a little ${one} named Lily`) as [
      string,
      string,
    ];
    await expect(activationPatching(models.stories, ...lines)).rejects.toThrow('found " went"');
    const [token] = await models.stories.tokenizer.encode(' went');
    const { clean, corrupted, followed } = await activationPatching(models.stories, ...lines, {
      token: token!.id,
    });
    expect(followed?.text).toBe(' went');
    expect(clean.answer.id).toBe(corrupted.answer.id);
    expect(Math.abs(clean.value - corrupted.value)).toBeGreaterThan(0.05);
  });
});

describe('ablation', () => {
  it('leaves each part out in a run of its own', async () => {
    const { tokens, probability, without } = await ablation(models.gpt2, kIds);
    const { id } = tokens[0]!;
    const before = (await probabilitiesOf(models.gpt2, kIds)).at(-1)!;
    expect(probability).toBeCloseTo(before[id]!, 5);
    expect(before[id]).toBe(Math.max(...before));
    expect(without).toHaveLength(2 * (4 + 2));
    for (const { hooks, head, probability: own } of without) {
      const edits = hooks.map((hook) => ({ hook, scale: 0, ...(head === null ? {} : { head }) }));
      const rows = await probabilitiesOf(models.gpt2, kIds, { edits });
      expect(own, hooks.join()).toBeCloseTo(rows.at(-1)![id]!, 5);
    }
    const changes = without.map((each) => Math.abs(each.probability - probability));
    expect(changes).toEqual([...changes].sort((a, b) => b - a));
  });

  it('of a translator measures its translation, or one token of it', async () => {
    const translator = await loadModel('en-zh');
    const { tokens, logProbability, without } = await ablation(translator, 'I like tea.');
    const { ids } = await translator.generate('I like tea.', { max_new_tokens: 80 }).result();
    expect(tokens.map(({ id }) => id)).toEqual([...ids]);
    const one = await ablation(translator, 'I like tea.', { place: 1, kind: 'mean' });
    expect(one.tokens).toEqual([tokens[1]]);
    expect(one.logProbability).toBeGreaterThan(logProbability);
    expect(new Set(without.map(({ stack }) => stack))).toEqual(
      new Set(['encoder', 'decoder', 'cross']),
    );
    await translator.close();
  });

  it('of a model whose outputs begin with bos_token_id reads what the engine has read', async () => {
    const translator = await loadModel({ ...encoderDecoderFiles(), vocabJson: ideographs(50) });
    const { bos_token_id, decoder_start_token_id } = translator.config.resolved;
    expect([bos_token_id, decoder_start_token_id]).toEqual([1, undefined]);
    const source = '\u4e03\u4e04';
    const { tokens, probability } = await ablation(translator, source, { place: 0 });
    const { activations } = await translator.forward([1], { source, capture: ['decoder.logits'] });
    const [first] = rowsOf(await softmax(activations['decoder.logits']!));
    expect(probability).toBeCloseTo(first![tokens[0]!.id] as number, 5);
    await translator.close();
  });
});

describe('a signal', () => {
  const reason = new Error('enough');
  const calls: Record<string, (model: Model, signal: AbortSignal) => Promise<unknown>> = {
    ablation: (model, signal) => ablation(model, kTom[0], { signal }),
    activationPatching: (model, signal) => activationPatching(model, ...kTom, { signal }),
  };
  for (const [name, call] of Object.entries(calls)) {
    it(`ends ${name} before it begins`, async () => {
      await expect(call(models.stories, AbortSignal.abort(reason))).rejects.toBe(reason);
    });
    it(`ends ${name} between two runs`, async () => {
      const stop = new AbortController();
      let runs = 0;
      const counting = new Proxy(models.stories, {
        get(model, field) {
          const value: unknown = Reflect.get(model, field, model);
          if (field !== 'forward') return value;
          return (...given: Parameters<Model['forward']>) => {
            if (++runs === 4) stop.abort(reason);
            return model.forward(...given);
          };
        },
      });
      await expect(call(counting, stop.signal)).rejects.toBe(reason);
      // What comes after it waits for the run under way: by then no other has begun.
      await models.stories.forward(kTom[0]);
      expect(runs).toBe(4);
    });
    it(`of a timer is heard by ${name}`, async () => {
      const stop = new AbortController();
      setTimeout(() => stop.abort(reason), 1);
      await expect(call(models.stories, stop.signal)).rejects.toBe(reason);
    });
  }
});

describe('circuits', () => {
  it('QK of the first layer, with positions, is what the run scores', async () => {
    // W_Q and W_K alone: a run adds their biases, which are none here.
    const { scores } = await qkCircuit(models.aab, 'aabaa', {
      layer: 0,
      head: 0,
      withPositions: true,
    });
    const { activations } = await models.aab.forward('aabaa', {
      capture: ['blocks.0.attn.raw_scores'],
    });
    const { num_heads, d_model, scale_attention } = models.aab.config.resolved;
    const scale = scale_attention ? Math.sqrt(d_model / num_heads) : 1;
    const rows = rowsOf(activations['blocks.0.attn.raw_scores']!);
    scores.forEach((row, i) =>
      expectAllNear(
        row,
        rows[i]!.map((each) => each / scale),
        3,
      ),
    );
  });

  it('OV names what the head raises for the token that is attended to', async () => {
    const { raised, lowered, itself, row } = await ovCircuit(models.gpt2, kIds, {
      layer: 1,
      head: 2,
      row: 1,
    });
    expect(row).toBe(1);
    expect(itself.id).toBe(kIds[1]);
    const values = raised.map((each) => each.logit);
    expect(values).toEqual([...values].sort((a, b) => b - a));
    expect(Math.max(...lowered.map((each) => each.logit))).toBeLessThan(Math.min(...values));
    expect(itself.rank).toBeGreaterThan(0);
    if (itself.logit < values.at(-1)!) expect(itself.rank).toBeGreaterThan(values.length);
  });
});

describe('raised and lowered', () => {
  it('of a small vocabulary share no token, and have the sign that they say', async () => {
    const { raised, lowered } = await ovCircuit(models.aab, 'aab', { layer: 0, head: 0 });
    const { vocab_size } = models.aab.config.resolved;
    expect(vocab_size).toBeLessThan(8);
    const all = [...raised, ...lowered].map(({ id }) => id);
    expect(new Set(all).size).toBe(all.length);
    expect(all.length).toBeGreaterThan(0);
    for (const each of raised) expect(each.logit).toBeGreaterThan(0);
    for (const each of lowered) expect(each.logit).toBeLessThan(0);
  });
});

describe('neuron', () => {
  it('is a column of the hidden layer', async () => {
    const { along, raised } = await neuron(models.gpt2, kIds, { layer: 1, neuron: 7 });
    const { activations } = await models.gpt2.forward(kIds, { capture: ['blocks.1.mlp.post'] });
    expect(along).toEqual(rowsOf(activations['blocks.1.mlp.post']!).map((row) => row[7]));
    expect(raised[0]!.logit).toBeGreaterThan(0);
  });

  it('of a model that classifies raises classes', async () => {
    const { raised } = await neuron(models.classifier, [1, 2, 3], { layer: 0, neuron: 0 });
    const { labels } = models.classifier.config.resolved;
    for (const { id, text } of raised) expect(text).toBe(labels[id]);
    expect(raised.length).toBeGreaterThan(0);
  });
});

describe('logit', () => {
  it('is the sum of its products', async () => {
    const { token, products, sum, vector, weights } = await logit(models.gpt2, kIds, {
      row: 3,
      token: 11,
    });
    expect(token.id).toBe(11);
    expect(products[2]).toBeCloseTo(vector[2]! * weights[2]!, 5);
    expect(sum).toBeCloseTo(token.logit, 3);
  });

  it('is made with the weights as they are now, of a large vocabulary, too', async () => {
    const model = await loadModel(syntheticFiles(32, 2 ** 17 + 1));
    const sumOf = async () => {
      const { token, sum } = await logit(model, [5, 7], { token: 3 });
      expect(sum).toBeCloseTo(token.logit, 3);
      return sum;
    };
    const before = await sumOf();
    const { data } = await model.weight('wte.weight');
    const undo = await model.setWeight(
      'wte.weight',
      data.map((value) => value / 2),
    );
    expect(await sumOf()).not.toBeCloseTo(before, 3);
    await undo();
    expect(await sumOf()).toBe(before);
    await model.close();
  });
});

describe('what they cannot do is said in one sentence', () => {
  const decoder = (name: string) =>
    `${name}: needs a decoder, which writes a text, found an encoder-decoder`;
  const refusals: readonly [string, () => Promise<unknown>][] = [
    [decoder('surprise'), () => surprise(models.pair, [1, 2])],
    [decoder('logitAttribution'), () => logitAttribution(models.pair, [1, 2])],
    [decoder('activationPatching'), () => activationPatching(models.pair, 'a', 'b')],
    [decoder('qkCircuit'), () => qkCircuit(models.pair, [1], { layer: 0, head: 0 })],
    [
      'neuron: needs a decoder or an encoder, found an encoder-decoder',
      () => neuron(models.pair, [1], { layer: 0, neuron: 0 }),
    ],
    [decoder('logit'), () => logit(models.pair, [1])],
    [
      'ablation: needs a decoder or an encoder-decoder, found an encoder',
      () => ablation(models.classifier, [1]),
    ],
    [
      'ablation: the input of an encoder-decoder must be a text, found [1]',
      () => ablation(models.pair, [1]),
    ],
    ['ablation: place is of an encoder-decoder', () => ablation(models.gpt2, kIds, { place: 0 })],
    [
      'surprise: model must be one that loadModel has given, found null',
      () => surprise(null as never, 'a'),
    ],
    [
      'surprise: unknown option heads; known are ablate',
      () => surprise(models.gpt2, kIds, { heads: 1 } as never),
    ],
    [
      'logitAttribution: row must be a whole number from 0 to 5, found 6',
      () => logitAttribution(models.gpt2, kIds, { row: 6 }),
    ],
    [
      'logitAttribution: against must be a whole number from 0 to 96, found 97',
      () => logitAttribution(models.gpt2, kIds, { against: 97 }),
    ],
    [
      'activationPatching: the model has no mlp_out',
      () => activationPatching(models.aab, 'aab', 'aaa', { activation: 'mlp_out' }),
    ],
    [
      'activationPatching: head is of what has heads',
      () => activationPatching(models.aab, 'aab', 'aaa', { head: 0 }),
    ],
    [
      'activationPatching: the lines must have the same number of tokens, found 3 and 2',
      () => activationPatching(models.aab, 'aab', 'aa'),
    ],
    [
      'activationPatching: each line must have a token at least',
      () => activationPatching(models.aab, '', 'aa'),
    ],
    [
      'activationPatching: the lines must have different answers, found "b" after both',
      () => activationPatching(models.aab, 'aabaa', 'aaaaa'.slice(0, 5)),
    ],
    [
      'qkCircuit: layer must be a whole number from 0 to 1, found 2',
      () => qkCircuit(models.gpt2, kIds, { layer: 2, head: 0 }),
    ],
    ['qkCircuit: head is missing', () => qkCircuit(models.gpt2, kIds, { layer: 0 } as never)],
    [
      'qkCircuit: unknown option row',
      () => qkCircuit(models.gpt2, kIds, { layer: 0, head: 0, row: 1 } as never),
    ],
    [
      'neuron: the model has no feed-forward',
      () => neuron(models.aab, 'aab', { layer: 0, neuron: 0 }),
    ],
    [
      'qkCircuit: unknown option ablate; known are layer, head, withPositions',
      () => qkCircuit(models.gpt2, kIds, { layer: 0, head: 0, ablate: [] } as never),
    ],
    [
      'ovCircuit: unknown option ablate',
      () => ovCircuit(models.gpt2, kIds, { layer: 0, head: 0, ablate: [] } as never),
    ],
    [
      'ovCircuit: row must be a whole number from 0 to 5, found -1',
      () => ovCircuit(models.gpt2, kIds, { layer: 0, head: 0, row: -1 }),
    ],
    [
      'ablation: reference must come with kind "mean", found kind "zero"',
      () => ablation(models.aab, 'aab', { reference: 'aab' }),
    ],
    [
      'ablation: reference must be a text with a token at least, found " "',
      () => ablation(models.aab, 'aab', { kind: 'mean', reference: ' ' }),
    ],
    [
      "ablation: reference: found 2000 tokens, but this model's context holds",
      () => ablation(models.stories, 'A', { kind: 'mean', reference: ' a'.repeat(2000) }),
    ],
    [
      'activationPatching: against must come with token',
      () => activationPatching(models.stories, ...kTom, { against: 3 }),
    ],
    [
      'activationPatching: the logit of token 3 less that of token 3 must differ by at least 0.05 between the lines, found 0.000 and 0.000',
      () => activationPatching(models.stories, ...kTom, { token: 3, against: 3 }),
    ],
    [
      'logit: token must be a whole number from 0 to 2047, found 2048',
      () => logit(models.stories, 'A', { token: 2048 }),
    ],
    [
      'logit: token must be a whole number from 0 to 96, found 97',
      () => logit(models.gpt2, kIds, { token: 97 }),
    ],
  ];
  it.each(refusals)('%s', async (sentence, act) => {
    const error: unknown = await act().catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ name: 'GlassformerError', code: 'InvalidArgument' });
    expect((error as Error).message).toContain(sentence);
  });

  const kMust = 'must be one text or the ids of one text, found';
  type Call = (model: Model, input: never) => Promise<unknown>;
  const takeOne: Record<string, Call> = {
    surprise,
    logitAttribution,
    'activationPatching: clean': (model, input) => activationPatching(model, input, kIds),
    'activationPatching: corrupted': (model, input) => activationPatching(model, kIds, input),
    ablation,
    qkCircuit: (model, input) => qkCircuit(model, input, { layer: 0, head: 0 }),
    ovCircuit: (model, input) => ovCircuit(model, input, { layer: 0, head: 0 }),
    neuron: (model, input) => neuron(model, input, { layer: 0, neuron: 0 }),
    logit,
  };
  for (const [name, call] of Object.entries(takeOne))
    it(`${name} takes one line`, async () => {
      const where = name.includes(':') ? name : `${name}: input`;
      for (const [input, shown] of [
        [['Once upon', 'A cat'], '["Once upon","A cat"]'],
        [[kIds, [1]], '[[5,17,42,8,17,60],[1]]'],
        [[''], '[""]'],
        [undefined, 'undefined'],
      ])
        await expect(call(models.gpt2, input as never)).rejects.toThrow(
          `${where} ${kMust} ${shown as string}`,
        );
    });
});
