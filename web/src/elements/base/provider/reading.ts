/** One reading of a text by a model: what it depends on, and what came of it. */
import type { Model } from '../../../index.ts';
import { GlassformerError } from '../../../shared/error.ts';
import type { Ablation, ForwardOptions, Run, Token } from '../../../shared/run-types.ts';
import type { FigureState } from '../figure-context.ts';
import { ranBy } from '../run-model.ts';

/** Everything that a run depends on. */
export interface Question {
  readonly model: Model;
  readonly text: string;
  readonly options: ForwardOptions;
  readonly maxTokens: number | null;
  readonly ablations: readonly Ablation[];
  /** What is captured: hook names or globs. */
  readonly hooks: readonly string[];
  /** An author has named the hooks: one that the model lacks is an error. */
  readonly areGiven: boolean;
}

export interface Reading {
  readonly question: Question;
  readonly run: Run;
  readonly cut: FigureState['cut'];
  readonly lacked: FigureState['lacked'];
}

export function isSameQuestion(a: Question, b: Question): boolean {
  return isSamePass(a, b) && a.hooks.join(' ') === b.hooks.join(' ');
}

function isSamePass(a: Question, b: Question): boolean {
  return (
    a.model === b.model &&
    a.text === b.text &&
    a.options === b.options &&
    a.maxTokens === b.maxTokens &&
    a.ablations === b.ablations
  );
}

/** The hooks that were not captured, neither by their name nor by a glob. */
export function lacking(hooks: readonly string[], { question }: Reading): readonly string[] {
  return hooks.filter((hook) => !question.hooks.some((glob) => matches(glob, hook)));
}

/** A glob matches narrower globs, too: `blocks.*.attn.q` those of one layer. In one pass, however many stars it has. */
function matches(glob: string, name: string): boolean {
  const [first = '', ...parts] = glob.split('*');
  const last = parts.pop();
  if (last === undefined) return glob === name;
  if (!name.startsWith(first)) return false;
  let at = first.length;
  for (const part of parts) {
    const found = name.indexOf(part, at);
    if (found === -1) return false;
    at = found + part.length;
  }
  return name.endsWith(last) && at + last.length <= name.length;
}

/** Where `before` is a reading by the same forward pass, only the activations that it lacks are captured and added. */
export async function read(question: Question, before: Reading | null): Promise<Reading> {
  const { hooks } = question;
  if (before !== null && isSamePass(before.question, question)) {
    const missing = lacking(hooks, before);
    if (missing.length === 0) return before;
    const { tokens, activations } = before.run;
    const { run: found, lacked } = await runOf(question, tokens, missing);
    const run = { tokens, activations: { ...activations, ...found.activations } };
    ranBy(run, question.model);
    return {
      ...before,
      lacked,
      question: { ...question, hooks: [...before.question.hooks, ...missing] },
      run,
    };
  }
  const { input, cut } = await readable(question);
  return { question, ...(await runOf(question, input, hooks)), cut };
}

/** Hooks that models were found to lack, each with the names like it that the model has. */
const absent = new WeakMap<Model, Map<string, readonly string[]>>();

/** The elements may need activations that the model lacks: then it is run again without them. */
async function runOf(
  { model, options, ablations, areGiven }: Question,
  input: string | readonly Token[],
  hooks: readonly string[],
): Promise<Pick<Reading, 'run' | 'lacked'>> {
  const ablate = [...(options.ablate ?? []), ...ablations];
  const lacked = absent.get(model) ?? new Map<string, readonly string[]>();
  absent.set(model, lacked);
  for (;;) {
    const capture = areGiven ? hooks : hooks.filter((hook) => !lacked.has(hook));
    try {
      const run = await model.forward(input, { ...options, ablate, capture });
      ranBy(run, model);
      return { run, lacked };
    } catch (error) {
      const details = error instanceof GlassformerError ? error.details : undefined;
      if (areGiven || details?.kind !== 'noActivation' || !capture.includes(details.name))
        throw error;
      lacked.set(details.name, details.near ?? []);
    }
  }
}

/**
 * Read where neither the model nor the author of the page says how many: attention's weights grow with the square of the
 * tokens, and 144 heads have 150 MB of them here.
 */
const kTokensWithoutContext = 512;

/** The text, or the last of its tokens if there are more than can be read. */
async function readable({ model, text, maxTokens }: Question): Promise<{
  readonly input: string | readonly Token[];
  readonly cut: Reading['cut'];
}> {
  const context = model.config.resolved.max_positions;
  const limit = Math.min(maxTokens ?? (context || kTokensWithoutContext), context || Infinity);
  // A token is at least one byte, and a UTF-16 unit at most three of them.
  const isShort = text.length * 3 <= limit;
  if (isShort || !model.hasTokenizer) return { input: text, cut: null };
  const tokens = await model.tokenizer.encode(text);
  const { length: count } = tokens;
  if (count <= limit) return { input: text, cut: null };
  return { input: tokens.slice(-limit), cut: { count, limit, room: context - limit } };
}
