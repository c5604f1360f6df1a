#include "model/layer.hpp"

#include "model/attention_sublayers.hpp"
#include "model/feed_forward.hpp"
#include "model/norm.hpp"

namespace glassformer {
namespace {

// One sub-layer, step by step. Its branch is x itself or buffers.normed before `f`, and
// buffers.added, which `f` writes, after it.
template <typename F>
void residual(const Pass& pass, const NormWeights& norm, const SublayerNames& names,
              const HookScope& hooks, Buffers& b, float* x, F f) {
  const std::size_t d = pass.config.d_model;
  const auto visit = [&](const char* name, float* rows) {
    hooks.visit_rows(name, rows, pass.batch, pass.length, d);
  };
  const float* branch = x;
  for (const ResidualStep step : residual_steps(pass.config.norm)) {
    switch (step) {
      case ResidualStep::kNormBranch:
        norm_rows(pass, norm, branch, b.normed.data());
        visit(names.norm, b.normed.data());
        branch = b.normed.data();
        break;
      case ResidualStep::kSublayer:
        f(branch);
        visit(names.out, b.added.data());
        break;
      case ResidualStep::kAdd:
        pass.kernels.axpy(1.0F, b.added.data(), x, pass.rows() * d);
        visit(names.after, x);
        break;
      case ResidualStep::kNormStream:
        norm_rows(pass, norm, x, x);
        visit(names.norm, x);
        break;
    }
  }
}

}  // namespace

SublayerNames hook_names(std::span<const Sublayer> sublayers, std::size_t i) {
  constexpr const char* kNorms[kMaxSublayers] = {"ln1", "ln2", "ln3"};
  // The last sub-layer's sum is the layer's output.
  const bool last = i + 1 == sublayers.size();
  switch (sublayers[i]) {
    case Sublayer::kSelfAttention:
      return {"attn.", kNorms[i], "attn_out", last ? "resid_post" : "resid_mid"};
    case Sublayer::kCrossAttention:
      return {"cross_attn.", kNorms[i], "cross_attn_out", last ? "resid_post" : "resid_cross"};
    case Sublayer::kFeedForward:
      break;
  }
  return {"mlp.", kNorms[i], "mlp_out", "resid_post"};
}

void run_layer(const Pass& pass, const LayerWeights& w, std::size_t index, const HookScope& hooks,
               Buffers& b, float* x) {
  hooks.visit_rows("resid_pre", x, pass.batch, pass.length, pass.config.d_model);
  const auto sublayers = sublayers_of(pass.config, pass.encoder_output != nullptr);
  for (std::size_t i = 0; i < sublayers.size(); ++i) {
    const SublayerNames names = hook_names(sublayers, i);
    residual(pass, w.norms[i], names, hooks, b, x, [&](const float* in) {
      const HookScope inside = hooks.inside(names.inside);
      switch (sublayers[i]) {
        case Sublayer::kSelfAttention:
          return self_attention(pass, w.self, index, inside, b, in);
        case Sublayer::kCrossAttention:
          return cross_attention(pass, w.cross, index, inside, b, in);
        case Sublayer::kFeedForward:
          return feed_forward(pass, w.feed_forward, inside, b, in);
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
