// Scores of attention that 32-bit floats can hold.
#pragma once

#include <span>

#include "glassformer/error.hpp"

namespace glassformer {

/// An Error where a raw score q·k, or its product with `scale`, is NaN or infinite. Softmax would
/// make NaN of an infinite one, and a masked key of a negative infinite one, without a word.
Status check_scores(std::span<const float> raw_scores, float scale);

}  // namespace glassformer
