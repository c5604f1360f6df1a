#include "glassformer/tensor.hpp"

#include <limits>

namespace glassformer {

std::size_t element_count(const Shape& shape) {
  std::size_t count = 1;
  for (std::size_t dimension : shape) {
    constexpr std::size_t kMax = std::numeric_limits<std::size_t>::max();
    count = dimension == 0 || count <= kMax / dimension ? count * dimension : kMax;
  }
  return count;
}

std::string to_string(const Shape& shape) {
  std::string text = "[";
  for (std::size_t i = 0; i < shape.size(); ++i) {
    if (i > 0) text += ", ";
    text += std::to_string(shape[i]);
  }
  return text + "]";
}

}  // namespace glassformer
