#include "model/attention_sublayers.hpp"

#include <cmath>

namespace glassformer {
namespace {

AttentionProblem attention_problem(const Pass& pass, const KeyValueRows& rows, const float* q,
                                   std::size_t q_stride, float* z) {
  AttentionProblem p;
  p.batch = pass.batch;
  p.heads = pass.config.num_heads;
  p.queries = pass.length;
  p.keys = rows.keys;
  p.key_width = p.value_width = pass.config.head_width();
  p.scale = pass.config.scale_attention ? 1.0F / std::sqrt(static_cast<float>(p.key_width)) : 1.0F;
  p.q = q;
  p.q_stride = q_stride;
  p.key_rows = rows.key_rows.data();
  p.value_rows = rows.value_rows.data();
  p.z = z;
  p.z_stride = pass.config.d_model;
  return p;
}

// Without a cache the keys and values are those of the sequence itself.
void rows_of(const Pass& pass, const float* qkv, KeyValueRows& rows) {
  const std::size_t d = pass.config.d_model;
  rows.keys = pass.length;
  rows.key_rows.resize(pass.rows());
  rows.value_rows.resize(pass.rows());
  for (std::size_t i = 0; i < pass.rows(); ++i) {
    rows.key_rows[i] = qkv + i * 3 * d + d;
    rows.value_rows[i] = qkv + i * 3 * d + 2 * d;
  }
}

}  // namespace

void self_attention(const Pass& pass, const SelfAttentionWeights& w, std::size_t index,
                    const HookScope& hooks, Buffers& b, const float* x) {
  const std::size_t d = pass.config.d_model, heads = pass.config.num_heads,
                    width = pass.config.head_width();
  float* qkv = b.qkv.data();
  w.qkv.apply(x, d, pass.rows(), qkv);
  hooks.visit_heads("q", qkv, 3 * d, pass.batch, heads, pass.length, width);
  hooks.visit_heads("k", qkv + d, 3 * d, pass.batch, heads, pass.length, width);
  hooks.visit_heads("v", qkv + 2 * d, 3 * d, pass.batch, heads, pass.length, width);
  if (pass.cache != nullptr) {
    pass.cache->extend(index, qkv, b.rows);
  } else {
    rows_of(pass, qkv, b.rows);
  }
  AttentionProblem problem = attention_problem(pass, b.rows, qkv, 3 * d, b.z.data());
  problem.causal = pass.causal;
  problem.key_padding = pass.padding;
  attend(pass.kernels, problem, b.attention, hooks);
  w.out.apply(b.z.data(), d, pass.rows(), b.added.data());
}

void cross_attention(const Pass& pass, const CrossAttentionWeights& w, std::size_t index,
                     const HookScope& hooks, Buffers& b, const float* x) {
  const std::size_t d = pass.config.d_model;
  w.query.apply(x, d, pass.rows(), b.qkv.data());
  hooks.visit_heads("q", b.qkv.data(), d, pass.batch, pass.config.num_heads, pass.length,
                    pass.config.head_width());
  AttentionProblem problem =
      attention_problem(pass, pass.memory->layers[index], b.qkv.data(), d, b.z.data());
  problem.key_padding = pass.memory->padding;
  attend(pass.kernels, problem, b.attention, hooks);
  w.out.apply(b.z.data(), d, pass.rows(), b.added.data());
}

}  // namespace glassformer
