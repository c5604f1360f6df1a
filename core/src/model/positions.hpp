// Sinusoidal positions where the caller has the memory.
#pragma once

#include <cstddef>

namespace glassformer {

/// positional_encoding(n, d, first) into `out` (n, d).
void write_positional_encoding(std::size_t n, std::size_t d, std::size_t first, float* out);

}  // namespace glassformer
