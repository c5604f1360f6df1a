#include "model/positions.hpp"

#include <algorithm>
#include <cmath>

namespace glassformer {

template <class T>
void write_sinusoids(std::size_t n, std::size_t d, std::size_t first, T* out) {
  for (std::size_t column = 0; column < d; ++column) {
    // Angles in double: at position 5000 a float32 angle is already off by 2e-4.
    const std::size_t even = column - column % 2;
    const double exponent = static_cast<double>(even) / static_cast<double>(d);
    const double frequency = std::pow(10000.0, -exponent);
    for (std::size_t t = 0; t < n; ++t) {
      const double angle = (static_cast<double>(first) + static_cast<double>(t)) * frequency;
      out[t * d + column] = static_cast<T>(column % 2 == 0 ? std::sin(angle) : std::cos(angle));
    }
  }
}

template <class T>
void write_positions(const ModelConfig& config, const T* table, std::size_t n, std::size_t first,
                     T* out) {
  const std::size_t d = config.d_model;
  if (config.positions == Positions::kLearned) {
    std::copy_n(table + first * d, n * d, out);
  } else {
    write_sinusoids(n, d, first, out);
  }
}

template void write_sinusoids(std::size_t, std::size_t, std::size_t, float*);
template void write_positions(const ModelConfig&, const float*, std::size_t, std::size_t, float*);
template void write_positions(const ModelConfig&, const double*, std::size_t, std::size_t, double*);

}  // namespace glassformer
