// Attention: one function of queries, keys, values and a mask (Vaswani et al. 2017, equation 1),
// used as self-, masked and cross-attention. Its edges are PyTorch's; a query whose keys are all
// masked gets zeros, not NaN.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "glassformer/error.hpp"
#include "glassformer/tensor.hpp"

namespace glassformer {

/// Any of these together. Masked scores become -infinity.
struct AttentionMask {
  bool causal = false;    // query i sees keys 0 … i + (Tk - Tq)
  TensorView additive{};  // (Tq, Tk), or (H, Tq, Tk): added to the scaled scores; empty: none
  const std::uint8_t* key_padding = nullptr;  // (Tk): 1 = ignore this key
};

struct AttentionOutput {
  Tensor raw_scores;  // (H, Tq, Tk) q·k
  Tensor scores;      // (H, Tq, Tk) scaled and masked
  Tensor pattern;     // (H, Tq, Tk) softmax of each row
  Tensor z;           // (H, Tq, Kv) pattern · v
};

/// query (H, Tq, K), key (H, Tk, K), value (H, Tk, Kv). `scale` multiplies the scores: 1/sqrt(K) in
/// the paper. Shapes that do not fit, the mask's too, are an Error, and so are scores that 32-bit
/// floats cannot hold, and those that take more than 1 GiB or than the memory left; this holds for
/// all three kinds of attention here.
Result<AttentionOutput> attention(const TensorView& query, const TensorView& key,
                                  const TensorView& value, float scale,
                                  const AttentionMask& mask = {});

/// softmax(x·Wq (x·Wk)ᵀ · scale) x·Wv for one head, as articles write it. x (T, D), weights (D, K),
/// (D, K), (D, Kv).
struct SelfAttention {
  Tensor query, key, value;   // (T, K), (T, K), (T, Kv)
  AttentionOutput attention;  // H = 1
};
Result<SelfAttention> self_attention(const TensorView& x, const TensorView& w_query,
                                     const TensorView& w_key, const TensorView& w_value,
                                     bool scaled, const AttentionMask& mask = {});

/// torch.nn.functional.multi_head_attention_forward. Layout is sequence first, as PyTorch's
/// default.
struct MultiheadAttention {
  std::size_t num_heads = 1;
  TensorView in_proj_weight;                               // (3E, E), or empty and the three below
  TensorView q_proj_weight, k_proj_weight, v_proj_weight;  // (E, E), (E, kdim), (E, vdim)
  TensorView in_proj_bias;                                 // (3E) or empty
  TensorView out_proj_weight;                              // (E, E)
  TensorView out_proj_bias;                                // (E) or empty
};
struct MultiheadAttentionMasks {
  TensorView attn_mask;                            // (L, S) or (N·H, L, S), additive; empty: none
  bool attn_mask_is_boolean = false;               // then nonzero = masked
  std::span<const std::uint8_t> key_padding_mask;  // (N, S), 1 = ignore; empty: none
};
struct MultiheadAttentionOutput {
  Tensor output;            // (L, N, E)
  Tensor weights_per_head;  // (N, H, L, S)
  Tensor weights;           // (N, L, S): their mean over the heads
};
/// query (L, N, E), key (S, N, kdim), value (S, N, vdim). Wrong shapes give PyTorch's complaint in
/// one sentence.
Result<MultiheadAttentionOutput> multihead_attention(const MultiheadAttention& module,
                                                     const TensorView& query, const TensorView& key,
                                                     const TensorView& value,
                                                     const MultiheadAttentionMasks& masks = {});

/// PE(pos, 2i) = sin(pos / 10000^(2i/D)), PE(pos, 2i+1) = cos of the same (Vaswani et al. 2017,
/// section 3.5). (n, d) from position `first` on; odd d ends in a sine.
Tensor positional_encoding(std::size_t n, std::size_t d, std::size_t first = 0);

/// softmax over the last dimension; a row of -infinity gives zeros.
Tensor softmax(const TensorView& x);

}  // namespace glassformer
