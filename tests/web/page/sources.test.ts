/** What the page says of where models and ideas come from. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { languages, textsIn } from '../../../web/page/i18n/texts.ts';
import { kPapers, kPapersOf } from '../../../web/page/sources.ts';
import './all-languages.ts';

/** The least loss on held-out text in the log of a model's training. */
function heldOutLoss(name: string): number {
  const log = readFileSync(new URL(`../../../models/${name}/log.tsv`, import.meta.url), 'utf8');
  const [head = '', ...lines] = log.trim().split('\n');
  const column = head.split('\t').indexOf('valid_loss');
  expect(column).toBeGreaterThan(0);
  return Math.min(...lines.map((line) => Number(line.split('\t')[column])));
}

const kTrained = ['stories', 'stories-large', 'zh', 'tang', 'en-zh', 'zh-en'] as const;

for (const language of languages)
  it(`the losses under the figures are those of the logs: ${language}`, () => {
    const { facts } = textsIn(language).sources;
    for (const name of kTrained) {
      const said = Number(/\d\.\d{3}/.exec(facts[name])?.[0]);
      expect(Math.abs(said - heldOutLoss(name)), name).toBeLessThan(0.0006);
    }
  });

it('each paper is linked where its idea is told', () => {
  const linked = new Set(Object.values(kPapersOf).flat());
  expect([...linked].sort()).toEqual(Object.keys(kPapers).sort());
});
