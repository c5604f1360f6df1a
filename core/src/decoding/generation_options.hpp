// The checks of check_generation that others need as well.
#pragma once

#include <cstddef>
#include <span>

#include "glassformer/decoding.hpp"

namespace glassformer {

/// temperature, top_p and min_p in their ranges; every top_k is.
Status check_filters(const GenerationConfig& config);

/// Every id in the vocabulary, which is not empty.
Status check_ids(const char* name, std::span<const TokenId> ids, std::size_t vocab_size);

}  // namespace glassformer
