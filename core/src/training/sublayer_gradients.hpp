// What a layer's sub-layers compute: self-attention, cross-attention and feed-forward. Each takes
// the rows that its norm gave and keeps in `kept` what its backward needs.
#pragma once

#include "model/activation.hpp"
#include "training/activation_gradient.hpp"
#include "training/linear_gradient.hpp"

namespace glassformer::training {

template <class T>
Attention<T> attention_over(const Pass<T>& pass, const Sequences& queries, const Sequences& keys,
                            bool causal) {
  const ModelConfig& config = pass.config();
  const std::size_t head_width = config.head_width();
  const T scale = config.scale_attention ? 1 / std::sqrt(static_cast<T>(head_width)) : T(1);
  return {&queries, &keys, config.num_heads, head_width, causal, scale};
}

template <class T>
T* attend_and_project(Pass<T>& pass, const LinearPlace& out, std::size_t rows,
                      SublayerKept<T>& kept) {
  kept.attention.pattern = pass.arena().take(kept.attention.pattern_size());
  T* z = pass.arena().take(rows * pass.config().query_width());
  attend(pass.math(), kept.attention, pass.dropout.attention, kept.pattern_site, pass.arena(), z);
  kept.z = z;
  return linear(pass, out, z, rows);
}

template <class T>
T* self_attention(Pass<T>& pass, const LayerPlaces& layer, const T* x, const Sequences& rows,
                  bool causal, SublayerKept<T>& kept) {
  const ModelConfig& config = pass.config();
  Attention<T>& a = kept.attention = attention_over(pass, rows, rows, causal);
  a.q = linear(pass, layer[Role::kQkv], x, rows.rows());
  a.k = a.q + config.query_width();
  a.v = a.k + config.key_width();
  a.q_stride = a.kv_stride = config.qkv_width();
  return attend_and_project(pass, layer[Role::kSelfOut], rows.rows(), kept);
}

template <class T>
T* self_attention_backward(Pass<T>& pass, const LayerPlaces& layer, std::size_t rows,
                           const SublayerKept<T>& kept, const T* dy) {
  const ModelConfig& config = pass.config();
  const T* dz = linear_backward(pass, layer[Role::kSelfOut], kept.z, dy, rows);
  T* dq = pass.arena().take(rows * config.qkv_width());
  T* dk = dq + config.query_width();
  T* dv = dk + config.key_width();
  attend_backward(pass.math(), kept.attention, pass.dropout.attention, kept.pattern_site,
                  pass.arena(), dz, dq, dk, dv);
  return linear_backward(pass, layer[Role::kQkv], kept.input, dq, rows);
}

template <class T>
T* cross_attention(Pass<T>& pass, const LayerPlaces& layer, const T* x, const Sequences& rows,
                   const T* memory, const Sequences& memory_rows, SublayerKept<T>& kept) {
  Attention<T>& a = kept.attention = attention_over(pass, rows, memory_rows, false);
  a.q = linear(pass, layer[Role::kCrossQuery], x, rows.rows());
  a.k = linear(pass, layer[Role::kCrossKey], memory, memory_rows.rows());
  a.v = linear(pass, layer[Role::kCrossValue], memory, memory_rows.rows());
  a.q_stride = pass.config().query_width();
  a.kv_stride = pass.config().key_width();
  return attend_and_project(pass, layer[Role::kCrossOut], rows.rows(), kept);
}

/// The gradient of the encoder's output is added to d_memory.
template <class T>
T* cross_attention_backward(Pass<T>& pass, const LayerPlaces& layer, std::size_t rows,
                            const T* memory, const Sequences& memory_rows,
                            const SublayerKept<T>& kept, const T* dy, T* d_memory) {
  const ModelConfig& config = pass.config();
  const T* dz = linear_backward(pass, layer[Role::kCrossOut], kept.z, dy, rows);
  const std::size_t source_rows = memory_rows.rows();
  T* dq = pass.arena().take(rows * config.query_width());
  T* dk = pass.arena().take(source_rows * config.key_width());
  T* dv = pass.arena().take(source_rows * config.value_width());
  attend_backward(pass.math(), kept.attention, pass.dropout.attention, kept.pattern_site,
                  pass.arena(), dz, dq, dk, dv);
  const std::size_t size = source_rows * pass.width();
  pass.math().axpy(T(1), linear_backward(pass, layer[Role::kCrossKey], memory, dk, source_rows),
                   d_memory, size);
  pass.math().axpy(T(1), linear_backward(pass, layer[Role::kCrossValue], memory, dv, source_rows),
                   d_memory, size);
  return linear_backward(pass, layer[Role::kCrossQuery], kept.input, dq, rows);
}

template <class T>
T* feed_forward(Pass<T>& pass, const LayerPlaces& layer, const T* x, std::size_t rows,
                SublayerKept<T>& kept) {
  const std::size_t size = rows * pass.config().d_ff;
  const T* hidden = linear(pass, layer[Role::kFeedForwardIn], x, rows);
  T* active = pass.arena().copy(hidden, size);
  activate(pass.math(), pass.config().activation, active, size);
  kept.hidden = hidden;
  kept.active = active;
  return linear(pass, layer[Role::kFeedForwardOut], active, rows);
}

template <class T>
T* feed_forward_backward(Pass<T>& pass, const LayerPlaces& layer, std::size_t rows,
                         const SublayerKept<T>& kept, const T* dy) {
  T* d_hidden = linear_backward(pass, layer[Role::kFeedForwardOut], kept.active, dy, rows);
  activate_backward(pass.math(), pass.config().activation, kept.hidden, kept.active, d_hidden,
                    rows * pass.config().d_ff);
  return linear_backward(pass, layer[Role::kFeedForwardIn], kept.input, d_hidden, rows);
}

}  // namespace glassformer::training
