#include "model/feed_forward.hpp"

#include "model/activation.hpp"

namespace glassformer {

void feed_forward(const Pass& pass, const FeedForwardWeights& w, const HookScope& hooks, Buffers& b,
                  const float* x) {
  const std::size_t d = pass.config.d_model, f = pass.config.d_ff, size = pass.rows() * f;
  float* hidden = b.hidden.data();
  w.in.apply(x, d, pass.rows(), hidden);
  hooks.visit_rows("pre", hidden, pass.batch, pass.length, f);
  activate(pass.kernels, pass.config.activation, hidden, size);
  hooks.visit_rows("post", hidden, pass.batch, pass.length, f);
  w.out.apply(hidden, f, pass.rows(), b.added.data());
}

}  // namespace glassformer
