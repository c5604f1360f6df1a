#include "model/layer.hpp"

#include <cmath>

namespace glassformer {
namespace {

void norm_rows(const Pass& pass, const NormWeights& w, const float* x, float* out) {
  const std::size_t d = pass.config.d_model;
  for (std::size_t i = 0; i < pass.rows(); ++i) {
    pass.kernels.layer_norm(x + i * d, d, w.weight.data(), w.bias.data(), pass.config.norm_epsilon,
                            out + i * d);
  }
}

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

void self_attention(const Pass& pass, const SelfAttentionWeights& w, std::size_t index,
                    const HookScope& hooks, Buffers& b, const float* x) {
  const std::size_t d = pass.config.d_model, heads = pass.config.num_heads,
                    width = pass.config.head_width();
  float* qkv = b.qkv.data();
  w.qkv.apply(pass.kernels, x, d, pass.rows(), qkv);
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
  w.out.apply(pass.kernels, b.z.data(), d, pass.rows(), b.added.data());
}

void cross_attention(const Pass& pass, const CrossAttentionWeights& w, std::size_t index,
                     const HookScope& hooks, Buffers& b, const float* x) {
  const std::size_t d = pass.config.d_model;
  w.query.apply(pass.kernels, x, d, pass.rows(), b.qkv.data());
  hooks.visit_heads("q", b.qkv.data(), d, pass.batch, pass.config.num_heads, pass.length,
                    pass.config.head_width());
  AttentionProblem problem =
      attention_problem(pass, pass.memory->layers[index], b.qkv.data(), d, b.z.data());
  problem.key_padding = pass.memory->padding;
  attend(pass.kernels, problem, b.attention, hooks);
  w.out.apply(pass.kernels, b.z.data(), d, pass.rows(), b.added.data());
}

void feed_forward(const Pass& pass, const FeedForwardWeights& w, const HookScope& hooks, Buffers& b,
                  const float* x) {
  const std::size_t d = pass.config.d_model, f = pass.config.d_ff, size = pass.rows() * f;
  float* hidden = b.hidden.data();
  w.in.apply(pass.kernels, x, d, pass.rows(), hidden);
  hooks.visit_rows("pre", hidden, pass.batch, pass.length, f);
  switch (pass.config.activation) {
    case Activation::kRelu:
      pass.kernels.relu(hidden, size);
      break;
    case Activation::kGelu:
      pass.kernels.gelu(hidden, size);
      break;
    case Activation::kGeluNew:
      pass.kernels.gelu_new(hidden, size);
      break;
  }
  hooks.visit_rows("post", hidden, pass.batch, pass.length, f);
  w.out.apply(pass.kernels, hidden, f, pass.rows(), b.added.data());
}

// The hooks' names around one sub-layer.
struct SublayerNames {
  const char* norm;   // "ln1"
  const char* out;    // "attn_out": what is added to the stream
  const char* after;  // "resid_mid": the stream after the addition
};

// x + f(norm(x)) under pre-norm (GPT-2), norm(x + f(x)) under post-norm (the paper), x + f(x)
// without norms. `f` writes buffers.added.
template <typename Sublayer>
void residual(const Pass& pass, const NormWeights& norm, const SublayerNames& names,
              const HookScope& hooks, Buffers& b, float* x, Sublayer&& f) {
  const std::size_t d = pass.config.d_model;
  const float* input = x;
  if (pass.config.norm == NormPlace::kPre) {
    norm_rows(pass, norm, x, b.normed.data());
    hooks.visit_rows(names.norm, b.normed.data(), pass.batch, pass.length, d);
    input = b.normed.data();
  }
  f(input);
  hooks.visit_rows(names.out, b.added.data(), pass.batch, pass.length, d);
  pass.kernels.axpy(1.0F, b.added.data(), x, pass.rows() * d);
  hooks.visit_rows(names.after, x, pass.batch, pass.length, d);
  if (pass.config.norm == NormPlace::kPost) {
    norm_rows(pass, norm, x, x);
    hooks.visit_rows(names.norm, x, pass.batch, pass.length, d);
  }
}

}  // namespace

void Buffers::fit(const ModelConfig& config, std::size_t row_count) {
  const auto at_least = [](std::vector<float>& buffer, std::size_t size) {
    if (buffer.size() < size) buffer.resize(size);
  };
  at_least(normed, row_count * config.d_model);
  at_least(qkv, row_count * 3 * config.d_model);
  at_least(z, row_count * config.d_model);
  at_least(added, row_count * config.d_model);
  at_least(hidden, row_count * config.d_ff);
}

void run_layer(const Pass& pass, const LayerWeights& w, std::size_t index, const HookScope& hooks,
               Buffers& b, float* x) {
  const bool has_cross = pass.memory != nullptr, has_ffn = pass.config.d_ff > 0;
  std::size_t norm = 0;
  hooks.visit_rows("resid_pre", x, pass.batch, pass.length, pass.config.d_model);

  // The last sub-layer's sum is the layer's, and so has the name resid_post.
  const char* after_self = has_cross || has_ffn ? "resid_mid" : "resid_post";
  residual(
      pass, w.norms[norm++], {"ln1", "attn_out", after_self}, hooks, b, x,
      [&](const float* in) { self_attention(pass, w.self, index, hooks.inside("attn."), b, in); });
  if (has_cross) {
    const char* after_cross = has_ffn ? "resid_cross" : "resid_post";
    residual(pass, w.norms[norm++], {"ln2", "cross_attn_out", after_cross}, hooks, b, x,
             [&](const float* in) {
               cross_attention(pass, w.cross, index, hooks.inside("cross_attn."), b, in);
             });
  }
  if (has_ffn) {
    const char* ln = has_cross ? "ln3" : "ln2";
    residual(pass, w.norms[norm], {ln, "mlp_out", "resid_post"}, hooks, b, x, [&](const float* in) {
      feed_forward(pass, w.feed_forward, hooks.inside("mlp."), b, in);
    });
  }
}

void run_stack(const Pass& pass, const StackWeights& weights, Buffers& buffers, float* x) {
  buffers.fit(pass.config, pass.rows());
  for (std::size_t i = 0; i < weights.layers.size(); ++i) {
    run_layer(pass, weights.layers[i], i, pass.hooks.inside("blocks", i), buffers, x);
  }
}

void apply_norm(const Pass& pass, const NormWeights& weights, float* x) {
  if (!weights.weight.empty()) norm_rows(pass, weights, x, x);
}

}  // namespace glassformer
