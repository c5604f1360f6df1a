/** What the prose of chapter 10, for those who study models, says of the shipped models, computed with them. */
import { createTrainer, softmax, type Ablation, type HookEdit, type Run } from 'glassformer';
import { describe, expect, test } from 'vitest';
import { kShape } from '../../../web/page/chapters/study.ts';
import { textsIn } from '../../../web/page/i18n/texts.ts';
import { kInitialSource, translators } from '../../../web/page/source.ts';
import {
  kCircuits,
  kInitialText,
  kPatched,
  kRepeating,
  type Writer,
  writers,
} from '../../../web/page/writers.ts';
import { kAabLesson } from '../../../web/src/elements/glass-train/lesson.ts';
import {
  configOf,
  type Norm,
  type Positions,
} from '../../../web/src/elements/glass-train/shape.ts';
import type { HeadPlace } from '../../../web/src/view/heads.ts';
import { frequencyLoss } from '../../../web/src/view/loss.ts';
import { at, matrixOf } from '../../../web/src/view/matrix.ts';
import './all-languages.ts';
import {
  loadModels,
  expectSaid,
  headsOf,
  likeliest,
  modelOf,
  patternOf,
  percent,
  plain,
  probabilities,
} from './said.ts';

loadModels([...writers, ...translators]);

describe('chapter 10: where a difference is kept', () => {
  /** Of the stream before `layer` at `place`: how much of the difference of the two answers it brings back. */
  async function restored(writer: Writer) {
    const model = modelOf(writer);
    const [clean, corrupted] = await Promise.all(
      kPatched[writer].map((text) =>
        model.forward(text, { capture: ['blocks.*.resid_pre', 'logits'] }),
      ),
    );
    const last = ({ activations }: Run) =>
      activations['logits']!.data.slice(-model.config.resolved.vocab_size);
    const answers = [clean!, corrupted!].map((run) => likeliest(last(run)));
    const difference = (run: Run) => last(run)[answers[0]!]! - last(run)[answers[1]!]!;
    const [from, to] = [difference(clean!), difference(corrupted!)];
    const share = async (layer: number, place: number) => {
      const hook = `blocks.${layer - 1}.resid_pre`;
      const own = corrupted!.activations[hook]!;
      const [, width] = own.shape as [number, number];
      const set = own.data.slice();
      const row = clean!.activations[hook]!.data.subarray(place * width, (place + 1) * width);
      set.set(row, place * width);
      const edits = [{ hook, set }];
      const run = await model.forward(kPatched[writer][1], { capture: ['logits'], edits });
      return (difference(run) - to) / (from - to);
    };
    const words = await Promise.all(answers.map((id) => model.tokenizer.decode([id])));
    const names = [clean!, corrupted!].map(({ tokens }) => tokens.map(({ text }) => text.trim()));
    const place = names[0]!.findIndex((name, i) => name !== names[1]![i]);
    return {
      share,
      place,
      end: names[0]!.length - 1,
      names: [names[0]![place]!, names[1]![place]!, names[0]!.at(-1)!],
      words: words.map((word) => word.trim()),
    };
  }

  test('stories-large: a boy’s name or a girl’s, two layers later', async () => {
    const { share, place, end, names, words } = await restored('stories-large');
    const shares = [share(1, place), share(2, place), share(3, end), share(3, place)];
    const said = (await Promise.all(shares)).map((each) => each.toFixed(2));
    const text = (language: string) => textsIn(language).study.patched['stories-large'];
    expectSaid(text, ...names, ...words, ...said);
  });

  test('stories: a boy’s name or a girl’s', async () => {
    const { share, place, end, names, words } = await restored('stories');
    const text = (language: string) => textsIn(language).study.patched.stories;
    const shares = [share(1, place), share(3, place), share(4, end), share(4, place)];
    const said = (await Promise.all(shares)).map((each) => each.toFixed(2));
    expectSaid(text, ...names, ...words, ...said);
  });

  test('tang: the rhyme goes from its character to the last one', async () => {
    const { share, place, end, names, words } = await restored('tang');
    const text = (language: string) => textsIn(language).study.patched.tang;
    const shares = [
      share(1, place),
      share(2, place),
      share(5, end),
      share(5, place),
      share(7, end),
    ];
    const said = (await Promise.all(shares)).map((each) => each.toFixed(2));
    // The head that looks for the rhyme is in the layer between.
    const run = await modelOf('tang').forward(kPatched.tang[0], { capture: ['*.attn.pattern'] });
    const given = percent(at(patternOf(run, { layer: 3, head: 1 }), end, place));
    expectSaid(text, kPatched.tang[0], ...names, ...words, ...said, '4', '2', given);
  });

  test('zh: a measure word and its noun', async () => {
    const { share, place, end, names, words } = await restored('zh');
    const text = (language: string) => textsIn(language).study.patched.zh;
    const shares = [share(1, place), share(5, place), share(7, end)];
    const said = (await Promise.all(shares)).map((each) => each.toFixed(2));
    expectSaid(text, kPatched.zh[0], ...names, ...words, ...said);
  });

  async function withoutEach(writer: Writer) {
    const model = modelOf(writer);
    const text = kInitialText[writer];
    const size = model.config.resolved.vocab_size;
    const run = async (edits: readonly HookEdit[]) => {
      const { activations } = await model.forward(text, { capture: ['logits'], edits });
      const data = activations['logits']!.data.slice(-size);
      return (await softmax({ shape: [1, size], data })).data;
    };
    const before = await run([]);
    const id = likeliest(before);
    const heads = [];
    for (const { layer, head } of headsOf(model))
      heads.push(await run([{ hook: `blocks.${layer}.attn.z`, head, scale: 0 }]));
    const mlps = [];
    for (let layer = 0; layer < model.config.resolved.decoder_layers; ++layer)
      mlps.push(await run([{ hook: `blocks.${layer}.mlp_out`, scale: 0 }]));
    const said = (await model.tokenizer.decode([id])).trim();
    return { id, before: before[id]!, heads, mlps: mlps.map((each) => each[id]!), said };
  }

  test.each([
    ['stories', 4],
    ['stories-large', 2],
  ] as const)('%s: no head alone decides, two feed-forwards do', async (writer, second) => {
    const { id, before, heads, mlps, said } = await withoutEach(writer);
    for (const each of heads) expect(likeliest(each)).toBe(id);
    const ranked = [...mlps].sort((a, b) => a - b);
    expect(ranked.slice(0, 2)).toEqual([mlps[0], mlps[second]]);
    const least = Math.min(...heads.map((each) => each[id]!));
    expectSaid(
      (language) => textsIn(language).study.ablated[writer],
      kInitialText[writer],
      said,
      `${second + 1}`,
      ...[before, least, mlps[second]!].map((each) => percent(each, 1)),
      // What would be 0.0% is said as in the figure, "less than 0.1%".
      percent(Math.max(mlps[0]!, 0.001), 1),
    );
    const saysLess = plain(textsIn('en').study.ablated[writer]).includes('less than 0.1%');
    expect(saysLess).toBe(mlps[0]! < 0.0005);
  });

  test('tang: the first feed-forward is worth more than any head', async () => {
    const { id, before, heads, mlps, said } = await withoutEach('tang');
    expectSaid(
      (language) => textsIn(language).study.ablated.tang,
      kInitialText.tang,
      said,
      percent(before, 1),
      percent(mlps[0]!, 1),
    );
    expect(Math.min(...mlps)).toBe(mlps[0]);
    const changes = heads.map((each) => Math.abs(each[id]! - before));
    expect(before - mlps[0]!).toBeGreaterThan(Math.max(...changes));
    // "Most heads are hardly missed."
    expect(changes.filter((each) => each < 0.02).length).toBeGreaterThan(heads.length * 0.7);
  });

  test('zh: no head is worth much, the first feed-forward is', async () => {
    const { id, before, heads, mlps, said } = await withoutEach('zh');
    for (const each of heads) expect(likeliest(each)).toBe(id);
    const least = Math.min(...heads.map((each) => each[id]!));
    expectSaid(
      (language) => textsIn(language).study.ablated.zh,
      kInitialText.zh,
      said,
      ...[before, least].map((each) => percent(each, 1)),
    );
    expect(mlps[0]).toBeLessThan(0.001);
    expect(Math.min(...mlps.slice(1))).toBeGreaterThan(mlps[0]!);
  });

  test('a translation: the head that is worth most', async () => {
    const model = modelOf('en-zh');
    const source = kInitialSource;
    const { ids } = await model.generate(source, { max_new_tokens: 80 }).result();
    const { decoder_start_token_id: start = 0, decoder_layers, num_heads } = model.config.resolved;
    const probabilities = async (ablate: readonly Ablation[]) => {
      const input = [start, ...ids.slice(0, -1)];
      const options = { source, ablate, capture: ['decoder.logits'] };
      const { activations } = await model.forward(input, options);
      const rows = matrixOf(await softmax(activations['decoder.logits']!));
      return ids.map((id, row) => at(rows, row, id));
    };
    const run = async (ablate: readonly Ablation[]) => {
      const each = await probabilities(ablate);
      return Math.exp(each.reduce((sum, p) => sum + Math.log(p), 0) / each.length);
    };
    const before = await run([]);
    const changes: [number, string][] = [];
    for (const stack of ['decoder', 'cross'] as const)
      for (let layer = 0; layer < decoder_layers; ++layer)
        for (let head = 0; head < num_heads; ++head) {
          const change = Math.abs((await run([{ stack, layer, head }])) - before);
          changes.push([change, `${stack} ${layer} ${head}`]);
        }
    expect(changes.sort(([a], [b]) => b - a)[0]?.[1]).toBe('decoder 0 3');
    const [own, without] = await Promise.all([
      probabilities([]),
      probabilities([{ stack: 'decoder', layer: 0, head: 3 }]),
    ]);
    const lost = own.map((each, i) => each - without[i]!);
    const most = lost.indexOf(Math.max(...lost));
    expectSaid(
      (language) => textsIn(language).study.ablationTranslator,
      source,
      ((await model.tokenizer.texts(ids))[most] ?? '').trim(),
      ...[own[most]!, without[most]!].map((each) => percent(each, 1)),
    );
    // A head that works against this translation.
    const against = [{ stack: 'decoder', layer: 1, head: 1 }] as const;
    const [after, mean] = await Promise.all([probabilities(against), run(against)]);
    const texts = (await model.tokenizer.texts(ids)).map((each) => each.trim());
    const bright = texts.indexOf('明');
    expect(changes.find(([, name]) => name === 'decoder 1 1')?.[0]).toBe(mean - before);
    expect(Math.max(...after.map((each, i) => each - own[i]!))).toBe(after[bright]! - own[bright]!);
    expectSaid(
      (language) => textsIn(language).study.ablationTranslator,
      ...[before, mean].map((each) => percent(each, 1)),
      '明',
      ...[own[bright]!, after[bright]!].map((each) => percent(each, 1)),
    );
  });

  test.each([
    ['stories', 'girl', 1],
    ['stories-large', 'girl', 1],
    ['zh', '天', 3],
    ['tang', '山', 2],
  ] as const)('%s: what two heads are made for', async (writer, word, named) => {
    const model = modelOf(writer);
    const { d_model: size, num_heads, norm_epsilon } = model.config.resolved;
    const width = size / num_heads;
    const weight = async (name: string) => matrixOf(await model.weight(name));
    const [table, last] = await Promise.all([weight('wte.weight'), weight('ln_f.weight')]);
    const tokens = await model.tokenizer.encode(kInitialText[writer]);
    const average = (values: readonly number[]) =>
      values.reduce((sum, each) => sum + each, 0) / values.length;
    const dot = (a: readonly number[], b: readonly number[]) =>
      a.reduce((sum, each, i) => sum + each * b[i]!, 0);
    const circuitOf = async ({ layer, head }: HeadPlace) => {
      const [gain, qkv, out] = await Promise.all(
        ['ln_1', 'attn.c_attn', 'attn.c_proj'].map((name) => weight(`h.${layer}.${name}.weight`)),
      );
      const read = (id: number) => {
        const row = Array.from({ length: size }, (_, i) => at(table, id, i));
        const mean = average(row);
        const deviation = Math.sqrt(average(row.map((each) => (each - mean) ** 2)) + norm_epsilon);
        return row.map((each, i) => ((each - mean) / deviation) * at(gain!, 0, i));
      };
      const part = (x: readonly number[], which: number) =>
        Array.from({ length: width }, (_, j) =>
          x.reduce((sum, each, i) => sum + each * at(qkv!, i, which * size + head * width + j), 0),
        );
      return { read, part, out: out!, first: head * width };
    };
    const said: string[] = [];
    {
      const { read, part } = await circuitOf(kCircuits[writer].qk);
      const rows = tokens.map(({ id }) => read(id));
      const scores = rows.map((q) =>
        rows.map((k) => dot(part(q, 0), part(k, 1)) / Math.sqrt(width)),
      );
      const diagonal = scores.map((row, i) => row[i]!);
      const seen = scores.map((row, i) => row.slice(0, i + 1));
      for (const each of [average(diagonal), average(seen.flat())])
        said.push(each.toFixed(2).replace('-', '−'));
      // The first token sees no other.
      const highest = seen.slice(1).filter((row) => row.at(-1) === Math.max(...row));
      said.push(String(seen.length - 1), String(highest.length));
    }
    {
      const { read, part, out, first } = await circuitOf(kCircuits[writer].ov);
      const { id } = tokens.find(({ text }) => text.trim() === word)!;
      const value = part(read(id), 2);
      const written = Array.from({ length: size }, (_, i) =>
        value.reduce((sum, each, k) => sum + each * at(out, first + k, i), 0),
      );
      const mean = average(written);
      const given = written.map((each, i) => (each - mean) * at(last, 0, i));
      const logits = Array.from({ length: table.rows }, (_, row) =>
        given.reduce((sum, each, i) => sum + each * at(table, row, i), 0),
      );
      const ids = logits.map((_, row) => row).sort((a, b) => logits[b]! - logits[a]!);
      for (const text of await model.tokenizer.texts(ids.slice(0, named))) said.push(text.trim());
    }
    expectSaid((language) => textsIn(language).study.circuits[writer], word, ...said);
  });

  test('stories: one of these heads copies in a line that repeats itself', async () => {
    const run = await modelOf('stories').forward(kRepeating.stories, { capture: ['*.pattern'] });
    const pattern = patternOf(run, kCircuits.stories.qk);
    const ids = run.tokens.map(({ id }) => id);
    const followed = ids.flatMap((id, row) =>
      ids.slice(0, row).flatMap((each, i) => (each === id ? [at(pattern, row, i + 1)] : [])),
    );
    expect(followed.length).toBeGreaterThan(2);
    const given = followed.reduce((sum, share) => sum + share) / followed.length;
    expectSaid((language) => textsIn(language).study.circuits.stories, percent(given));
  });

  test.each(writers)(
    '%s: the token whose logit is taken apart is the likeliest',
    async (writer) => {
      const model = modelOf(writer);
      const first = likeliest(await probabilities(model, kInitialText[writer]));
      const word = (await model.tokenizer.decode([first])).trim();
      expectSaid((language) => textsIn(language).study.attributionBody[writer], word);
    },
  );

  test.each([1, 2, 3])('where the norm stands, seed %i', async (seed) => {
    const { layers, width, inner, lr, steps } = kShape;
    const { config, sequences } = kAabLesson;
    const losses = async (norm: Norm, positions: Positions, rate: number) => {
      const shape = { norm, positions, layers, width, inner };
      const given = { config: configOf(kAabLesson, shape), sequences, lr: rate, seed };
      const trainer = await createTrainer(given);
      const all: number[] = [];
      for await (const { loss } of trainer.train({ steps })) all.push(loss);
      await trainer.close();
      return { all, middle: all[99]!, end: all[steps - 1]! };
    };
    expect(config).toMatchObject({ norm: 'none' });
    const guess = frequencyLoss(sequences);
    const pre = await losses('pre', 'learned', lr);
    const post = await losses('post', 'learned', lr);
    expect(pre.middle).toBeLessThan(0.5);
    expect(post.middle).toBeCloseTo(guess, 1);
    for (const { end } of [pre, post]) expect(end).toBeLessThan(0.2);
    const fast = 10 * lr;
    const late = async (norm: Norm) => (await losses(norm, 'learned', fast)).all.slice(20);
    expect(Math.min(...(await late('post')))).toBeGreaterThan(guess - 0.15);
    expect(Math.min(...(await late('pre')))).toBeLessThan(guess / 2);
    const sine = await losses('pre', 'sinusoidal', lr);
    expect(sine.middle).toBeGreaterThan(pre.middle + 0.1);
    expect(sine.end).toBeLessThan(guess - 0.15);
    expect((await losses('pre', 'none', lr)).end).toBeLessThan(0.3);
    // Seed 3 learns less well.
    if (seed < 3) expect((await losses('none', 'learned', lr)).end).toBeLessThan(0.3);
    expectSaid(
      (language) => textsIn(language).study.shapesBody,
      String(fast),
      guess.toFixed(2),
      '0.2',
      '100',
      String(steps),
      String(width),
    );
  });
});
