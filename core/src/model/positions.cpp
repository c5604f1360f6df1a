#include "model/positions.hpp"

#include <cmath>

namespace glassformer {

void write_positional_encoding(std::size_t n, std::size_t d, std::size_t first, float* out) {
  for (std::size_t column = 0; column < d; ++column) {
    // Angles in double: at position 5000 a float32 angle is already off by 2e-4.
    const double exponent = static_cast<double>(column / 2 * 2) / static_cast<double>(d);
    const double frequency = std::pow(10000.0, -exponent);
    for (std::size_t t = 0; t < n; ++t) {
      const double angle = static_cast<double>(first + t) * frequency;
      out[t * d + column] = static_cast<float>(column % 2 == 0 ? std::sin(angle) : std::cos(angle));
    }
  }
}

}  // namespace glassformer
