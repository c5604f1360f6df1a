#include "functional/scores.hpp"

#include <algorithm>
#include <cmath>

namespace glassformer {

Status check_scores(std::span<const float> raw_scores, float scale) {
  const bool all_finite = std::ranges::all_of(
      raw_scores, [scale](float score) { return std::isfinite(score * scale); });
  if (all_finite) return ok_status();
  return invalid_argument(
      "the scores of query and key are too large for 32-bit floats; expected arguments whose sums "
      "and products are finite");
}

}  // namespace glassformer
