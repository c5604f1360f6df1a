// From rows of the last layer to logits.
#pragma once

#include <cstddef>

#include "model/model_parts.hpp"

namespace glassformer {

/// rows (n, D) → logits (n, V). False where the model has no head.
bool project_to_logits(const Model::Parts& parts, const float* rows, std::size_t n, float* logits);

}  // namespace glassformer
