#include "functional/scores.hpp"

#include <cmath>
#include <limits>

namespace glassformer {
namespace {

bool are_finite(const float* raw, float scale, const float* additive, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) {
    const float added = additive == nullptr ? 0.0F : additive[i];
    if (added == -std::numeric_limits<float>::infinity()) continue;
    if (!std::isfinite(raw[i] * scale + added)) return false;
  }
  return true;
}

}  // namespace

Status check_scores(const AttentionProblem& p, const float* raw_scores) {
  const std::size_t block = p.queries * p.keys;
  for (std::size_t pair = 0; pair < p.batch * p.heads; ++pair) {
    const float* additive = p.additive == nullptr
                                ? nullptr
                                : p.additive + pair / p.heads * p.additive_batch_stride +
                                      pair % p.heads * p.additive_head_stride;
    if (!are_finite(raw_scores + pair * block, p.scale, additive, block)) {
      return invalid_argument(
          "the scores of query and key, scaled and with attn_mask added, are too large for 32-bit "
          "floats; expected arguments whose sums and products are finite");
    }
  }
  return ok_status();
}

}  // namespace glassformer
