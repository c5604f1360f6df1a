import { GlassformerError, loadModel } from 'glassformer';
import { afterEach, describe, expect, test } from 'vitest';
import { aabGolden, changed, engine, type Golden, withAab } from './goldens.ts';
import { aabFiles, refusal } from './helpers.ts';

afterEach(async () => {
  expect((await engine.info()).openHandles).toBe(0);
});

describe('a file that is none', () => {
  test.each<[what: string, file: string, message: RegExp]>([
    ['absent', '', /^verify: the model has no golden\.json$/],
    ['broken', '{', /^golden\.json is not JSON: /],
    ['broken over several lines', '\n,\n', /^golden\.json is not JSON: .*\\u000a,/],
    ['null', 'null', /^golden\.json: all of it must be an object, found null$/],
    ['a list', '[1, 2]', /^golden\.json: all of it must be an object, found \[1,2\]$/],
    [
      'without a part',
      changed((golden) => Object.assign(golden, { tolerance: null })),
      /^golden\.json: tolerance must be an object, found null$/,
    ],
    [
      'without a tolerance',
      changed(({ tolerance }) => (tolerance['absolute'] = 0)),
      /^golden\.json: tolerance\.absolute must be a number above 0, found 0$/,
    ],
    [
      'with odd ids',
      changed(({ input }) => (input['ids'] = [-1])),
      /^golden\.json: input\.ids must be a list, each a token id .*, found \[-1\]$/,
    ],
    [
      'with half a source',
      changed(({ input }) => (input['source'] = 'a')),
      /^golden\.json: input has source, but no source_ids$/,
    ],
    [
      'with the other half of a source',
      changed(({ input }) => (input['source_ids'] = [0])),
      /^golden\.json: input has source_ids, but no source$/,
    ],
    [
      'with texts that take for ever',
      changed(
        (golden) => (golden.generated = Array.from({ length: 101 }, () => golden.generated[0]!)),
      ),
      /^golden\.json: its 'generated' lists 101 texts, expected at most 100: each is generated anew$/,
    ],
    [
      'with too few values',
      changed(({ activations }) => activations['logits']!.data.pop()),
      /^golden\.json: logits has 1 values, expected 2$/,
    ],
    [
      'with a value that is none',
      changed(({ activations }) => (activations['logits']!.data[0] = 'x')),
      /^golden\.json: logits\.data must be a list, each a finite number, found \["x",/,
    ],
    [
      'with a place beyond the end',
      changed(({ activations }) =>
        Object.assign(activations['logits']!, { places: [10], data: [0] }),
      ),
      /^golden\.json: logits has the place 10, but only 10 values$/,
    ],
    [
      'with a pattern for a name',
      changed(({ activations }) => (activations['blocks.*'] = activations['logits']!)),
      /^golden\.json: activations has 'blocks\.\*', which is a pattern/,
    ],
    [
      'with no limit to what is written',
      changed(({ generated }) => (generated[0]!.options = {})),
      /^golden\.json: generated\[0\]\.options\.max_new_tokens must be a whole number from 1 to 1000, found undefined$/,
    ],
    [
      'with another way of writing, which may take for ever',
      changed(({ generated }) => Object.assign(generated[0]!.options, { num_beams: 1000 })),
      /^golden\.json: generated\[0\]\.options has 'num_beams', expected max_new_tokens alone: a text is continued greedily$/,
    ],
    [
      'with a limit that no comparison reaches',
      changed(({ generated }) => (generated[0]!.options = { max_new_tokens: 4294967295 })),
      /^golden\.json: generated\[0\]\.options\.max_new_tokens must be .* found 4294967295$/,
    ],
    [
      'with a limit of half a token',
      changed(({ generated }) => (generated[0]!.options = { max_new_tokens: 0.5 })),
      /^golden\.json: generated\[0\]\.options\.max_new_tokens must be .* found 0\.5$/,
    ],
    [
      'with odd ids of what is written',
      changed(({ generated }) => (generated[0]!.ids = ['a'])),
      /^golden\.json: generated\[0\]\.ids must be a list, each a token id .* found \["a"\]$/,
    ],
    [
      'with nothing to compare',
      changed((golden) => Object.assign(golden, { activations: {}, generated: [] })),
      /^golden\.json: there is nothing to compare in it, neither numbers nor texts$/,
    ],
    [
      'of another model',
      changed(({ activations }) => Object.assign(activations['logits']!, { shape: [2, 5] })),
      /^golden\.json: logits has the shape \(2, 5\), the model's has \(5, 2\)/,
    ],
  ])('%s', async (_, file, message) => {
    const error = await withAab(file, (model) => refusal(model.verify()));
    expect(error).toMatchObject({ code: 'InvalidFile' });
    expect(error.message).toMatch(message);
  });

  test.each<[what: string, change: (golden: Golden) => void, message: RegExp]>([
    [
      'a hook that it has not',
      ({ activations }) => (activations['blocks.7.attn.pattern'] = activations['logits']!),
      /^golden\.json: the model cannot run on it: .*'blocks\.7\.attn\.pattern'$/,
    ],
    [
      'a hook that is nearly a pattern',
      ({ activations }) => (activations['logit?'] = activations['logits']!),
      /^golden\.json: the model cannot run on it: .*'logit\?'$/,
    ],
    [
      'an id beyond its vocabulary',
      ({ input }) => (input['ids'] = [0, 0, 7, 0, 0]),
      /^golden\.json: the model cannot run on it: input\[2\] is 7; expected an id from 0 to 1$/,
    ],
    [
      'a source that it does not take',
      ({ input }) => Object.assign(input, { source: 'a', source_ids: [0] }),
      /^golden\.json: the model cannot run on it: this model has no encoder/,
    ],
    [
      'a character that it has not',
      ({ input }) => (input['text'] = 'abc'),
      /^golden\.json: the model cannot read its text: the character 'c' /,
    ],
    [
      'the same in a text to continue',
      ({ generated }) => (generated[0]!.text = 'abc'),
      /^golden\.json: the model refuses generated\[0\]: the character 'c' /,
    ],
  ])('what the model refuses is the file’s fault: %s', async (_, change, message) => {
    const error = await withAab(changed(change), (model) => refusal(model.verify()));
    expect(error).toMatchObject({ code: 'InvalidFile' });
    expect(error.message).toMatch(message);
    expect(error.cause).toBeInstanceOf(GlassformerError);
    expect(['InvalidArgument', 'InvalidText']).toContain((error.cause as GlassformerError).code);
  });

  test('what is not the file’s fault is told as it is', async () => {
    const model = await loadModel(aabFiles({ goldenJson: aabGolden }), { engine });
    await model.close();
    expect(await refusal(model.verify())).toMatchObject({ code: 'Closed' });
  });
});
