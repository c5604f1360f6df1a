/** Which model can be asked about what a figure shows. */
import { expect, it } from 'vitest';
import type { Model, Run } from 'glassformer';
import { FigureContext } from '../../../web/src/elements/base/figure-context.ts';
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
