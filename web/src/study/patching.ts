/** What each vector of one line's run brings back of its answer in the run of another line. */
import { check, count, oneOf, type Rules, text, tokenId } from '../client/check.ts';
import type { Model } from '../client/model.ts';
import type { Token } from '../shared/run-types.ts';
import {
  type Activation,
  activationsOf,
  hasHeads,
  headsOf,
  kActivations,
} from '../view/patching.ts';
import {
  checkPlaceOrNone,
  checkStudy,
  invalid,
  needsDecoder,
  type StudyOptions,
  studyRules,
} from './arguments.ts';
import { follow, type Line, readPatched, type Refusal, type Target } from './patched-runs.ts';

export interface PatchingOptions extends StudyOptions {
  /** What is patched, as its hook is called behind "blocks.N.". Where absent: "resid_pre". */
  readonly activation?: Activation;
  /** Of an activation that has heads: the only one, counted from 0. Where absent: all of them. */
  readonly head?: number;
  /** Id of the token whose logit is followed. Where absent: the logit of the clean line's answer less that of the corrupted one's. */
  readonly token?: number;
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
  /** What is followed in the corrupted run with one vector of the clean one: for each layer, at each place. */
  readonly patched: readonly (readonly number[])[];
  /** The part of the distance that it brings back: 0 as in the corrupted run, 1 as in the clean one. */
  readonly restored: readonly (readonly number[])[];
}

const rules: Rules<PatchingOptions> = {
  ...studyRules,
  activation: oneOf(...kActivations),
  head: count,
  token: tokenId,
};

/**
 * Activation patching (Meng et al. 2022; TransformerLens' `get_act_patch_*`): a run of its own for each layer and place, with one
 * vector of the clean line's run in the corrupted line's.
 *
 * @throws GlassformerError: `InvalidArgument` where the model is no decoder, and where the two lines have not the same number of
 * tokens, or the same answer.
 */
export async function activationPatching(
  model: Model,
  clean: string,
  corrupted: string,
  options: PatchingOptions = {},
): Promise<Patching> {
  const where = 'activationPatching';
  const given = checkStudy(where, model, options, rules);
  needsDecoder(where, model);
  check(`${where}: clean`, clean, text);
  check(`${where}: corrupted`, corrupted, text);
  const { activation = 'resid_pre', ablate: ablations = [] } = given;
  const { resolved } = model.config;
  const known = activationsOf(resolved);
  if (!known.includes(activation))
    throw invalid(where, `the model has no ${activation}; it has ${known.join(', ')}`);
  if (given.head !== undefined && !hasHeads(activation))
    throw invalid(where, `head is of what has heads ("attn.…"), found activation "${activation}"`);
  const heads = headsOf(resolved, activation);
  const head = checkPlaceOrNone(`${where}: head`, given.head, heads);
  const token = checkPlaceOrNone(`${where}: token`, given.token, resolved.vocab_size);
  const maxTokens = Infinity;
  const question = { model, clean, corrupted, activation, head, token, ablations, maxTokens };
  const runs = await readPatched(question, null, () => true);
  if (runs === null || 'why' in runs) throw invalid(where, refusalOf(runs));
  if (runs.unmoved !== null)
    throw invalid(where, `token ${runs.unmoved.id} has the same logit after both lines`);
  const {
    target: followed,
    clean: first,
    corrupted: second,
    patched,
    restored,
  } = follow(runs, token);
  const line = ({ tokens: own, answer: { id, text: name, probability } }: Line, value: number) => {
    return { tokens: own, answer: { id, text: name, probability }, value };
  };
  return {
    clean: line(runs.clean, first),
    corrupted: line(runs.corrupted, second),
    followed,
    patched,
    restored,
  };
}

function refusalOf(refusal: Refusal | null): string {
  if (refusal?.why === 'unequal')
    return `the lines must have the same number of tokens, found ${refusal.counts.join(' and ')}`;
  if (refusal?.why === 'sameAnswer')
    return `the lines must have different answers, found ${JSON.stringify(refusal.answer.text)} after both`;
  return 'each line must have a token at least, found an empty one';
}
