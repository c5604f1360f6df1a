/** Where a neuron of a feed-forward fires, and which logits it raises. */
import type { Rules } from '../client/check.ts';
import type { Model } from '../client/model.ts';
import type { ModelInput, Token } from '../shared/run-types.ts';
import { firingAlong } from '../view/feed-forward.ts';
import { activationOf } from '../view/run.ts';
import {
  checkInput,
  checkPlace,
  checkStudy,
  invalid,
  needsOneStack,
  anyPlace,
  type StudyOptions,
  studyRules,
} from './arguments.ts';
import { type NamedPush, readWrites } from './writes.ts';

export interface NeuronOptions extends StudyOptions {
  /** Both counted from 0. */
  readonly layer: number;
  readonly neuron: number;
}

export interface Neuron {
  readonly tokens: readonly Token[];
  /** After the activation function, on each token. */
  readonly along: readonly number[];
  /**
   * At most six tokens, or classes, whose logits its row of the second matrix raises most, and lowers most: those above zero, and those
   * below it. `logit` is what it adds where it fires with 1, without the last norm.
   */
  readonly raised: readonly NamedPush[];
  readonly lowered: readonly NamedPush[];
}

const rules: Rules<NeuronOptions> = { ...studyRules, layer: anyPlace, neuron: anyPlace };

/**
 * One neuron: what it does on each token (`blocks.N.mlp.post`), and what it writes, times the output table (TransformerLens'
 * `W_out[N, i] @ W_U` of weights into which no norm is folded), without the last norm's gain and centring.
 *
 * @throws GlassformerError: `InvalidArgument` where the model is an encoder–decoder, or has no feed-forward.
 */
export async function neuron(
  model: Model,
  input: ModelInput,
  options: NeuronOptions,
): Promise<Neuron> {
  const where = 'neuron';
  const given = checkStudy(where, model, options, rules, ['layer', 'neuron']);
  needsOneStack(where, model);
  const line = checkInput(`${where}: input`, input);
  const { d_ff, decoder_layers, encoder_layers } = model.config.resolved;
  if (d_ff === 0) throw invalid(where, 'the model has no feed-forward');
  const layers = Math.max(decoder_layers, encoder_layers);
  const layer = checkPlace(`${where}: layer`, given.layer, layers);
  const place = checkPlace(`${where}: neuron`, given.neuron, d_ff);
  const hook = `blocks.${layer}.mlp.post`;
  const run = await model.forward(line, { capture: [hook], ablate: given.ablate ?? [] });
  const writes = await readWrites(model, run, layer, place);
  if (writes === null) throw invalid(where, 'the model has no output head');
  const { raised, lowered } = writes;
  const along = [...firingAlong(activationOf(run, hook), place)];
  return { tokens: run.tokens, along, raised, lowered };
}
