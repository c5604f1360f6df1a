// The check of check_generation that others need as well.
#pragma once

#include "glassformer/decoding.hpp"

namespace glassformer {

/// temperature, top_p and min_p in their ranges; every top_k is.
Status check_filters(const GenerationConfig& config);

}  // namespace glassformer
