// Plain functions of tensors.
#include "convert.hpp"
#include "glassformer/attention.hpp"
#include "glassformer/random.hpp"

namespace glassformer {
namespace {

using emscripten::register_type;
using emscripten::value_object;

using OptionalTensor = std::optional<Tensor>;

TensorView view_of(const OptionalTensor& tensor) { return tensor ? tensor->view() : TensorView{}; }

struct AttentionCall {
  Tensor query, key, value;
  float scale;
  bool causal;
  OptionalTensor attn_mask;
  std::vector<std::uint8_t> key_padding_mask;
};

Result<AttentionOutput> attend(const AttentionCall& call) {
  AttentionMask mask;
  mask.causal = call.causal;
  mask.additive = view_of(call.attn_mask);
  mask.key_padding = call.key_padding_mask.empty() ? nullptr : call.key_padding_mask.data();
  return attention(call.query.view(), call.key.view(), call.value.view(), call.scale, mask);
}

struct MultiheadAttentionCall {
  std::size_t num_heads;
  Tensor query, key, value, out_proj_weight;
  OptionalTensor in_proj_weight, q_proj_weight, k_proj_weight, v_proj_weight;
  OptionalTensor in_proj_bias, out_proj_bias, attn_mask;
  bool attn_mask_is_boolean;
  std::vector<std::uint8_t> key_padding_mask;
};

Result<MultiheadAttentionOutput> attend_with_heads(const MultiheadAttentionCall& call) {
  const MultiheadAttention module{.num_heads = call.num_heads,
                                  .in_proj_weight = view_of(call.in_proj_weight),
                                  .q_proj_weight = view_of(call.q_proj_weight),
                                  .k_proj_weight = view_of(call.k_proj_weight),
                                  .v_proj_weight = view_of(call.v_proj_weight),
                                  .in_proj_bias = view_of(call.in_proj_bias),
                                  .out_proj_weight = call.out_proj_weight.view(),
                                  .out_proj_bias = view_of(call.out_proj_bias)};
  const MultiheadAttentionMasks masks{.attn_mask = view_of(call.attn_mask),
                                      .attn_mask_is_boolean = call.attn_mask_is_boolean,
                                      .key_padding_mask = call.key_padding_mask};
  return multihead_attention(module, call.query.view(), call.key.view(), call.value.view(), masks);
}

Result<SelfAttention> attend_to_self(const Tensor& x, const Tensor& w_query, const Tensor& w_key,
                                     const Tensor& w_value, bool scaled, bool causal) {
  AttentionMask mask;
  mask.causal = causal;
  return self_attention(x.view(), w_query.view(), w_key.view(), w_value.view(), scaled, mask);
}

Tensor softmax_of(const Tensor& x) { return softmax(x.view()); }

Tensor random_tensor(const Shape& shape, double seed, bool normal) {
  Tensor tensor(shape);
  Generator generator(static_cast<std::uint64_t>(seed));
  normal ? generator.randn(tensor.data) : generator.rand(tensor.data);
  return tensor;
}

EMSCRIPTEN_BINDINGS(functional) {
  value_object<AttentionCall>("AttentionCall")
      .field("query", &AttentionCall::query)
      .field("key", &AttentionCall::key)
      .field("value", &AttentionCall::value)
      .field("scale", &AttentionCall::scale)
      .field("causal", &AttentionCall::causal)
      .field("attn_mask", &AttentionCall::attn_mask)
      .field("key_padding_mask", &AttentionCall::key_padding_mask);
  value_object<AttentionOutput>("AttentionOutput")
      .field("raw_scores", &AttentionOutput::raw_scores)
      .field("scores", &AttentionOutput::scores)
      .field("pattern", &AttentionOutput::pattern)
      .field("z", &AttentionOutput::z);
  register_type<Result<AttentionOutput>>("AttentionOutput | Failure");
  emscripten::function("attention", attend);

  value_object<SelfAttention>("SelfAttention")
      .field("query", &SelfAttention::query)
      .field("key", &SelfAttention::key)
      .field("value", &SelfAttention::value)
      .field("attention", &SelfAttention::attention);
  register_type<Result<SelfAttention>>("SelfAttention | Failure");
  emscripten::function("selfAttention", attend_to_self);

  value_object<MultiheadAttentionCall>("MultiHeadAttentionCall")
      .field("num_heads", &MultiheadAttentionCall::num_heads)
      .field("query", &MultiheadAttentionCall::query)
      .field("key", &MultiheadAttentionCall::key)
      .field("value", &MultiheadAttentionCall::value)
      .field("in_proj_weight", &MultiheadAttentionCall::in_proj_weight)
      .field("q_proj_weight", &MultiheadAttentionCall::q_proj_weight)
      .field("k_proj_weight", &MultiheadAttentionCall::k_proj_weight)
      .field("v_proj_weight", &MultiheadAttentionCall::v_proj_weight)
      .field("in_proj_bias", &MultiheadAttentionCall::in_proj_bias)
      .field("out_proj_weight", &MultiheadAttentionCall::out_proj_weight)
      .field("out_proj_bias", &MultiheadAttentionCall::out_proj_bias)
      .field("attn_mask", &MultiheadAttentionCall::attn_mask)
      .field("attn_mask_is_boolean", &MultiheadAttentionCall::attn_mask_is_boolean)
      .field("key_padding_mask", &MultiheadAttentionCall::key_padding_mask);
  value_object<MultiheadAttentionOutput>("MultiHeadAttentionOutput")
      .field("output", &MultiheadAttentionOutput::output)
      .field("weights_per_head", &MultiheadAttentionOutput::weights_per_head)
      .field("weights", &MultiheadAttentionOutput::weights);
  register_type<Result<MultiheadAttentionOutput>>("MultiHeadAttentionOutput | Failure");
  emscripten::function("multiHeadAttention", attend_with_heads);

  emscripten::function("softmax", softmax_of);
  emscripten::function("positionalEncoding", positional_encoding);
  emscripten::function("randomTensor", random_tensor);
}

}  // namespace
}  // namespace glassformer
