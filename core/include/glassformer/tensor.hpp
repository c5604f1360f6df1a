// Shapes, and floats that have one: TensorView looks, Tensor owns. Row-major, last dimension
// contiguous.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace glassformer {

using Shape = std::vector<std::size_t>;

/// Product of the dimensions; 1 for a scalar's empty shape. The largest size there is where the
/// product is larger, so that what is allocated by it is never too small.
std::size_t element_count(const Shape& shape);

/// "[2, 3]", for messages.
std::string to_string(const Shape& shape);

struct TensorView {
  const float* data = nullptr;
  Shape shape;

  /// Number of floats; 0 where there is no tensor.
  std::size_t size() const { return data == nullptr ? 0 : element_count(shape); }
};

struct Tensor {
  Shape shape;
  std::vector<float> data;

  Tensor() = default;
  explicit Tensor(Shape s) : shape(std::move(s)), data(element_count(shape), 0.0F) {}
  Tensor(Shape s, std::vector<float> values) : shape(std::move(s)), data(std::move(values)) {}

  TensorView view() const { return {data.data(), shape}; }
};

struct NamedTensor {
  std::string name;
  Tensor tensor;
};

}  // namespace glassformer
