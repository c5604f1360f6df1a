/** Encoders that classify: PyTorch's numbers through the public functions, and what they refuse. */
import { createEngine, createTrainer, loadModel } from 'glassformer';
import { afterEach, describe, expect, test } from 'vitest';
import { readTensors, writeTensors } from '../../../tools/lib/safetensors.mjs';
import {
  classifierFiles,
  expectClose,
  golden,
  goldenTensors,
  gpt2Files,
  refusal,
} from './helpers.ts';

const engine = createEngine();
afterEach(async () => {
  expect((await engine.info()).openHandles).toBe(0);
});

const cases = ['pre_mean', 'post_first', 'post_last'] as const;
/** As tools/goldens/classifier.py has them. */
const ids = [3, 1, 4, 1, 5, 9, 2];
const otherIds = [6, 5, 3];

const open = (name: string) => loadModel(classifierFiles(name), { engine });

describe.each(cases)('%s', (name) => {
  const want = goldenTensors(`classifier_${name}_forward.safetensors`);

  test('every activation and the classes are PyTorch’s', async () => {
    const model = await open(name);
    const { tokens, activations } = await model.forward(ids, { capture: ['*'] });
    expect(tokens.map(({ id }) => id)).toEqual(ids);
    const hooks = Object.keys(want).filter((hook) => !/^ids$|^batch/.test(hook));
    expect(hooks.length).toBeGreaterThan(9);
    for (const hook of hooks) expectClose(activations[hook]!, want[hook]!);

    const { labels } = model.config.resolved;
    const logits = [...want['logits']!.data];
    const sum = logits.reduce((all, logit) => all + Math.exp(logit), 0);
    const classes = await model.classify(ids);
    expect(classes.map(({ label }) => label).sort()).toEqual([...labels].sort());
    for (const { id, label, logit, probability } of classes) {
      expect(label).toBe(labels[id]);
      expect(logit).toBeCloseTo(logits[id]!, 5);
      expect(probability).toBeCloseTo(Math.exp(logits[id]!) / sum, 5);
    }
    expect(classes[0]!.id).toBe(logits.indexOf(Math.max(...logits)));
    await model.close();
  });

  test('of several texts in one batch, too', async () => {
    const model = await open(name);
    const { activations } = await model.forward([ids, otherIds], { capture: ['logits', 'pooled'] });
    expectClose(activations['logits']!, want['batch.logits']!);
    expect(activations['pooled']!.shape).toEqual([2, 16]);
    const [alone] = await model.classify(otherIds);
    const of = want['batch.logits']!.data.subarray(model.config.resolved.labels.length);
    expect(alone!.logit).toBeCloseTo(Math.max(...of), 5);
    await model.close();
  });

  test('a golden.json of these numbers is compared with it', async () => {
    const plain = (hook: string) => {
      const { shape, data } = want[hook]!;
      return { shape, data: [...data] };
    };
    const goldenJson = (logits: object) =>
      JSON.stringify({
        computed_by: 'PyTorch',
        tolerance: { absolute: 1e-5, relative: 1e-5 },
        input: { text: '', ids },
        activations: { pooled: plain('pooled'), logits },
        generated: [],
      });
    const verified = async (text: string) => {
      const model = await loadModel({ ...classifierFiles(name), goldenJson: text }, { engine });
      const { agrees } = await model.verify();
      await model.close();
      return agrees;
    };
    const right = plain('logits');
    expect(await verified(goldenJson(right))).toBe(true);
    const wrong = { ...right, data: right.data.map((value) => value + 1e-3) };
    expect(await verified(goldenJson(wrong))).toBe(false);
  });
});

test('heads and hooks are switched off and changed', async () => {
  const model = await open('pre_mean');
  const before = await model.classify(ids);
  const without = await model.classify(ids, { ablate: [{ layer: 1, head: 2 }] });
  expect(without[0]!.logit).not.toBe(before[0]!.logit);
  const zeroed = await model.classify(ids, { edits: [{ hook: 'pooled', scale: 0 }] });
  const bias = await model.weight('classifier.bias');
  expect([...zeroed].sort((a, b) => a.id - b.id).map(({ logit }) => logit)).toEqual([...bias.data]);
  await model.close();
});

test('it may be of halves or bytes, and its files open again', async () => {
  const logitsOf = async (...source: Parameters<typeof loadModel>) => {
    const model = await loadModel(...source);
    const { activations } = await model.forward(ids, { capture: ['logits'] });
    const files = await model.files();
    await model.close();
    return { logits: activations['logits']!, files };
  };
  const want = goldenTensors('classifier_pre_mean_forward.safetensors')['logits']!;
  const half = await logitsOf(classifierFiles('pre_mean'), { engine, dtype: 'fp16' });
  expectClose(half.logits, want, 5e-3, 0);
  const bytes = await logitsOf(classifierFiles('pre_mean'), { engine, dtype: 'int8' });
  expectClose(bytes.logits, want, 0.1, 0);
  expect((await logitsOf(bytes.files, { engine, dtype: 'int8' })).logits).toEqual(bytes.logits);
});

describe('its tensors may be called', () => {
  const { config, weights } = classifierFiles('pre_mean');
  const known = readTensors(Buffer.from(weights as Uint8Array));
  const renamed = (rename: (name: string) => string) =>
    writeTensors(
      Object.fromEntries(Object.entries(known).map(([name, each]) => [rename(name), each])),
    );
  const logitsOf = async (...[source, options]: Parameters<typeof loadModel>) => {
    const model = await loadModel(source, { engine, ...options });
    const classes = await model.classify(ids);
    await model.close();
    return classes;
  };

  test.each([
    ['as they are', (name: string) => name],
    ['behind a prefix', (name: string) => `module.${name}`],
    [
      'transformer_encoder and src_embed',
      (name: string) =>
        name.replace(/^encoder\./, 'transformer_encoder.').replace('embedding.', 'src_embed.'),
    ],
  ])('%s', async (_what, rename) => {
    const want = await logitsOf(classifierFiles('pre_mean'));
    expect(await logitsOf({ config, weights: renamed(rename) })).toEqual(want);
  });

  test('as a table tells', async () => {
    const own = renamed((name) => name.replace('classifier.', 'fc.').replace('pos_table', 'pe'));
    const names = { 'fc.': 'classifier.', pe: 'pos_table' };
    expect(await logitsOf({ config, weights: own }, { names })).toEqual(
      await logitsOf(classifierFiles('pre_mean')),
    );
    const { message } = await refusal(loadModel({ config, weights: own }, { engine }));
    expect(message).toContain(
      "lack 'pos_table' [9, 16], 'classifier.weight' [2, 16], which the config asks for",
    );
  });
});

test('its config says what it is', async () => {
  const model = await open('post_first');
  const { architecture, pooling, labels, tied_head } = model.config.resolved;
  expect({ architecture, pooling, labels, tied_head }).toEqual({
    architecture: 'encoder',
    pooling: 'first',
    labels: ['LABEL_0', 'LABEL_1', 'LABEL_2'],
    tied_head: false,
  });
  await model.close();
});

describe('in one sentence is refused', () => {
  const sentence = async (call: Promise<unknown>) => {
    const { code, message } = await refusal(call);
    return `${code}: ${message}`;
  };

  test('to write, with any way of choosing', async () => {
    const model = await open('pre_mean');
    for (const options of [{}, { num_beams: 2 }, { do_sample: true }])
      expect(await sentence(model.generate(ids, options).result())).toBe(
        'InvalidArgument: this model is an encoder and generates no text',
      );
    expect(await sentence(model.forward(ids, { source: [1] }))).toBe(
      'InvalidArgument: this model has no decoder, so it takes no source',
    );
    await model.close();
  });

  test('to learn', async () => {
    const config = JSON.parse(golden('classifier_pre_mean_config.json').toString()) as object;
    const trainer = createTrainer({ config, sequences: [ids], engine });
    expect(await sentence(trainer)).toContain('the config is that of an encoder alone');
  });

  test('a class of a model that writes', async () => {
    const model = await loadModel(gpt2Files(), { engine });
    expect(await sentence(model.classify(ids))).toMatch(
      /^InvalidArgument: classify: this model has no classes/,
    );
    await model.close();
  });

  test.each([
    [
      'no pooling',
      { pooling: undefined },
      /pooling is missing, expected "mean", "first" or "last"/,
    ],
    ['another pooling', { pooling: 'max' }, /pooling is 'max', expected "mean", "first" or "last"/],
    ['a name too many', { num_labels: 1 }, /num_labels is 1, expected an integer from 2 to 4096/],
    [
      'a class without a row',
      { num_labels: 3, id2label: undefined },
      /'classifier.weight' \[2, 16\], but the config asks for \[3, 16\]/,
    ],
    [
      'no classes',
      { id2label: undefined, pooling: undefined },
      /a head that classifies needs its num_labels and pooling/,
    ],
  ])('a config with %s', async (_what, changes, expected) => {
    const { config, weights } = classifierFiles('pre_mean');
    const changed = { ...(JSON.parse(config as string) as object), ...changes };
    const { code, message } = await refusal(loadModel({ config: changed, weights }, { engine }));
    expect(code).toBe('InvalidFile');
    expect(message).toMatch(expected);
  });
});
