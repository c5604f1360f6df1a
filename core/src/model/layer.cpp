#include "model/layer.hpp"

#include "model/attention_sublayers.hpp"
#include "model/feed_forward.hpp"
#include "model/norm.hpp"

namespace glassformer {
namespace {

// x + f(norm(x)) under pre-norm (GPT-2), norm(x + f(x)) under post-norm (the paper), x + f(x)
// without norms. `f` writes buffers.added.
template <typename F>
void residual(const Pass& pass, const NormWeights& norm, const SublayerNames& names,
              const HookScope& hooks, Buffers& b, float* x, F f) {
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

SublayerNames hook_names(std::span<const Sublayer> sublayers, std::size_t i) {
  constexpr const char* kNorms[] = {"ln1", "ln2", "ln3"};
  // The last sub-layer's sum is the layer's output.
  const bool last = i + 1 == sublayers.size();
  switch (sublayers[i]) {
    case Sublayer::kSelfAttention:
      return {kNorms[i], "attn_out", last ? "resid_post" : "resid_mid"};
    case Sublayer::kCrossAttention:
      return {kNorms[i], "cross_attn_out", last ? "resid_post" : "resid_cross"};
    case Sublayer::kFeedForward:
      break;
  }
  return {kNorms[i], "mlp_out", "resid_post"};
}

void run_layer(const Pass& pass, const LayerWeights& w, std::size_t index, const HookScope& hooks,
               Buffers& b, float* x) {
  hooks.visit_rows("resid_pre", x, pass.batch, pass.length, pass.config.d_model);
  const auto sublayers = sublayers_of(pass.config, pass.encoder_output != nullptr);
  for (std::size_t i = 0; i < sublayers.size(); ++i) {
    residual(pass, w.norms[i], hook_names(sublayers, i), hooks, b, x, [&](const float* in) {
      switch (sublayers[i]) {
        case Sublayer::kSelfAttention:
          return self_attention(pass, w.self, index, hooks.inside("attn."), b, in);
        case Sublayer::kCrossAttention:
          return cross_attention(pass, w.cross, index, hooks.inside("cross_attn."), b, in);
        case Sublayer::kFeedForward:
          return feed_forward(pass, w.feed_forward, hooks.inside("mlp."), b, in);
      }
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
