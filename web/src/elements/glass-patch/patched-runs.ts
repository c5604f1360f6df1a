/** Two lines that differ, and what each vector of the first one's run brings back in the second one's. */
import type { Model } from '../../index.ts';
import type { Candidate } from '../../shared/generation-types.ts';
import type { Ablation, Run, Token } from '../../shared/run-types.ts';
import { lastRow, plainCandidates } from '../../view/bars.ts';
import { argmax, largest, type Matrix, rowOf } from '../../view/matrix.ts';
import {
  type Answers,
  lastOfEach,
  logitDifference,
  patchedCopies,
  restoredPart,
} from '../../view/patching.ts';
import { activationOf } from '../../view/run.ts';
import { loadEngine } from '../base/engine.ts';

/** The activations of a layer that can be patched, by their hooks. */
export const kActivations = ['resid_pre', 'attn_out', 'mlp_out'] as const;
export type Activation = (typeof kActivations)[number];

/** Longer lines would take the square of the time: each place is a run of its own. */
export const kMaxTokens = 24;

export interface PatchQuestion {
  readonly model: Model;
  readonly clean: string;
  readonly corrupted: string;
  readonly activation: Activation;
  readonly ablations: readonly Ablation[];
}

/** Why two lines cannot be patched into each other. */
export type Refusal =
  | { readonly why: 'empty' }
  | { readonly why: 'tooLong'; readonly counts: readonly [number, number] }
  | { readonly why: 'unequal'; readonly counts: readonly [number, number] }
  | { readonly why: 'sameAnswer'; readonly answer: Candidate };

/** One of the two lines. */
export interface Line {
  readonly tokens: readonly Token[];
  /** Of what follows it. */
  readonly logits: Float32Array;
  /** The likeliest token to follow it. */
  readonly answer: Candidate;
  /** The logit of the clean line's answer less that of the corrupted one's. */
  readonly difference: number;
}

export interface PatchedRuns {
  readonly question: PatchQuestion;
  readonly clean: Line;
  readonly corrupted: Line;
  /** For each layer (T, V): what follows the corrupted line with the vector at each place patched. */
  readonly logits: readonly Matrix[];
  /** For each layer, at each place: 0 as in the corrupted run, 1 as in the clean one. */
  readonly restored: readonly (readonly number[])[];
}

export function hookOf(layer: number, activation: Activation): string {
  return `blocks.${layer}.${activation}`;
}

/** Null where `isWanted` says so before the end. */
export async function readPatched(
  question: PatchQuestion,
  isWanted: () => boolean,
): Promise<PatchedRuns | Refusal | null> {
  const { model, activation, ablations: ablate } = question;
  const [first, second] = (await Promise.all(
    [question.clean, question.corrupted].map((text) => model.tokenizer.encode(text)),
  )) as [Token[], Token[]];
  const counts = [first.length, second.length] as const;
  if (Math.min(...counts) === 0) return { why: 'empty' };
  if (Math.max(...counts) > kMaxTokens) return { why: 'tooLong', counts };
  if (counts[0] !== counts[1]) return { why: 'unequal', counts };

  const capture = [`blocks.*.${activation}`, 'logits'];
  const own = await model.forward(second, { capture, ablate });
  const from = await model.forward(first, { capture, ablate });
  const [clean, corrupted] = await linesOf(model, from, own);
  if (clean.answer.id === corrupted.answer.id) return { why: 'sameAnswer', answer: clean.answer };

  const answers = { clean: clean.answer.id, corrupted: corrupted.answer.id };
  const logits: Matrix[] = [];
  for (let layer = 0; layer < model.config.resolved.decoder_layers; ++layer) {
    if (!isWanted()) return null;
    const hook = hookOf(layer, activation);
    const set = patchedCopies(activationOf(from, hook), activationOf(own, hook));
    const copies = second.map(() => second);
    const edits = [{ hook, set }];
    const patched = await model.forward(copies, { capture: ['logits'], edits, ablate });
    logits.push(lastOfEach(activationOf(patched, 'logits')));
  }
  return { question, clean, corrupted, logits, restored: logits.map(restoredIn) };

  function restoredIn(rows: Matrix): number[] {
    return Array.from({ length: rows.rows }, (_, place) =>
      restoredPart(
        logitDifference(rowOf(rows, place), answers),
        clean.difference,
        corrupted.difference,
      ),
    );
  }
}

async function linesOf(model: Model, from: Run, own: Run): Promise<readonly [Line, Line]> {
  const read = await Promise.all(
    [from, own].map(async (run) => {
      const logits = lastRow(activationOf(run, 'logits')).slice();
      const [answer] = (await candidatesOf(model, logits, 1)) as [Candidate];
      return { tokens: run.tokens, logits, answer };
    }),
  );
  const [clean, corrupted] = read as [(typeof read)[number], (typeof read)[number]];
  const answers: Answers = { clean: clean.answer.id, corrupted: corrupted.answer.id };
  return [
    { ...clean, difference: logitDifference(clean.logits, answers) },
    { ...corrupted, difference: logitDifference(corrupted.logits, answers) },
  ];
}

/** The likeliest of a row of logits. */
export async function candidatesOf(
  model: Model,
  logits: Float32Array,
  count: number,
): Promise<Candidate[]> {
  const { softmax } = await loadEngine();
  const { data } = await softmax({ shape: [1, logits.length], data: logits });
  const ids = largest(logits, count);
  const texts = model.hasTokenizer ? await model.tokenizer.texts(ids) : ids.map(String);
  const of = (values: Float32Array) => ids.map((id) => values[id] as number);
  return plainCandidates(of(data), of(logits), texts).map((each, i) => ({
    ...each,
    id: ids[i] as number,
  }));
}

/** The cell that brings back most where the two lines have the same token: elsewhere it is no surprise. */
export function strongestCell({ clean, corrupted, restored }: PatchedRuns): {
  readonly layer: number;
  readonly place: number;
} {
  const isSame = (place: number) => clean.tokens[place]?.id === corrupted.tokens[place]?.id;
  const all = restored.flatMap((values, layer) =>
    values.map((value, place) => ({ layer, place, value })),
  );
  const alike = all.filter(({ place }) => isSame(place));
  const cells = alike.length > 0 ? alike : all;
  const { layer, place } = cells[argmax(cells.map(({ value }) => value))] ?? { layer: 0, place: 0 };
  return { layer, place };
}
