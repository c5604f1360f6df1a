/** What the page says of where models and ideas come from. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { languages, textsIn } from '../../../web/page/i18n/texts.ts';
import { kHeldOutLosses } from '../../../web/page/losses.ts';
import { kPapers, kPapersOf } from '../../../web/page/sources.ts';
import type { Writer } from '../../../web/page/writers.ts';
import './all-languages.ts';
import { plain } from './said.ts';

/** The least loss on held-out text in the log of a model's training. */
function heldOutLoss(name: string): number {
  const log = readFileSync(new URL(`../../../models/${name}/log.tsv`, import.meta.url), 'utf8');
  const [head = '', ...lines] = log.trim().split('\n');
  const column = head.split('\t').indexOf('valid_loss');
  expect(column).toBeGreaterThan(0);
  return Math.min(...lines.map((line) => Number(line.split('\t')[column])));
}

const kTrained = ['stories', 'stories-large', 'zh', 'tang', 'en-zh', 'zh-en'] as const;

it.each(languages)('the losses on the cards are those of the logs: %s', (language) => {
  const { models } = textsIn(language).sources;
  for (const name of kTrained) {
    const card = models[name];
    const said = plain(typeof card === 'function' ? card('') : card).matchAll(/\d\.\d{3}/g);
    const loss = heldOutLoss(name);
    const off = [...said].map(([number]) => Math.abs(Number(number) - loss));
    expect(Math.min(...off), name).toBeLessThan(0.0006);
  }
});

it.each(languages)('a figure calls its model as the choice above the line does: %s', (language) => {
  const { voices, sources } = textsIn(language);
  for (const [name, called] of Object.entries(voices.names))
    expect(sources.facts[name as Writer]).toContain(called);
});

it.each(languages)('a figure tells the loss of its model: %s', (language) => {
  const { facts } = textsIn(language).sources;
  for (const name of kTrained) {
    expect(kHeldOutLosses[name], name).toBe(heldOutLoss(name));
    expect(facts[name], name).toContain(` ${heldOutLoss(name).toFixed(2)}`);
  }
});

it('each paper is linked where its idea is told', () => {
  const linked = new Set(Object.values(kPapersOf).flat());
  expect([...linked].sort()).toEqual(Object.keys(kPapers).sort());
});
