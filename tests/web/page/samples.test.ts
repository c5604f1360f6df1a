/** The outputs that the page shows as the models' own are what the models write, and none is left out. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { textsIn } from '../../../web/page/i18n/texts.ts';
import { kTranslated, kWritten } from '../../../web/page/samples/index.ts';
import { translators } from '../../../web/page/source.ts';
import { writers } from '../../../web/page/writers.ts';
import './all-languages.ts';
import { expectSaid, loadModels, modelOf } from './said.ts';

loadModels([...writers, ...translators]);

describe('ten outputs as they came', () => {
  test.each(writers)('%s writes them again', async (writer) => {
    const { settings, samples } = kWritten[writer];
    expect(samples).toHaveLength(10);
    for (const [seed, { given, text, ended }] of samples.entries()) {
      const way = { ...settings, do_sample: true, top_k: 0, seed };
      const result = await modelOf(writer).generate(given, way).result();
      expect([result.text, result.finished], given).toEqual([text, ended]);
    }
    const { temperature, top_p, max_new_tokens } = settings;
    // The card's samples are drawn the same way.
    const card = readFileSync(`models/${writer}/README.md`, 'utf8');
    expect(card).toContain(`(temperature ${temperature}, top-p ${top_p};`);
    expectSaid(
      (language) => textsIn(language).sources.samples.written(settings),
      ...[temperature, top_p, max_new_tokens].map(String),
    );
  });

  test.each(translators)('%s translates them again', async (translator) => {
    const { settings, samples } = kTranslated[translator];
    const { max_new_tokens, num_beams } = settings;
    expect(samples).toHaveLength(10);
    // The card has the same ten.
    const card = readFileSync(`models/${translator}/README.md`, 'utf8');
    for (const { given, greedy, beam } of samples) {
      const written = async (way: object) =>
        (
          await modelOf(translator)
            .generate(given, { max_new_tokens, ...way })
            .result()
        ).text;
      expect([await written({}), await written({ num_beams })]).toEqual([greedy, beam]);
      expect(card).toContain(`| ${given} |`);
    }
    expect(card).toMatch(new RegExp(`\\| greedy +\\| beam ${num_beams} +\\|\n`));
  });

  test.each(translators)('%s has the scores of its card', (translator) => {
    const card = readFileSync(`models/${translator}/README.md`, 'utf8');
    const row = (way: string) =>
      new RegExp(`\\| ${way} +\\| ([\\d,]+) +\\| ([\\d.]+)`).exec(card)!.slice(1) as [
        string,
        string,
      ];
    const [sentences, greedy] = row('greedy');
    const [, beam] = row('beam 4');
    const said = (language: string) => textsIn(language).sources.models[translator];
    expectSaid(said, sentences, greedy, beam);
  });
});
