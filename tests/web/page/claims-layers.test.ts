/** What the prose of chapter 4 says of the shipped models, computed with them: a model that breaks a sentence fails here. */
import { expect, test } from 'vitest';
import { textsIn } from '../../../web/page/i18n/texts.ts';
import { kLayer1Lengthens } from '../../../web/page/model-heads.ts';
import { kExamples, kInitialText, writers } from '../../../web/page/writers.ts';
import './all-languages.ts';
import { expectSaid, likeliest, loadModels, modelOf } from './said.ts';

loadModels([...writers]);

test.each(writers)(
  'chapter 4: before layer 1 the lens gives back the token (%s)',
  async (writer) => {
    const model = modelOf(writer);
    const run = await model.forward(kInitialText[writer], { capture: ['*'] });
    const { shape, data } = await model.logitLens(run.activations['blocks.0.resid_pre']!);
    const vocabulary = shape.at(-1)!;
    const said = run.tokens.map((_, row) =>
      likeliest(data.subarray(row * vocabulary, (row + 1) * vocabulary)),
    );
    // "Mostly": of stories the first token is another one.
    const others = run.tokens.flatMap(({ id }, row) => (id === said[row] ? [] : [row]));
    expect(others).toEqual(writer === 'stories' ? [0] : []);
  },
);

test('chapter 4: a feed-forward is four times as wide, and leaves −0.17 of what is below zero at most', async () => {
  for (const writer of writers) {
    const { d_ff, d_model } = modelOf(writer).config.resolved;
    expect(d_ff).toBe(4 * d_model);
    const run = await modelOf(writer).forward(kInitialText[writer], { capture: ['*.mlp.post'] });
    const least = Object.values(run.activations).map(({ data }) => Math.min(...data));
    expect(Math.min(...least).toFixed(2)).toBe('-0.17');
  }
  expectSaid((language) => textsIn(language).layers.feedForwardBody, '−0.17');
});

test('chapter 4: the first layer makes the vectors of the stream so many times as long as the text says, and not all alike', async () => {
  const hooks = ['blocks.0.resid_pre', 'blocks.0.resid_post'] as const;
  for (const writer of writers) {
    const times = kLayer1Lengthens[writer];
    expectSaid((language) => textsIn(language).layers.normBody(times), String(times));
    for (const text of kExamples[writer]) {
      const { activations } = await modelOf(writer).forward(text, { capture: [...hooks] });
      const [before, after] = hooks.map((hook) => {
        const { data, shape } = activations[hook]!;
        const width = shape.at(-1)!;
        const rows = Array.from({ length: data.length / width }, (_, row) => row * width);
        return rows.map((start) => Math.hypot(...data.subarray(start, start + width)));
      }) as [number[], number[]];
      const grown = after.map((length, row) => length / before[row]!);
      expect(grown.filter((each) => each > times).length).toBeGreaterThan(0.8 * grown.length);
      expect(Math.max(...after) / Math.min(...after)).toBeGreaterThan(1.5);
    }
  }
});
