/** What kind of model it is. */
import type { ModelInfo, ResolvedConfig } from './model-types.ts';
import type { Ablation } from './run-types.ts';

type Configured = Pick<ModelInfo, 'config'>;

/** Whether the model is an encoder–decoder: its text is a source, and a run needs a target too. */
export function isEncoderDecoder(model: Configured): boolean {
  return model.config.resolved.architecture === 'encoder-decoder';
}

/** How many layers the model has; an encoder–decoder, in the deeper of its stacks. */
export function depthOf({ config: { resolved } }: Configured): number {
  return Math.max(resolved.encoder_layers, resolved.decoder_layers);
}

/** How many layers a stack of the model has; any but an encoder–decoder has one stack. */
export function layersOf(
  { architecture, encoder_layers, decoder_layers }: ResolvedConfig,
  stack: Ablation['stack'],
): number {
  if (architecture !== 'encoder-decoder') return Math.max(encoder_layers, decoder_layers);
  return stack === 'encoder' ? encoder_layers : decoder_layers;
}

/** Whether the model gives its text a class, and writes none. */
export function classifies(model: Configured): boolean {
  return model.config.resolved.labels.length > 0;
}

/** Whether the model says after each token of its text what may follow. */
export function isDecoder(model: Configured): boolean {
  return model.config.resolved.architecture === 'decoder';
}

/** What an encoder–decoder's output begins with, unless it is told otherwise. */
export function startToken(
  config: Pick<ResolvedConfig, 'decoder_start_token_id' | 'bos_token_id'>,
): number | undefined {
  return config.decoder_start_token_id ?? config.bos_token_id;
}
