#include "model/norm.hpp"

namespace glassformer {

void norm_rows(const Pass& pass, const NormWeights& w, const float* x, float* out) {
  const std::size_t d = pass.config.d_model;
  const auto epsilon = static_cast<float>(pass.config.norm_epsilon);
  for (std::size_t i = 0; i < pass.rows(); ++i) {
    pass.kernels.layer_norm(x + i * d, d, w.weight.data(), w.bias.data(), epsilon, out + i * d);
  }
}

void apply_norm(const Pass& pass, const NormWeights& weights, float* x) {
  if (!weights.weight.empty()) norm_rows(pass, weights, x, x);
}

}  // namespace glassformer
