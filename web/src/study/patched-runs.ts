/** Two lines that differ, and what each vector of the first one's run brings back in the second one's. */
import type { Model } from '../index.ts';
import type { Candidate } from '../shared/generation-types.ts';
import type { Ablation, ModelInput, Run, Token } from '../shared/run-types.ts';
import { lastRow, plainCandidates } from '../view/bars.ts';
import { argmax, largest, type Matrix, rowOf } from '../view/matrix.ts';
import { type Activation, lastOfEach, patchedCopies, restoredPart } from '../view/patching.ts';
import { activationOf } from '../view/run.ts';
import { loadEngine } from '../client/engine.ts';
import { nextTurn } from '../shared/turn.ts';

/** How many of each line's likeliest tokens can be followed. */
const kTargets = 4;
/** A logit that hardly differs between the lines has nothing to bring back. */
export const kLeastDifference = 0.05;

export interface PatchQuestion {
  readonly model: Model;
  readonly clean: ModelInput;
  readonly corrupted: ModelInput;
  readonly activation: Activation;
  /** The only one that is patched, of an activation that has heads; null: all of them. */
  readonly head: number | null;
  /** Id of a token that can be followed besides the likeliest ones; null: none. */
  readonly token: number | null;
  readonly ablations: readonly Ablation[];
  /** Of each line: longer ones are refused. */
  readonly maxTokens: number;
}

/** Why two lines cannot be patched into each other. */
export type Refusal =
  | { readonly why: 'empty' }
  | { readonly why: 'tooLong'; readonly counts: readonly [number, number] }
  | { readonly why: 'unequal'; readonly counts: readonly [number, number] }
  | { readonly why: 'alike' };

/** A patched vector: of the token at a place, at a layer. */
export interface Cell {
  readonly layer: number;
  readonly place: number;
}

/** One of the two lines. */
export interface Line {
  readonly tokens: readonly Token[];
  /** Of what follows it. */
  readonly logits: Float32Array;
  /** The likeliest token to follow it. */
  readonly answer: Candidate;
}

/** A token whose logit can be followed, in place of the difference of the two answers. */
export type Target = Pick<Candidate, 'id' | 'text'>;

export interface PatchedRuns {
  readonly question: PatchQuestion;
  readonly clean: Line;
  readonly corrupted: Line;
  /** For each layer (T, V): what follows the corrupted line with the vector at each place patched. */
  readonly logits: readonly Matrix[];
  /** The likeliest after each line. */
  readonly likely: readonly Target[];
  /**
   * Those that can be asked for: the answer where both lines have the same, those of the likeliest whose logits differ between the
   * lines, and the one that was asked for. Where none of these differs, the token whose logits differ most, too.
   */
  readonly targets: readonly Target[];
}

/** How much comes back of a number that is read of the logits of each run. */
export interface Restored {
  readonly clean: number;
  readonly corrupted: number;
  /** For each layer, at each place. */
  readonly patched: readonly (readonly number[])[];
  /** For each layer, at each place: 0 as in the corrupted run, 1 as in the clean one. */
  readonly restored: readonly (readonly number[])[];
}

export interface Followed extends Restored {
  /** Null: the logit of the clean line's answer less that of the corrupted one's. */
  readonly target: Target | null;
  /** The one that was asked for in place of it, where its logit is as good as the same after both lines. */
  readonly unmoved: Target | null;
}

function hookOf(layer: number, activation: Activation): string {
  return `blocks.${layer}.${activation}`;
}

/** Whether two questions are about the same runs: all logits of these are kept, whichever token is followed. */
export function areSameRuns(a: PatchQuestion, b: PatchQuestion): boolean {
  return (
    a.model === b.model &&
    a.clean === b.clean &&
    a.corrupted === b.corrupted &&
    a.activation === b.activation &&
    a.head === b.head &&
    a.ablations === b.ablations
  );
}

/**
 * Null where `isWanted` says so before the end.
 * @param before whose runs are taken where the question is about the same
 */
export async function readPatched(
  question: PatchQuestion,
  before: PatchedRuns | null,
  isWanted: () => boolean,
): Promise<PatchedRuns | Refusal | null> {
  const isKnown = before !== null && areSameRuns(before.question, question);
  const runs = isKnown ? before : await runPatched(question, isWanted);
  if (runs === null || 'why' in runs) return runs;
  const { clean, corrupted, likely } = runs;
  const asked = question.token === null ? null : await targetOf(question.model, question.token);
  const found = asked === null ? likely : [...likely, asked];
  const isOffered = (target: Target) =>
    differs(runs, target) ||
    target.id === asked?.id ||
    (haveSameAnswer(runs) && target.id === clean.answer.id);
  const targets = found.filter(
    (target, i) => isOffered(target) && found.findIndex(({ id }) => id === target.id) === i,
  );
  if (!targets.some((target) => differs(runs, target))) {
    const most = argmax(
      clean.logits.map((each, id) => Math.abs(each - (corrupted.logits[id] as number))),
    );
    const target = await targetOf(question.model, most);
    if (!differs(runs, target)) return { why: 'alike' };
    targets.push(target);
  }
  return { ...runs, question, targets };
}

/** Whether the logit of a token has something to bring back. */
const differs = ({ clean, corrupted }: AllRuns, { id }: Target): boolean =>
  Math.abs((clean.logits[id] as number) - (corrupted.logits[id] as number)) >= kLeastDifference;

/** Then their difference is none: only the logit of a token can be followed. */
export const haveSameAnswer = ({ clean, corrupted }: Pick<PatchedRuns, 'clean' | 'corrupted'>) =>
  clean.answer.id === corrupted.answer.id;

export type AllRuns = Omit<PatchedRuns, 'question' | 'targets'>;

/** Null where `isWanted` says so before the end. */
export async function runPatched(
  question: PatchQuestion,
  isWanted: () => boolean,
): Promise<AllRuns | Refusal | null> {
  const { model, activation, head, ablations: ablate, maxTokens } = question;
  const [first, second] = (await Promise.all(
    [question.clean, question.corrupted].map((input) =>
      typeof input === 'string' ? model.tokenizer.encode(input) : input,
    ),
  )) as [Token[], Token[]];
  const counts = [first.length, second.length] as const;
  if (Math.min(...counts) === 0) return { why: 'empty' };
  if (Math.max(...counts) > maxTokens) return { why: 'tooLong', counts };
  if (counts[0] !== counts[1]) return { why: 'unequal', counts };

  const capture = [`blocks.*.${activation}`, 'logits'];
  const own = await model.forward(second, { capture, ablate });
  const from = await model.forward(first, { capture, ablate });
  const [[clean, ...cleanNext], [corrupted, ...corruptedNext]] = await Promise.all([
    lineOf(model, from),
    lineOf(model, own),
  ]);

  const logits: Matrix[] = [];
  for (let layer = 0; layer < model.config.resolved.decoder_layers; ++layer) {
    // Where the engine runs in its caller's thread, nothing else would be heard of between two runs.
    await nextTurn();
    if (!isWanted()) return null;
    const hook = hookOf(layer, activation);
    const set = patchedCopies(activationOf(from, hook), activationOf(own, hook), head);
    const copies = second.map(() => second);
    const edits = [{ hook, set }];
    const patched = await model.forward(copies, { capture: ['logits'], edits, ablate });
    logits.push(lastOfEach(activationOf(patched, 'logits')));
  }
  const likely = [clean.answer, corrupted.answer, ...cleanNext, ...corruptedNext];
  return { clean, corrupted, logits, likely };
}

/** A line, and what is likely after it besides its answer. */
async function lineOf(model: Model, run: Run): Promise<readonly [Line, ...Candidate[]]> {
  const logits = lastRow(activationOf(run, 'logits')).slice();
  const [answer, ...next] = (await candidatesOf(model, logits, kTargets)) as [Candidate];
  return [{ tokens: run.tokens, logits, answer }, ...next];
}

export async function targetOf(model: Model, id: number): Promise<Target> {
  const [text = ''] = model.hasTokenizer ? await model.tokenizer.texts([id]) : [String(id)];
  return { id, text };
}

/**
 * @param token the id of a target; null, and any that is none of the targets or differs too little: the difference of the two answers,
 * or where these are the same the first target that differs
 */
export function follow(runs: PatchedRuns, token: number | null): Followed {
  const { clean, corrupted, targets } = runs;
  const asked = targets.find(({ id }) => id === token) ?? null;
  const unmoved = asked === null || differs(runs, asked) ? null : asked;
  const first = haveSameAnswer(runs)
    ? (targets.find((target) => differs(runs, target)) as Target)
    : null;
  const target = unmoved === null ? (asked ?? first) : first;
  const restored = restoredOf(runs, target ?? clean.answer, target ? null : corrupted.answer);
  return { target, unmoved, ...restored };
}

/** Of the logit of a token, less that of another one where it is given. */
export function restoredOf(
  runs: AllRuns,
  { id }: Pick<Target, 'id'>,
  against: Pick<Target, 'id'> | null,
): Restored {
  const of = (logits: Float32Array) =>
    (logits[id] as number) - (against === null ? 0 : (logits[against.id] as number));
  const [clean, corrupted] = [of(runs.clean.logits), of(runs.corrupted.logits)];
  const patched = runs.logits.map((rows) =>
    Array.from({ length: rows.rows }, (_, place) => of(rowOf(rows, place))),
  );
  const restored = patched.map((all) => all.map((each) => restoredPart(each, clean, corrupted)));
  return { clean, corrupted, patched, restored };
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
export function strongestCell({ clean, corrupted }: PatchedRuns, { restored }: Followed): Cell {
  const isSame = (place: number) => clean.tokens[place]?.id === corrupted.tokens[place]?.id;
  const all = restored.flatMap((values, layer) =>
    values.map((value, place) => ({ layer, place, value })),
  );
  const alike = all.filter(({ place }) => isSame(place));
  const cells = alike.length > 0 ? alike : all;
  const { layer, place } = cells[argmax(cells.map(({ value }) => value))] ?? { layer: 0, place: 0 };
  return { layer, place };
}
