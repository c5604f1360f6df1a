/** A line's run, and one run more for each part of the model, without that part. */
import type { Model } from '../index.ts';
import type { Ablation, HookEdit, ModelInput, Tensor, Token } from '../shared/run-types.ts';
import {
  editsWithout,
  type Expected,
  logProbabilities,
  type ModelPart,
  type PartRow,
  partRows,
  partsIn,
} from '../view/ablation.ts';
import { argmax, largest, matrixOf, rowOf } from '../view/matrix.ts';
import { activationOf } from '../view/run.ts';
import { isEncoderDecoder, startToken } from '../shared/architecture.ts';
import { nextTurn } from '../shared/turn.ts';
import { calledInstead } from './called-instead.ts';

/** What takes the place of what a part hands on. */
export const kKinds = ['zero', 'mean'] as const;
export type Kind = (typeof kKinds)[number];

/** How many of the likeliest tokens can be chosen. */
const kLikeliest = 5;
/** As long a translation as is looked for. */
const kMaxNewTokens = 80;

export interface AblationQuestion {
  readonly model: Model;
  /** Of an encoder–decoder the source's text. */
  readonly input: ModelInput;
  /** Id of a token that can be chosen besides the likeliest ones; null: none. Of a decoder. */
  readonly token: number | null;
  readonly kind: Kind;
  /** The text over whose positions the means are; empty: the line itself. */
  readonly reference: string;
  /** What is changed already stays so. */
  readonly ablations: readonly Ablation[];
}

export function isSame(a: AblationQuestion, b: AblationQuestion): boolean {
  return (
    a.model === b.model &&
    a.input === b.input &&
    a.token === b.token &&
    a.kind === b.kind &&
    a.reference === b.reference &&
    a.ablations === b.ablations
  );
}

/** A token whose probability is asked for, and what it is as things are. */
export interface Target extends Expected {
  readonly text: string;
  readonly logProbability: number;
}

/** What became of the line without one part. */
export interface Without {
  readonly part: ModelPart;
  readonly edits: readonly HookEdit[];
  /** Of each target. */
  readonly logProbabilities: readonly number[];
  /** Ids of what comes first in the place of each target. */
  readonly first: readonly number[];
}

/** What a run reads. */
export interface Line {
  /** Of an encoder–decoder the start sign and the translation. */
  readonly ids: readonly number[];
  readonly source?: { readonly source: string };
  /** The tokens whose probabilities are asked for; null: the likeliest after the last one. */
  readonly expected: readonly number[] | null;
  /** Of a translation. */
  readonly text?: string;
}

export interface AblatedRuns {
  readonly question: AblationQuestion;
  readonly rows: readonly PartRow[];
  readonly line: Line;
  /** Of a decoder the line's, of an encoder–decoder those of what its decoder reads. */
  readonly tokens: readonly Token[];
  /** What the means are over; null where zeros take their place. */
  readonly meansOver: Line | null;
  /** Of a decoder the likeliest tokens to come next, of an encoder–decoder those of its translation. */
  readonly targets: readonly Target[];
  readonly without: readonly Without[];
  /** Its text; empty of a decoder. */
  readonly translation: string;
  /** The text of each id in `first`. */
  readonly texts: ReadonlyMap<number, string>;
}

/** The hook of a model's logits. */
function logitsHook(model: Model): string {
  return isEncoderDecoder(model) ? 'decoder.logits' : 'logits';
}

/** Null where `isWanted` says so before the end. */
export async function readAblated(
  question: AblationQuestion,
  isWanted: () => boolean,
): Promise<AblatedRuns | null> {
  const { model, kind, ablations: ablate } = question;
  const translates = isEncoderDecoder(model);
  const rows = partRows(model.config.resolved);
  const parts = partsIn(rows);
  const hooks = kind === 'zero' ? [] : [...new Set(parts.flatMap((part) => part.hooks))];
  const logitsName = logitsHook(model);
  const line = translates
    ? await translated(question, question.input as string)
    : { ids: await idsOf(model, question.input), expected: null };
  const forward = (input: Line, capture: readonly string[], edits: readonly HookEdit[] = []) =>
    model.forward(input.ids, { ...input.source, capture, edits, ablate });

  const isOwn = question.reference.trim() === '';
  const own = await forward(line, [logitsName, ...(isOwn ? hooks : [])]);
  const other = isOwn || kind === 'zero' ? line : await lineOf(question.reference);
  const means =
    other === line ? own : await forward(other, hooks).catch(calledInstead('ablation: reference'));
  const targets = await targetsOf(question, line, activationOf(own, logitsName));
  const without: Without[] = [];
  for (const part of parts) {
    // Where the engine runs in its caller's thread, nothing else would be heard of between two runs.
    await nextTurn();
    if (!isWanted()) return null;
    const edits = editsWithout(part, kind === 'zero' ? null : means.activations);
    const run = await forward(line, [logitsName], edits);
    const logits = matrixOf(activationOf(run, logitsName));
    without.push({
      part,
      edits,
      logProbabilities: logProbabilities(logits, targets),
      first: targets.map(({ row }) => argmax(rowOf(logits, row))),
    });
  }
  const texts = await textsOf(model, [...new Set(without.flatMap(({ first }) => first))]);
  const meansOver = kind === 'zero' ? null : other;
  const { text: translation = '' } = line;
  const { tokens } = own;
  return { question, rows, line, tokens, meansOver, targets, translation, without, texts };

  async function lineOf(text: string): Promise<Line> {
    if (translates) return translated(question, text).catch(calledInstead('ablation: reference'));
    return { ids: await idsOf(model, text), expected: null };
  }
}

/** As `forward` reads the input. */
async function idsOf(model: Model, input: ModelInput): Promise<readonly number[]> {
  const tokens = typeof input === 'string' ? await model.tokenizer.encode(input) : input;
  return tokens.map((token) => (typeof token === 'number' ? token : token.id));
}

/** The translation that greedy decoding gives, as the decoder reads it. */
async function translated({ model, ablations }: AblationQuestion, source: string): Promise<Line> {
  const options = { max_new_tokens: kMaxNewTokens, ablate: ablations };
  const { ids, text } = await model.generate(source, options).result();
  // It has written something, so there is one.
  const start = startToken(model.config.resolved) as number;
  return { ids: [start, ...ids.slice(0, -1)], source: { source }, expected: ids, text };
}

async function targetsOf(
  { model, token }: AblationQuestion,
  { ids, expected }: Line,
  array: Tensor,
): Promise<readonly Target[]> {
  const logits = matrixOf(array);
  const places: Expected[] = [];
  if (expected === null) {
    const row = ids.length - 1;
    const chosen = largest(rowOf(logits, row), kLikeliest);
    if (token !== null && !chosen.includes(token)) chosen.push(token);
    places.push(...chosen.map((id) => ({ row, id })));
  } else places.push(...expected.map((id, row) => ({ row, id })));
  const texts = await textsOf(model, [...new Set(places.map(({ id }) => id))]);
  const logs = logProbabilities(logits, places);
  return places.map((place, i) => ({
    ...place,
    text: texts.get(place.id) ?? '',
    logProbability: logs[i] as number,
  }));
}

async function textsOf(model: Model, ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
  const texts = model.hasTokenizer ? await model.tokenizer.texts(ids) : ids.map(String);
  return new Map(ids.map((id, i) => [id, texts[i] ?? '']));
}
