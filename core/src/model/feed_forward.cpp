#include "model/feed_forward.hpp"

namespace glassformer {

void feed_forward(const Pass& pass, const FeedForwardWeights& w, const HookScope& hooks, Buffers& b,
                  const float* x) {
  const std::size_t d = pass.config.d_model, f = pass.config.d_ff, size = pass.rows() * f;
  float* hidden = b.hidden.data();
  w.in.apply(x, d, pass.rows(), hidden);
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
  w.out.apply(hidden, f, pass.rows(), b.added.data());
}

}  // namespace glassformer
