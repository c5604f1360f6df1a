/** Which model can be asked about what a figure shows. */
import { expect, it } from 'vitest';
import type { Model, Run } from 'glassformer';
import { FigureContext } from '../../../web/src/elements/base/figure-context.ts';
import { read } from '../../../web/src/elements/base/provider/reading.ts';
import { ranBy } from '../../../web/src/elements/base/run-model.ts';

const model = (architecture: 'decoder' | 'encoder-decoder') =>
  ({ closed: false, config: { resolved: { architecture } } }) as unknown as Model;
const run = (): Run => ({ tokens: [], activations: {} });

it('while a model has come and its run has not, there is none for what is computed on the run', () => {
  const [first, second] = [model('decoder'), model('decoder')];
  const [before, after] = [run(), run()];
  ranBy(before, first);
  ranBy(after, second);
  const figure = new FigureContext();
  figure.change({ model: first, run: before });
  expect(figure.modelOfRun()).toBe(first);
  figure.change({ model: second });
  expect(figure.modelOfRun()).toBeNull();
  expect(figure.modelToAsk()).toBe(second);
  figure.change({ run: after });
  expect(figure.modelOfRun()).toBe(second);
});

it('a run that a script has given may be any model’s, and an encoder–decoder reads no run of the figure', () => {
  const figure = new FigureContext();
  const [decoder, pair] = [model('decoder'), model('encoder-decoder')];
  figure.change({ model: decoder, run: run() });
  expect(figure.modelOfRun()).toBe(decoder);
  const own = run();
  ranBy(own, decoder);
  figure.change({ model: pair, run: own });
  expect(figure.modelOfRun()).toBe(pair);
});

it('a run to which activations were added is the model’s that has computed them', async () => {
  const forward = (_input: unknown, { capture = [] }: { capture?: readonly string[] }) =>
    Promise.resolve({
      tokens: [],
      activations: Object.fromEntries(capture.map((name) => [name, { shape: [0], data: [] }])),
    });
  const [first, second] = [model('decoder'), model('decoder')];
  Object.assign(first, { forward });
  const question = {
    model: first,
    text: 'a',
    options: {},
    maxTokens: null,
    ablations: [],
    hooks: ['logits'],
    areGiven: false,
  };
  const short = await read(question, null);
  const whole = await read({ ...question, hooks: ['logits', 'blocks.0.attn.z'] }, short);
  expect(Object.keys(whole.run.activations)).toEqual(['logits', 'blocks.0.attn.z']);
  const figure = new FigureContext();
  figure.change({ model: second, run: whole.run });
  expect(figure.modelOfRun()).toBeNull();
});
