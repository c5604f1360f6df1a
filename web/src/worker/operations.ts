/** The core's plain operations, from named options to flat calls. */
import type {
  AttentionOutput,
  MainModule,
  SelfAttention,
  Tensor as WasmTensor,
} from '../../../build/wasm/glassformer.js';
import type {
  AttentionOptions,
  AttentionResult,
  MultiHeadAttentionOptions,
  MultiHeadAttentionResult,
  SeededSelfAttention,
  SelfAttentionOptions,
  SelfAttentionResult,
} from '../shared/attention-types.ts';
import { GlassformerError } from '../shared/error.ts';
import type { Tensor } from '../shared/run-types.ts';
import { checkFinite } from './finite.ts';
import { unwrap } from './unwrap.ts';

const toTensor = ({ shape, data }: Tensor): WasmTensor => ({ shape: [...shape], data });
const toOptional = (array: Tensor | null | undefined) => (array ? toTensor(array) : undefined);
const finite = <T extends object>(results: T): T => {
  checkFinite(results as Readonly<Record<string, Tensor>>, 'arguments');
  return results;
};
const written = (shape: readonly number[]) => `[${shape.join(', ')}]`;

/** (T, K) as the one head of (1, T, K). */
function toHeads(name: string, { shape, data }: Tensor): WasmTensor {
  if (shape.length === 2) return { shape: [1, ...shape], data };
  if (shape.length === 3) return { shape: [...shape], data };
  throw new GlassformerError(
    'InvalidArgument',
    `attention: ${name} must have shape (H, T, K) or (T, K), found ${written(shape)}`,
  );
}

export function attention(wasm: MainModule, options: AttentionOptions): AttentionResult {
  const query = toHeads('query', options.query);
  const key = toHeads('key', options.key);
  const { attn_mask, key_padding_mask } = options;
  const keys = key.shape[1]!;
  if (key_padding_mask && key_padding_mask.length !== keys) {
    throw new GlassformerError(
      'InvalidArgument',
      `attention: key_padding_mask must say something of each of the ${keys} keys, found ${key_padding_mask.length}`,
    );
  }
  const result = wasm.attention({
    query,
    key,
    value: toHeads('value', options.value),
    scale: options.scale ?? 1 / Math.sqrt(query.shape[2]!),
    causal: options.causal ?? false,
    attn_mask: toOptional(attn_mask),
    key_padding_mask: Uint8Array.from(key_padding_mask ?? [], Number),
  });
  return finite(unwrap(result));
}

export function selfAttention(
  wasm: MainModule,
  { x, w_query, w_key, w_value, scaled, causal }: SelfAttentionOptions,
): SelfAttentionResult {
  const weights = [toTensor(w_query), toTensor(w_key), toTensor(w_value)] as const;
  return finite(
    flattened(unwrap(wasm.selfAttention(toTensor(x), ...weights, scaled ?? true, causal ?? false))),
  );
}

const flattened = ({
  attention: inner,
  ...outer
}: SelfAttention & { attention: AttentionOutput }): SelfAttentionResult => ({ ...outer, ...inner });

export function multiHeadAttention(
  wasm: MainModule,
  options: MultiHeadAttentionOptions,
): MultiHeadAttentionResult {
  const { key, key_padding_mask } = options;
  const [length = 0, batch = 0] = key.shape; // of no other rank, or the core refuses it
  const wanted = written([batch, length]);
  if (key_padding_mask && key.shape.length === 3 && written(key_padding_mask.shape) !== wanted) {
    throw new GlassformerError(
      'InvalidArgument',
      `multiHeadAttention: key_padding_mask must have shape ${wanted}, found ${written(key_padding_mask.shape)}`,
    );
  }
  const result = wasm.multiHeadAttention({
    num_heads: options.num_heads,
    query: toTensor(options.query),
    key: toTensor(key),
    value: toTensor(options.value),
    in_proj_weight: toOptional(options.in_proj_weight),
    q_proj_weight: toOptional(options.q_proj_weight),
    k_proj_weight: toOptional(options.k_proj_weight),
    v_proj_weight: toOptional(options.v_proj_weight),
    in_proj_bias: toOptional(options.in_proj_bias),
    out_proj_weight: toTensor(options.out_proj_weight),
    out_proj_bias: toOptional(options.out_proj_bias),
    attn_mask: toOptional(options.attn_mask),
    attn_mask_is_boolean: options.attn_mask_is_boolean ?? false,
    key_padding_mask: Uint8Array.from(key_padding_mask?.data ?? [], (value) => Number(value !== 0)),
  });
  return finite(unwrap(result));
}

export function seededSelfAttention(
  wasm: MainModule,
  sentence: string,
  seed: number,
): SeededSelfAttention {
  const { result, ...example } = unwrap(wasm.seededSelfAttention(sentence, seed));
  return { ...example, ...flattened(result) };
}
