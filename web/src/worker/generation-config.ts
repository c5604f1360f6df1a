/** A generation's options with every default filled in: those of transformers. */
import type { GenerationConfig } from '../../../build/wasm/glassformer.js';
import { GlassformerError } from '../shared/error.ts';
import type { GenerationOptions } from '../shared/types.ts';
import { wellFormed } from './unwrap.ts';

/** `eos`: the model's own. */
export function toGenerationConfig(
  options: GenerationOptions,
  promptLength: number,
  eos: readonly number[],
): GenerationConfig {
  const { eos_token_id = eos, stop_strings = [] } = options;
  return {
    max_new_tokens: newTokens(options, promptLength),
    do_sample: options.do_sample ?? false,
    temperature: options.temperature ?? 1,
    top_k: options.top_k ?? 50,
    top_p: options.top_p ?? 1,
    min_p: options.min_p ?? 0,
    repetition_penalty: options.repetition_penalty ?? 1,
    no_repeat_ngram_size: options.no_repeat_ngram_size ?? 0,
    seed: options.seed ?? 0,
    num_beams: options.num_beams ?? 1,
    length_penalty: options.length_penalty ?? 1,
    early_stopping: `${options.early_stopping ?? false}`,
    num_return_sequences: options.num_return_sequences ?? 1,
    beam_rule: options.beam_rule ?? 'huggingface',
    eos_token_ids: Int32Array.from(
      typeof eos_token_id === 'number' ? [eos_token_id] : eos_token_id,
    ),
    forced_tokens: Int32Array.from(options.forced_tokens ?? []),
    stop_strings: (typeof stop_strings === 'string' ? [stop_strings] : [...stop_strings]).map(
      wellFormed,
    ),
    num_candidates: options.num_candidates ?? 16,
  };
}

function newTokens(
  { max_new_tokens, max_length }: GenerationOptions,
  promptLength: number,
): number {
  if (max_new_tokens !== undefined) return max_new_tokens;
  if (max_length === undefined) return 20;
  if (max_length > promptLength) return max_length - promptLength;
  throw new GlassformerError(
    'InvalidArgument',
    `generate: max_length ${max_length} leaves no room after the prompt's ${promptLength} tokens`,
  );
}
