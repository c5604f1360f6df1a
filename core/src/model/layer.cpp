#include "model/layer.hpp"

#include "model/attention_sublayers.hpp"
#include "model/feed_forward.hpp"
#include "model/norm.hpp"

namespace glassformer {
namespace {

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

}  // namespace glassformer
