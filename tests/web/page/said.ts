/** What the prose of the page says, and what the shipped models make of it. */
import { loadModel, softmax, type Ablation, type Model, type Run } from 'glassformer';
import { afterAll, beforeAll, expect } from 'vitest';
import { languages } from '../../../web/page/i18n/texts.ts';
import type { HeadPlace } from '../../../web/src/view/heads.ts';
import { matrixOf } from '../../../web/src/view/matrix.ts';

/** A line of the page, of which chapter 9 speaks. */
export const kDog = 'The dog was sad because he lost his';

/** Heads of tang that look, where a character has to rhyme, at the rhyme before. */
export const kRhymeHeads: readonly HeadPlace[] = [
  { layer: 3, head: 1 },
  { layer: 5, head: 0 },
  { layer: 5, head: 1 },
];

const models = new Map<string, Model>();
export const modelOf = (name: string): Model => models.get(name) as Model;

/** For the tests of the file that calls it: these models, loaded. */
export function loadModels(names: readonly string[]): void {
  beforeAll(async () => {
    for (const name of names) models.set(name, await loadModel(name));
  });
  afterAll(async () => {
    for (const model of models.values()) await model.close();
  });
}

/** The words of a text of the page, as they are read. */
export function plain(text: unknown): string {
  return written(text)
    .replace(/<[^>]*>/g, '')
    .replace(/\s+/g, ' ')
    .trim();
}

/** With the templates in it: links to chapters, titles. */
function written(text: unknown): string {
  if (typeof text !== 'object' || text === null) return String(text);
  const { strings, values } = text as {
    readonly strings: readonly string[];
    readonly values: readonly unknown[];
  };
  return strings.map((each, i) => each + (i < values.length ? written(values[i]) : '')).join('');
}

/** In every language a sentence of the page has all of these, a number as a whole one: no "10" in "0.10" or "110%". */
export function expectSaid(text: (language: string) => unknown, ...parts: readonly string[]): void {
  for (const language of languages)
    for (const part of parts) expect(plain(text(language))).toMatch(whole(part));
}

/** Languages differ in where they put spaces. */
function whole(part: string): RegExp {
  const letters = [...part.replace(/ /g, '')].map((each) =>
    each.replace(/[.*+?^${}()|[\]\\]/, '\\$&'),
  );
  const before = /^\d/.test(part) ? '(?<!\\d|\\d[.,]|−)' : '';
  const after = /\d$/.test(part) ? '(?!\\d|[.,]\\d)' : '';
  return new RegExp(before + letters.join(' ?') + after);
}

export const percent = (share: number, digits = 0) => `${(100 * share).toFixed(digits)}%`;

export async function probabilities(model: Model, text: string, ablate: readonly Ablation[] = []) {
  const { activations } = await model.forward(text, { capture: ['logits'], ablate });
  const data = activations['logits']!.data.slice(-model.config.resolved.vocab_size);
  return (await softmax({ shape: [1, data.length], data })).data;
}

export const likeliest = (row: Float32Array) => row.indexOf(Math.max(...row));

export function headsOf(model: Model): HeadPlace[] {
  const { decoder_layers, num_heads } = model.config.resolved;
  return Array.from({ length: decoder_layers * num_heads }, (_, i) => ({
    layer: Math.floor(i / num_heads),
    head: i % num_heads,
  }));
}

export const patternOf = (run: Run, { layer, head }: HeadPlace) =>
  matrixOf(run.activations[`blocks.${layer}.attn.pattern`]!, head);
