/** A generation's options as the core takes them, every default filled in. */
import type { GenerationConfig } from '../../../build/wasm/glassformer.js';
import { GlassformerError } from '../shared/error.ts';
import type { GenerationOptions } from '../shared/generation-types.ts';
import { generationDefaults } from '../shared/options.ts';

/** `eos`: the model's own. */
export function toGenerationConfig(
  options: GenerationOptions,
  promptLength: number,
  eos: readonly number[],
): GenerationConfig {
  const {
    max_length,
    eos_token_id = eos,
    stop_strings = [],
    forced_tokens = [],
    decoder_start_token_id: _start,
    source: _source,
    capture: _capture,
    ablate: _ablate,
    edits: _edits,
    ...given
  } = options;
  const { early_stopping, ...config } = { ...generationDefaults, ...given };
  return {
    ...config,
    max_new_tokens: newTokens(given.max_new_tokens, max_length, promptLength),
    early_stopping: `${early_stopping}`,
    eos_token_ids: Int32Array.from(
      typeof eos_token_id === 'number' ? [eos_token_id] : eos_token_id,
    ),
    forced_tokens: Int32Array.from(forced_tokens),
    stop_strings: typeof stop_strings === 'string' ? [stop_strings] : [...stop_strings],
  };
}

function newTokens(
  max_new_tokens: number | undefined,
  max_length: number | undefined,
  promptLength: number,
): number {
  if (max_new_tokens !== undefined) return max_new_tokens;
  if (max_length === undefined) return generationDefaults.max_new_tokens;
  if (max_length > promptLength) return max_length - promptLength;
  throw new GlassformerError(
    'InvalidArgument',
    `generate: max_length ${max_length} leaves no room after the prompt's ${promptLength} tokens`,
  );
}
