/** What a trainer has learned: as a run, as a model, as files; from ids, from texts and from pairs of them. */
import { loadModel, type Model } from 'glassformer';
import { describe, expect, test } from 'vitest';
import { aab, engine, letters, make, pairs, taken, tiny } from './trainers.ts';

const idsOf = async (model: Model, text: string) =>
  (await model.tokenizer.encode(text)).map(({ id }) => id);

describe('what it has learned', () => {
  test('can be looked at by any hook while it learns', async () => {
    const trainer = await make({ seed: 1 });
    const capture = ['blocks.*.attn.pattern', 'blocks.0.resid_post', 'logits'];
    const input = letters('aabaa');
    const steps = await taken(trainer, { steps: 40, every: 20, input, capture });
    for (const { activations } of steps) {
      expect(activations!['blocks.0.attn.pattern']!.shape).toEqual([1, 5, 5]);
      expect(activations!['blocks.0.resid_post']!.shape).toEqual([5, 8]);
      expect(activations!['logits']!.shape).toEqual([5, 2]);
    }
    expect(steps[0]!.activations).not.toEqual(steps[1]!.activations);
    const now = await trainer.forward(input, { capture });
    expect(now.activations).toEqual(steps[1]!.activations);
    const [plain] = await taken(trainer, { steps: 1 });
    expect(plain).not.toHaveProperty('activations');
  });

  test('can be changed on the way, as in any run', async () => {
    const trainer = await make();
    await taken(trainer, { steps: 100, every: 100 });
    const capture = ['logits'];
    const whole = await trainer.forward([0, 0, 1], { capture });
    const without = await trainer.forward([0, 0, 1], { capture, ablate: [{ layer: 0, head: 0 }] });
    expect(without.activations).not.toEqual(whole.activations);
  });

  test('is a model of its own, which stays as it is', async () => {
    const trainer = await make();
    await taken(trainer, { steps: 50, every: 50 });
    const model = await trainer.model();
    const capture = ['logits'];
    const then = await trainer.forward([0, 0, 1, 0], { capture });
    expect(await model.forward([0, 0, 1, 0], { capture })).toEqual(then);
    await taken(trainer, { steps: 50, every: 50 });
    expect(await model.forward([0, 0, 1, 0], { capture })).toEqual(then);
    expect((await trainer.forward([0, 0, 1, 0], { capture })).activations).not.toEqual(
      then.activations,
    );
    expect(model.parameters).toBe(trainer.parameters);
    await model.close();
  });

  test('opens again from its files', async () => {
    const trainer = await make({
      config: tiny,
      texts: ['round and round', 'and round again'],
      sequences: undefined,
    });
    await taken(trainer, { steps: 30, every: 30 });
    const model = await loadModel(await trainer.files(), { engine });
    const capture = ['logits'];
    const [own, opened] = [
      await trainer.forward('and round', { capture }),
      await model.forward('and round', { capture }),
    ];
    expect(opened).toEqual(own);
    expect(model.config.resolved).toEqual(trainer.config.resolved);
    expect((await trainer.weights()).length).toBeGreaterThan(4 * trainer.parameters);
    await model.close();
  });

  test('opens again where the config says how other files’ weights are called and stored', async () => {
    const weight_names = { 'no.such': 'wte' };
    const quantization_config = { quant_method: 'int8', weight_scale: '_scale' };
    const trainer = await make({ config: { ...aab.config, weight_names, quantization_config } });
    const files = await trainer.files();
    expect(files.config).not.toHaveProperty('quantization_config');
    const model = await loadModel(files, { engine });
    expect(model.parameters).toBe(trainer.parameters);
    await model.close();
  });

  test('has the loss that its own logits say', async () => {
    const trainer = await make();
    const input = letters('aabaab');
    const { data } = (await trainer.forward(input.slice(0, 5), { capture: ['logits'] }))
      .activations['logits']!;
    const nats = input.slice(1).map((target, t) => {
      const [a, b] = [data[2 * t]!, data[2 * t + 1]!];
      return Math.log(Math.exp(a) + Math.exp(b)) - (target === 0 ? a : b);
    });
    const mean = nats.reduce((sum, loss) => sum + loss) / 5;
    expect(await trainer.loss([input])).toBeCloseTo(mean, 6);
  });
});

describe('texts', () => {
  const texts = ['春眠不觉晓,处处闻啼鸟。', '夜来风雨声,花落知多少。'];

  test('become a vocabulary of their characters, and are learned', async () => {
    const trainer = await make({
      config: { ...tiny, n_positions: 16 },
      texts,
      sequences: undefined,
      lr: 0.01,
    });
    const characters = new Set(texts.join('')).size;
    expect(trainer.hasTokenizer).toBe(true);
    expect(trainer.config).toMatchObject({
      vocab_size: characters + 2,
      bos_token_id: 0,
      eos_token_id: 1,
      resolved: { vocab_size: characters + 2, bos_token_id: 0, eos_token_ids: [1] },
    });
    await taken(trainer, { steps: 150, every: 150 });
    const model = await trainer.model();
    expect((await model.generate('夜来', { max_new_tokens: 20 }).result()).text).toBe(
      '风雨声,花落知多少。',
    );
    expect((await model.generate([0, ...(await idsOf(model, '春'))]).result()).text).toBe(
      '眠不觉晓,处处闻啼鸟。',
    );
    await model.close();
  });

  test('are learned as the made model’s normalizer leaves them', async () => {
    const trainer = await make({
      config: { ...tiny, normalizer: { type: 'NFKC' } },
      texts: ['ｔｏ and fro', 'to ａｎｄ fro'],
      sequences: undefined,
    });
    const characters = new Set('to and fro').size;
    expect(trainer.config['vocab_size']).toBe(characters + 2);
    const model = await loadModel(await trainer.files(), { engine });
    expect(await idsOf(model, 'ｔｏ')).toEqual(await idsOf(model, 'to'));
    expect(await trainer.loss('ｔｏ and ｆｒｏ')).toBe(await trainer.loss('to and fro'));
    await model.close();
  });

  test('in pairs are normalised by what the config says of each side', async () => {
    const [normalizer, source_normalizer] = ['c', 'd'].map((to) => ({
      type: 'Characters',
      from: 'x',
      to,
    }));
    const options = { texts: ['axb', 'bax'], sources: ['xab', 'bxa'], sequences: undefined };
    const lossOf = async (config: object, document: string, source: string) => {
      const trainer = await make({ ...options, config: { ...pairs, ...config }, max_length: 8 });
      const all = Object.keys(JSON.parse((await trainer.files()).vocabJson as string) as object);
      return [all.sort().join(''), await trainer.loss(document, source)] as const;
    };
    const [all, loss] = await lossOf({ normalizer, source_normalizer }, 'axb', 'xab');
    expect(all).toBe('</s><s>abcd');
    expect((await lossOf({ normalizer, source_normalizer }, 'acb', 'dab'))[1]).toBe(loss);
    const [shared, sharedLoss] = await lossOf({ normalizer }, 'axb', 'xab');
    expect(shared).toBe('</s><s>abc');
    expect((await lossOf({ normalizer }, 'acb', 'cab'))[1]).toBe(sharedLoss);
  });

  test('in pairs are learned by an encoder–decoder', async () => {
    const sources = ['abc', 'bca', 'cab', 'acb', 'cba', 'bac'];
    const reversed = sources.map((text) => [...text].reverse().join(''));
    const trainer = await make({
      config: pairs,
      texts: reversed,
      sources,
      sequences: undefined,
      max_length: 8,
      lr: 0.01,
    });
    await taken(trainer, { steps: 200, every: 200 });
    const model = await trainer.model();
    const outputs = await Promise.all(sources.map((text) => model.generate(text).result()));
    expect(outputs.map(({ text }) => text)).toEqual(reversed);
    await model.close();
    const run = await trainer.forward('cb', {
      source: 'abc',
      capture: ['decoder.*.cross_attn.pattern'],
    });
    expect(run.activations['decoder.blocks.0.cross_attn.pattern']!.shape).toEqual([2, 3, 3]);
    expect(await trainer.loss(reversed, sources)).toBeLessThan(0.1);
  });
});
