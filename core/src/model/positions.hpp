// Sinusoidal positions where the caller has the memory.
#pragma once

#include <cstddef>

namespace glassformer {

/// PE(pos, 2i) = sin(pos / 10000^(2i/d)), PE(pos, 2i+1) = cos of the same (Vaswani et al. 2017,
/// section 3.5), of n positions from `first` on, into `out` (n, d).
void write_positional_encoding(std::size_t n, std::size_t d, std::size_t first, float* out);

}  // namespace glassformer
