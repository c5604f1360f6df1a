// What is added to the embeddings to tell positions, for inference and training alike.
#pragma once

#include <cstddef>

#include "glassformer/config.hpp"

namespace glassformer {

/// PE(pos, 2i) = sin(pos / 10000^(2i/d)), PE(pos, 2i+1) = cos of the same (Vaswani et al. 2017,
/// section 3.5), of n positions from `first` on, into `out` (n, d). T is float or double.
template <class T>
void write_sinusoids(std::size_t n, std::size_t d, std::size_t first, T* out);

/// The encodings of n positions from `first` on into `out` (n, D): rows of `table` (max_positions,
/// D) where the config has learned positions, sinusoids elsewhere. Not for a config without
/// positions.
template <class T>
void write_positions(const ModelConfig& config, const T* table, std::size_t n, std::size_t first,
                     T* out);

}  // namespace glassformer
