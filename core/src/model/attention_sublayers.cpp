#include "model/attention_sublayers.hpp"

#include <cmath>

namespace glassformer {
namespace {

AttentionProblem attention_problem(const Pass& pass, const KeyValueRows& rows, const float* q,
                                   std::size_t q_stride, float* z) {
  const ModelConfig& config = pass.config;
  AttentionProblem p;
  p.batch = pass.batch;
  p.heads = config.num_heads;
  p.heads_per_key = config.num_heads / config.key_value_heads();
  p.queries = pass.length;
  p.keys = rows.keys;
  p.key_width = p.value_width = config.head_width();
  p.scale = config.scale_attention ? 1.0F / std::sqrt(static_cast<float>(p.key_width)) : 1.0F;
  p.q = q;
  p.q_stride = q_stride;
  p.key_rows = rows.key_rows.data();
  p.value_rows = rows.value_rows.data();
  p.z = z;
  p.z_stride = config.query_width();
  return p;
}

// Without a cache the keys and values are those of the sequence itself.
const KeyValueRows& rows_of(const Pass& pass, const float* keys, KeyValueRows& rows) {
  rows.keys = pass.length;
  rows.key_rows.resize(pass.rows());
  rows.value_rows.resize(pass.rows());
  for (std::size_t i = 0; i < pass.rows(); ++i) {
    rows.key_rows[i] = keys + i * pass.config.qkv_width();
    rows.value_rows[i] = rows.key_rows[i] + pass.config.key_width();
  }
  return rows;
}

}  // namespace

void self_attention(const Pass& pass, const SelfAttentionWeights& w, std::size_t index,
                    const HookScope& hooks, Buffers& b, const float* x) {
  const ModelConfig& config = pass.config;
  const std::size_t stride = config.qkv_width(), width = config.head_width();
  float* q = b.qkv.data();
  float* k = q + config.query_width();
  float* v = k + config.key_width();
  w.qkv.apply(x, config.d_model, pass.rows(), q);
  hooks.visit_heads("q", q, stride, pass.batch, config.num_heads, pass.length, width);
  hooks.visit_heads("k", k, stride, pass.batch, config.key_value_heads(), pass.length, width);
  hooks.visit_heads("v", v, stride, pass.batch, config.key_value_heads(), pass.length, width);
  const KeyValueRows& rows =
      pass.cache != nullptr ? pass.cache->extend(index, k, stride) : rows_of(pass, k, b.rows);
  AttentionProblem problem = attention_problem(pass, rows, q, stride, b.z.data());
  problem.causal = pass.causal;
  problem.key_padding = pass.padding;
  attend(pass.kernels, problem, b.attention, hooks);
  w.out.apply(b.z.data(), problem.z_stride, pass.rows(), b.added.data());
}

void cross_attention(const Pass& pass, const CrossAttentionWeights& w, std::size_t index,
                     const HookScope& hooks, Buffers& b, const float* x) {
  const ModelConfig& config = pass.config;
  const std::size_t stride = config.query_width();
  float* q = b.qkv.data();
  w.query.apply(x, config.d_model, pass.rows(), q);
  hooks.visit_heads("q", q, stride, pass.batch, config.num_heads, pass.length, config.head_width());
  AttentionProblem problem =
      attention_problem(pass, pass.encoder_output->layers[index], q, stride, b.z.data());
  problem.key_padding = pass.encoder_output->padding;
  attend(pass.kernels, problem, b.attention, hooks);
  w.out.apply(b.z.data(), problem.z_stride, pass.rows(), b.added.data());
}

}  // namespace glassformer
