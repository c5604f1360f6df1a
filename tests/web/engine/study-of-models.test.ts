/** What `glassformer/study` finds in the shipped models, beside single runs of the engine with the same vectors, parts and tokens. */
import { loadModel, type Model } from 'glassformer';
import {
  ablation,
  activationPatching,
  logit,
  logitAttribution,
  ovCircuit,
  qkCircuit,
  surprise,
} from 'glassformer/study';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { HookEdit, Tensor } from '../../../web/src/shared/run-types.ts';

const kSources = ['stories', 'tang', 'aab', 'en-zh'] as const;
type Source = (typeof kSources)[number];

const kTom = ['Tom hugged his mom. Tom loved his', 'Tom hugged his dad. Tom loved his'] as const;
const kGirl = 'Once upon a time, there was a little girl named';
const kMoon = 'The moon is very bright tonight.';
const kPoem = '空山新雨后，天气晚来';
/** A line of each decoder. */
const kLines = [
  ['stories', kGirl],
  ['tang', '空山新雨后，'],
  ['aab', 'aabaa'],
] as const;

/** By name, each loaded once. */
const models: Record<Source, Model> = {} as never;

beforeAll(async () => {
  for (const name of kSources) models[name] = await loadModel(name);
});

afterAll(async () => {
  for (const model of Object.values(models)) await model.close();
});

const sumOf = (values: readonly number[] | Float32Array) => {
  let sum = 0;
  for (const each of values) sum += each;
  return sum;
};

/** Views of the rows: whole logits as lists would take longer than the runs. */
function rowsOf({ shape, data }: Tensor): Float32Array[] {
  const width = shape.at(-1) as number;
  return Array.from({ length: data.length / width }, (_, row) =>
    data.subarray(row * width, (row + 1) * width),
  );
}

async function logitsOf(model: Model, text: string): Promise<Float32Array[]> {
  const { activations } = await model.forward(text, { capture: ['logits'] });
  return rowsOf(activations['logits']!);
}

/** In their order, the largest first. */
const falling = (logits: Iterable<number>) =>
  Array.from(logits, (value, id) => ({ id, value })).sort((a, b) => b.value - a.value);

/** The logarithm of the probability of one token. */
function logProbability(logits: Float32Array, id: number): number {
  const most = Math.max(...logits);
  let total = 0;
  for (const each of logits) total += Math.exp(each - most);
  return logits[id]! - most - Math.log(total);
}

describe('activationPatching', () => {
  const kOfStream = ['resid_pre', 'resid_mid', 'resid_post', 'ln1', 'ln2', 'attn_out', 'mlp_out'];
  const kOfHeads = ['q', 'k', 'v', 'raw_scores', 'pattern', 'z'].map((each) => `attn.${each}`);

  /** `own` with the vectors of `from` at one place: of all heads, or of one. */
  function patched(own: Tensor, from: Tensor, place: number, head: number | undefined) {
    const set = own.data.slice();
    const [places, width] = from.shape.slice(-2) as [number, number];
    for (let at = place * width, each = 0; at < set.length; at += places * width, ++each)
      if (head === undefined || each === head) set.set(from.data.subarray(at, at + width), at);
    return set;
  }

  it.each<{ activation: string; head?: number }>([
    ...[...kOfStream, ...kOfHeads, 'mlp.pre', 'mlp.post'].map((activation) => ({ activation })),
    { activation: 'attn.z', head: 3 },
    { activation: 'attn.pattern', head: 0 },
  ])('every number is one run of the engine with that vector: %o', async ({ activation, head }) => {
    const model = models.stories;
    const asked = { activation, ...(head === undefined ? {} : { head }) } as never;
    const { clean, corrupted, restored } = await activationPatching(model, ...kTom, asked);
    expect(restored).toHaveLength(5);
    const hooks = restored.map((_, layer) => `blocks.${layer}.${activation}`);
    const [from, own] = (await Promise.all(
      kTom.map(async (line) => (await model.forward(line, { capture: hooks })).activations),
    )) as [Record<string, Tensor>, Record<string, Tensor>];
    const way = clean.value - corrupted.value;
    for (const [layer, values] of restored.entries()) {
      expect(values).toHaveLength(corrupted.tokens.length);
      const hook = hooks[layer]!;
      for (const [place, value] of values.entries()) {
        const edits = [{ hook, set: patched(own[hook]!, from[hook]!, place, head) }];
        const { activations } = await model.forward(kTom[1], { capture: ['logits'], edits });
        const logits = rowsOf(activations['logits']!).at(-1)!;
        const difference = logits[clean.answer.id]! - logits[corrupted.answer.id]!;
        expect(value).toBeCloseTo((difference - corrupted.value) / way, 4);
      }
    }
  });
});

describe('ablation', () => {
  type Part = Awaited<ReturnType<typeof ablation>>['without'][number];

  function meanOf({ shape, data }: Tensor, head: number | null): Float32Array {
    const [rows, columns] = shape.slice(-2) as [number, number];
    const mean = new Float32Array(columns);
    for (let i = 0; i < columns; ++i) {
      let sum = 0;
      for (let r = 0; r < rows; ++r) sum += data[((head ?? 0) * rows + r) * columns + i]!;
      mean[i] = sum / rows;
    }
    return mean;
  }

  /** What the parts hand on is 0, or its mean over the places of the line. */
  const editsOf = ({ hooks, head }: Part, own: Readonly<Record<string, Tensor>> | null) =>
    hooks.map((hook): HookEdit => ({
      hook,
      ...(head === null ? {} : { head }),
      ...(own === null ? { scale: 0 } : { set: meanOf(own[hook]!, head) }),
    }));

  /** What the model reads: of a translator its own greedy translation, behind the start sign. */
  async function lineOf(model: Model, source: string) {
    const { architecture, decoder_start_token_id: start = 0 } = model.config.resolved;
    if (architecture === 'decoder') return { input: source, options: {}, hook: 'logits' };
    const { ids } = await model.generate(source, { max_new_tokens: 80 }).result();
    return { input: [start, ...ids.slice(0, -1)], options: { source }, hook: 'decoder.logits' };
  }

  it.each([
    ['stories', kGirl, 'zero', 35],
    ['stories', kGirl, 'mean', 35],
    ['tang', kPoem, 'mean', 56],
    ['aab', 'aabaa', 'zero', 2],
    ['en-zh', kMoon, 'zero', 48],
    ['en-zh', kMoon, 'mean', 48],
  ] as const)(
    'every number is one run of the engine without that part: %s, %s, %s',
    async (src, text, kind, parts) => {
      const model = models[src];
      const told = await ablation(model, text, { kind });
      expect(told.without).toHaveLength(parts);
      const { input, options, hook } = await lineOf(model, text);
      const logsWith = async (edits: readonly HookEdit[]) => {
        const run = await model.forward(input, { ...options, capture: [hook], edits });
        const rows = rowsOf(run.activations[hook]!);
        return told.tokens.map(({ row, id }) => logProbability(rows[row]!, id));
      };
      const expectNear = (of: Pick<Part, 'probability' | 'logProbability'>, logs: number[]) => {
        const sum = sumOf(logs);
        expect(of.probability).toBeCloseTo(Math.exp(sum / logs.length), 4);
        expect(Math.abs(of.logProbability - sum)).toBeLessThan(1e-3 * Math.max(1, -sum));
      };
      expectNear(told, await logsWith([]));
      const capture = [...new Set(told.without.flatMap(({ hooks }) => hooks))];
      const { activations } = await model.forward(input, { ...options, capture });
      for (const part of told.without)
        expectNear(part, await logsWith(editsOf(part, kind === 'zero' ? null : activations)));
      const names = told.without.map(({ hooks, head }) => `${hooks.join(' ')} ${head}`);
      expect(new Set(names).size).toBe(parts);
      // Those first that change most.
      const changes = told.without.map((each) => Math.abs(each.probability - told.probability));
      expect(changes).toEqual([...changes].sort((a, b) => b - a));
    },
  );
});

describe('circuits', () => {
  /**
   * The engine's own scores and logits of one head, with all biases of the layer's norm and attention set to 0 and the embeddings
   * (with or without positions) in the stream before the layer.
   */
  async function ofEngine(
    model: Model,
    text: string,
    { layer, head, withPositions }: { layer: number; head: number; withPositions: boolean },
  ): Promise<{ scores: Float32Array[]; written: Float32Array[] }> {
    const biases = model.weights.filter(
      ({ name }) => name.startsWith(`h.${layer}.`) && name.endsWith('.bias'),
    );
    const undo = [];
    for (const { name, shape } of biases)
      undo.push(await model.setWeight(name, new Float32Array(shape[0]!)));
    const [scores, values, out] = ['attn.raw_scores', 'attn.v', 'attn_out'].map(
      (name) => `blocks.${layer}.${name}`,
    ) as [string, string, string];
    const before = await model.forward(text, { capture: ['embed', 'pos_embed', values] });
    const { embed, pos_embed } = before.activations;
    const [heads, rows, width] = before.activations[values]!.shape as [number, number, number];
    // Every token attends to itself alone, and only this head hands anything on.
    const pattern = new Float32Array(rows * rows);
    for (let i = 0; i < rows; ++i) pattern[i * (rows + 1)] = 1;
    const set = embed!.data.map((each, i) => each + (withPositions ? pos_embed!.data[i]! : 0));
    const others = Array.from({ length: heads }, (_, i) => i).filter((each) => each !== head);
    const edits: HookEdit[] = [
      { hook: `blocks.${layer}.resid_pre`, set },
      { hook: `blocks.${layer}.attn.pattern`, head, set: pattern },
      ...others.map((each) => ({ hook: `blocks.${layer}.attn.z`, head: each, scale: 0 })),
    ];
    const { activations } = await model.forward(text, { capture: [scores, out], edits });
    for (const each of undo) await each();
    return {
      scores: rowsOf(activations[scores]!)
        .slice(head * rows, (head + 1) * rows)
        .map((row) => row.map((each) => each / Math.sqrt(width))),
      written: rowsOf(activations[out]!),
    };
  }

  it.each([
    ['stories', kGirl, 0, 3, false],
    ['stories', kGirl, 3, 1, true],
    ['tang', '空山新雨后，', 4, 4, false],
  ] as const)(
    'QK is what the engine scores: %s, %s, layer %i, head %i',
    async (src, text, layer, head, withPositions) => {
      const asked = { layer, head, withPositions };
      const found = await qkCircuit(models[src], text, asked);
      const { scores } = await ofEngine(models[src], text, asked);
      expect(found.scores).toHaveLength(scores.length);
      // The engine may leave out what the causal mask hides: the key stands at or before its query.
      found.scores.forEach((row, query) =>
        row.slice(0, query + 1).forEach((score, key) => {
          expect(score, `${query} ${key}`).toBeCloseTo(scores[query]![key]!, 2);
        }),
      );
    },
  );

  it.each([
    ['stories', kGirl, 4, 0],
    ['tang', '空山新雨后，', 2, 5],
  ] as const)(
    'OV is what the engine writes: %s, %s, layer %i, head %i',
    async (src, text, layer, head) => {
      const model = models[src];
      const { raised, lowered, itself, row } = await ovCircuit(model, text, { layer, head });
      const tokens = await model.tokenizer.encode(text);
      expect(row).toBe(tokens.length - 1);
      const asked = { layer, head, withPositions: false };
      const written = (await ofEngine(model, text, asked)).written[row]!;
      const [table, gain] = [await model.weight('wte.weight'), await model.weight('ln_f.weight')];
      const mean = sumOf(written) / written.length;
      const logits = rowsOf(table).map((weights) =>
        written.reduce((sum, each, i) => sum + (each - mean) * gain.data[i]! * weights[i]!, 0),
      );
      for (const each of [...raised, ...lowered, itself])
        expect(each.logit, each.text).toBeCloseTo(logits[each.id]!, 2);
      const all = falling(logits);
      raised.forEach(({ logit: own }, i) => expect(own).toBeCloseTo(all[i]!.value, 2));
      lowered.forEach(({ logit: own }, i) => expect(own).toBeCloseTo(all.at(-1 - i)!.value, 2));
      expect(itself.id).toBe(tokens[row]!.id);
      const above = logits.filter((each) => each > logits[itself.id]!).length;
      expect(Math.abs(itself.rank - 1 - above)).toBeLessThanOrEqual(1);
    },
  );
});

it.each([
  ['stories', kGirl, 5],
  ['tang', '空山新雨后，', 6],
  ['aab', 'aabaa', 1],
] as const)(
  'logitAttribution: the parts add up to the engine’s logit, and the heads to their attention: %s',
  async (src, text, heads) => {
    const found = await logitAttribution(models[src], text);
    const { shares, normBias, headBias, sum, logit: own, token, row } = found;
    const logits = (await logitsOf(models[src], text))[row]!;
    expect(token.id).toBe(falling(logits)[0]!.id);
    const parts = [...Object.values(shares), normBias ?? 0, headBias ?? 0];
    expect(Math.abs(sumOf(parts) - logits[token.id]!)).toBeLessThanOrEqual(1e-3);
    expect(Math.abs(sum - own)).toBeLessThanOrEqual(1e-3);
    expect(Object.keys(found.heads)).toHaveLength(models[src].config.resolved.decoder_layers);
    for (const [hook, { heads: each, bias }] of Object.entries(found.heads)) {
      expect(each).toHaveLength(heads);
      const share = sumOf(each) + (bias ?? 0);
      expect(Math.abs(share - shares[hook]!), hook).toBeLessThanOrEqual(1e-3);
    }
  },
);

it.each([
  ['stories', `${kGirl} Lily. She liked to`],
  ['tang', `${kPoem}秋。`],
  ['aab', 'aabaa'],
] as const)('surprise: the bits are those of the engine’s logits: %s', async (src, text) => {
  const { bits, mean, perplexity, expected } = await surprise(models[src], text);
  const logits = await logitsOf(models[src], text);
  const ids = (await models[src].tokenizer.encode(text)).map(({ id }) => id);
  expect(bits).toHaveLength(ids.length);
  expect(bits[0]).toBeNull();
  for (let i = 1; i < ids.length; ++i) {
    const before = logits[i - 1]!;
    expect(bits[i]!).toBeCloseTo(-logProbability(before, ids[i]!) / Math.LN2, 3);
    const likely = falling(before).map(({ id }) => id);
    expect(expected[i]!.map(({ id }) => id)).toEqual(likely.slice(0, 3));
    const most = Math.exp(logProbability(before, likely[0]!));
    expect(expected[i]![0]!.probability).toBeCloseTo(most, 4);
  }
  const numbers = bits.slice(1) as number[];
  expect(mean).toBeCloseTo(sumOf(numbers) / numbers.length, 5);
  expect(perplexity).toBeCloseTo(2 ** mean!, 5);
});

it.each(kLines)('logit: the products add up to the engine’s: %s', async (src, text) => {
  const { token, row, products, bias, sum } = await logit(models[src], text);
  const [first] = falling((await logitsOf(models[src], text))[row]!);
  expect(token.id).toBe(first!.id);
  expect(token.logit).toBeCloseTo(first!.value, 3);
  expect(sumOf([...products]) + (bias ?? 0)).toBeCloseTo(first!.value, 3);
  expect(sum).toBeCloseTo(first!.value, 3);
});
