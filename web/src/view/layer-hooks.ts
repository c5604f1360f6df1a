/**
 * The hooks of a stack's layers in the order of the computation, without the stack's prefix, as `hook_names` in
 * core/src/model/layer.cpp has them.
 */
import type { ResolvedConfig } from '../shared/model-types.ts';
import type { NormSite, StackPrefix } from './block-weights.ts';

export type StreamPart = 'in' | 'norm' | 'attention' | 'between' | 'feedForward' | 'out';
export type StreamStep = readonly [hook: string, part: StreamPart];

/** `output` of a sub-layer, and the sum with it, which has another name where it is the layer's last one. */
interface SublayerHooks {
  readonly part: 'attention' | 'feedForward';
  readonly output: string;
  readonly sum: string;
}

const kAttention: SublayerHooks = { part: 'attention', output: 'attn_out', sum: 'resid_mid' };
const kCross: SublayerHooks = { part: 'attention', output: 'cross_attn_out', sum: 'resid_cross' };
const kFeedForward: SublayerHooks = { part: 'feedForward', output: 'mlp_out', sum: 'resid_post' };

function sublayersOf({ d_ff }: ResolvedConfig, stack: StackPrefix): readonly SublayerHooks[] {
  const attentions = stack === 'decoder.' ? [kAttention, kCross] : [kAttention];
  return d_ff > 0 ? [...attentions, kFeedForward] : attentions;
}

function layersOf(config: ResolvedConfig, stack: StackPrefix): number {
  const isEncoder = config.architecture === 'encoder' || stack === 'encoder.';
  return isEncoder ? config.encoder_layers : config.decoder_layers;
}

/** What goes through a layer: the stream, and around each sub-layer its norm, what it gives and the sum. */
export function streamSteps(
  config: ResolvedConfig,
  stack: StackPrefix,
  layer: number,
): readonly StreamStep[] {
  const sublayers = sublayersOf(config, stack);
  const steps: StreamStep[] = [['resid_pre', 'in']];
  sublayers.forEach((sublayer, i) => {
    const norm: StreamStep = [`ln${i + 1}`, 'norm'];
    const isLast = i === sublayers.length - 1;
    if (config.norm === 'pre') steps.push(norm);
    steps.push([sublayer.output, sublayer.part]);
    steps.push(isLast ? ['resid_post', 'out'] : [sublayer.sum, 'between']);
    if (config.norm === 'post') steps.push(norm);
  });
  return steps.map(([hook, part]) => [`blocks.${layer}.${hook}`, part]);
}

/** The hook of what a layer's feed-forward reads; null where the model has none. */
export function feedForwardInput(
  config: ResolvedConfig,
  stack: StackPrefix,
  layer: number,
): string | null {
  const steps = streamSteps(config, stack, layer);
  const at = steps.findIndex(([, part]) => part === 'feedForward');
  return at < 0 ? null : (steps[at - 1] as StreamStep)[0];
}

/** The hook of what a layer gives to the next one: its last sum, of a post-norm model that sum's norm. */
export function layerOutput(config: ResolvedConfig, stack: StackPrefix, layer: number): string {
  const steps = streamSteps(config, stack, layer);
  return (steps[steps.length - 1] as StreamStep)[0];
}

/** The hook of the vectors after all layers, which the head or the decoder reads. */
export function stackOutput(config: ResolvedConfig, stack: StackPrefix): string {
  return config.final_norm ? 'ln_final' : layerOutput(config, stack, layersOf(config, stack) - 1);
}

/** The norms that the layers of a model have, in the order of the computation. */
export function normSites({ norm, d_ff, final_norm }: ResolvedConfig): readonly NormSite[] {
  const ofLayers: readonly NormSite[] = d_ff > 0 ? ['attention', 'feedForward'] : ['attention'];
  return [...(norm === 'none' ? [] : ofLayers), ...(final_norm ? (['end'] as const) : [])];
}

/** The hooks of what a norm reads and of what it gives; null where the model has no such norm. */
export function normHooks(
  config: ResolvedConfig,
  stack: StackPrefix,
  layer: number,
  site: NormSite,
): readonly [before: string, after: string] | null {
  if (!normSites(config).includes(site)) return null;
  if (site === 'end') return [layerOutput(config, stack, layersOf(config, stack) - 1), 'ln_final'];
  const steps = streamSteps(config, stack, layer);
  const norms = steps.flatMap(([, part], i) => (part === 'norm' ? [i] : []));
  const at = (site === 'attention' ? norms[0] : norms[norms.length - 1]) as number;
  return [(steps[at - 1] as StreamStep)[0], (steps[at] as StreamStep)[0]];
}
