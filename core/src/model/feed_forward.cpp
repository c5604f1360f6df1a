#include "model/feed_forward.hpp"

#include "base/parallel.hpp"
#include "model/activation.hpp"

namespace glassformer {

void feed_forward(const Pass& pass, const FeedForwardWeights& w, const HookScope& hooks, Buffers& b,
                  const float* x) {
  const std::size_t d = pass.config.d_model, f = pass.config.d_ff, size = pass.rows() * f;
  float* hidden = b.hidden.data();
  w.in.apply(x, d, pass.rows(), hidden);
  hooks.visit_rows("pre", hidden, pass.batch, pass.length, f);
  // A value takes about as long as eight multiply-adds of a product.
  const std::size_t parts = parts_of(pass.rows(), std::uint64_t{size} * 8);
  parallel_parts(parts, pass.rows(), [&](std::size_t, std::size_t first, std::size_t last) {
    activate(pass.kernels, pass.config.activation, hidden + first * f, (last - first) * f);
  });
  hooks.visit_rows("post", hidden, pass.batch, pass.length, f);
  w.out.apply(hidden, f, pass.rows(), b.added.data());
}

}  // namespace glassformer
