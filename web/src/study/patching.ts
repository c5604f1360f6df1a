/** What each vector of one line's run brings back of its answer in the run of another line. */
import { unlessAborted } from '../client/abort.ts';
import { oneOf, type Rules } from '../client/check.ts';
import type { Model } from '../client/model.ts';
import type { ModelInput, Token } from '../shared/run-types.ts';
import { formatFixed } from '../view/number.ts';
import {
  type Activation,
  activationsOf,
  hasHeads,
  headsOf,
  kActivations,
} from '../view/patching.ts';
import {
  type AbortableOptions,
  abortableRules,
  anyPlace,
  checkInput,
  checkPlaceOrNone,
  checkStudy,
  invalid,
  needsDecoder,
} from './arguments.ts';
import {
  haveSameAnswer,
  kLeastDifference,
  type Line,
  type Refusal,
  restoredOf,
  runPatched,
  type Target,
  targetOf,
} from './patched-runs.ts';

export interface PatchingOptions extends AbortableOptions {
  /** What is patched, as its hook is called behind "blocks.N.". Where absent: "resid_pre". */
  readonly activation?: Activation;
  /** Of an activation that has heads: the only one, counted from 0. Where absent: all of them. */
  readonly head?: number;
  /** Id of the token whose logit is followed. Where absent: the logit of the clean line's answer less that of the corrupted one's. */
  readonly token?: number;
  /** With `token`: id of a token whose logit is taken off. Where absent: none is. */
  readonly against?: number;
}

export interface PatchedLine {
  readonly tokens: readonly Token[];
  /** The likeliest token to follow it. */
  readonly answer: { readonly id: number; readonly text: string; readonly probability: number };
  /** What is followed. */
  readonly value: number;
}

export interface Patching {
  readonly clean: PatchedLine;
  readonly corrupted: PatchedLine;
  /** The token whose logit is followed; null: the difference of the two answers'. */
  readonly followed: Target | null;
  /** The token whose logit is taken off; null: none, or that of the corrupted line's answer. */
  readonly against: Target | null;
  /** What is followed in the corrupted run with one vector of the clean one: for each layer, at each place. */
  readonly patched: readonly (readonly number[])[];
  /** The part of the distance that it brings back: 0 as in the corrupted run, 1 as in the clean one. */
  readonly restored: readonly (readonly number[])[];
}

const rules: Rules<PatchingOptions> = {
  ...abortableRules,
  activation: oneOf(...kActivations),
  head: anyPlace,
  token: anyPlace,
  against: anyPlace,
};

/**
 * Activation patching (Meng et al. 2022; TransformerLens' `get_act_patch_*`): a run of its own for each layer and place, with one
 * vector of the clean line's run in the corrupted line's.
 *
 * @throws GlassformerError: `InvalidArgument` where the model is no decoder, where the two lines have not the same number of
 * tokens, and where what is followed is the same after both: without `token` where they have the same answer.
 */
export async function activationPatching(
  model: Model,
  clean: ModelInput,
  corrupted: ModelInput,
  options: PatchingOptions = {},
): Promise<Patching> {
  const where = 'activationPatching';
  const given = checkStudy(where, model, options, rules);
  needsDecoder(where, model);
  const lines = {
    clean: checkInput(`${where}: clean`, clean),
    corrupted: checkInput(`${where}: corrupted`, corrupted),
  };
  const { activation = 'resid_pre', ablate: ablations = [], signal } = given;
  const { resolved } = model.config;
  const known = activationsOf(resolved);
  if (!known.includes(activation))
    throw invalid(where, `the model has no ${activation}; it has ${known.join(', ')}`);
  if (given.head !== undefined && !hasHeads(activation))
    throw invalid(where, `head is of what has heads ("attn.…"), found activation "${activation}"`);
  const heads = headsOf(resolved, activation);
  const head = checkPlaceOrNone(`${where}: head`, given.head, heads);
  const idOf = (name: 'token' | 'against') =>
    checkPlaceOrNone(`${where}: ${name}`, given[name], resolved.vocab_size);
  const [token, other] = [idOf('token'), idOf('against')];
  if (token === null && other !== null) throw invalid(where, 'against must come with token');
  const maxTokens = Infinity;
  const question = { model, ...lines, activation, head, token, ablations, maxTokens };
  const runs = await unlessAborted(signal, () => runPatched(question, () => !signal?.aborted));
  if (runs === null || 'why' in runs) throw invalid(where, refusalOf(runs));
  if (token === null && haveSameAnswer(runs))
    throw invalid(
      where,
      `the lines must have different answers, found ${JSON.stringify(runs.clean.answer.text)} after both`,
    );
  const named = async (id: number | null) => (id === null ? null : targetOf(model, id));
  const [followed, against] = [await named(token), await named(other)];
  const taken = followed === null ? runs.corrupted.answer : against;
  const found = restoredOf(runs, followed ?? runs.clean.answer, taken);
  if (followed && Math.abs(found.clean - found.corrupted) < kLeastDifference) {
    const values = [found.clean, found.corrupted].map((value) => formatFixed(value, 3));
    const what = `the logit of token ${token}${against ? ` less that of token ${other}` : ''}`;
    throw invalid(
      where,
      `${what} must differ by at least ${kLeastDifference} between the lines, found ${values.join(' and ')}`,
    );
  }
  const line = ({ tokens, answer: { id, text, probability } }: Line, value: number) => {
    return { tokens, answer: { id, text, probability }, value };
  };
  return {
    clean: line(runs.clean, found.clean),
    corrupted: line(runs.corrupted, found.corrupted),
    followed,
    against,
    patched: found.patched,
    restored: found.restored,
  };
}

function refusalOf(refusal: Refusal | null): string {
  if (refusal?.why === 'unequal')
    return `the lines must have the same number of tokens, found ${refusal.counts.join(' and ')}`;
  return 'each line must have a token at least, found an empty one';
}
