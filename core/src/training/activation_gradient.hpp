// The derivatives of the activation functions.
#pragma once

#include <cmath>

#include "glassformer/config.hpp"
#include "training/arithmetic.hpp"

namespace glassformer::training {

/// dx[i] *= f'(x[i]), where y = f(x). Both GELUs are x · s(x), so that s is y / x.
template <class T>
void activate_backward(const Arithmetic<T>& math, Activation activation, const T* x, const T* y,
                       T* dx, std::size_t n) {
  if constexpr (Arithmetic<T>::kSimd) {
    switch (activation) {
      case Activation::kRelu:
        return math.training.relu_backward(x, y, dx, n);
      case Activation::kGelu:
        return math.training.gelu_backward(x, y, dx, n);
      case Activation::kGeluNew:
        return math.training.gelu_new_backward(x, y, dx, n);
    }
  }
  const auto share = [](T value, T result) { return value == 0 ? T(0.5) : result / value; };
  switch (activation) {
    case Activation::kRelu:
      for (std::size_t i = 0; i < n; ++i) dx[i] = x[i] > 0 ? dx[i] : T(0);
      break;
    case Activation::kGelu: {  // s = Φ(x), s' = φ(x)
      const T density = 1 / std::sqrt(2 * T(3.14159265358979323846));
      for (std::size_t i = 0; i < n; ++i)
        dx[i] *= share(x[i], y[i]) + x[i] * density * std::exp(-x[i] * x[i] / 2);
      break;
    }
    case Activation::kGeluNew: {  // s = σ(2u), s' = s (1 - s) 2u', u = √(2/π) (x + 0.044715 x³)
      const T slope = 2 * std::sqrt(2 / T(3.14159265358979323846));
      const T cubic = 3 * T(0.044715) * slope;
      for (std::size_t i = 0; i < n; ++i) {
        const T s = share(x[i], y[i]);
        dx[i] *= s + x[i] * s * (1 - s) * (slope + cubic * x[i] * x[i]);
      }
      break;
    }
  }
}

}  // namespace glassformer::training
