// The activation function of a feed-forward.
#pragma once

#include <cstddef>

#include "glassformer/config.hpp"

namespace glassformer {

/// x (n) = f(x). `Math` has the functions as kernels::Kernels does, of floats or of doubles.
template <class Math, class T>
void activate(const Math& math, Activation activation, T* x, std::size_t n) {
  switch (activation) {
    case Activation::kRelu:
      math.relu(x, n);
      break;
    case Activation::kGelu:
      math.gelu(x, n);
      break;
    case Activation::kGeluNew:
      math.gelu_new(x, n);
      break;
  }
}

}  // namespace glassformer
