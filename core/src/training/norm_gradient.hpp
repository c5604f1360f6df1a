// The gradient of layer normalisation.
#pragma once

#include "training/arithmetic.hpp"

namespace glassformer::training {

/// y = x̂ · weight + bias with x̂ = (x - mean) / √(var + ε). Adds to d_weight and d_bias, and writes
/// dx = (g - mean(g) - x̂ · mean(g ∘ x̂)) / √(var + ε) with g = dy ∘ weight. n values; dx may be dy.
template <class T>
void layer_norm_backward(const Arithmetic<T>& math, const T* x, std::size_t n, const T* weight,
                         T epsilon, const T* dy, T* dx, T* d_weight, T* d_bias) {
  if constexpr (Arithmetic<T>::kSimd) {
    math.training.layer_norm_backward(x, n, dy, dx, {weight, epsilon, d_weight, d_bias});
  } else {
    const T count = static_cast<T>(n);
    T mean = 0, variance = 0, g_mean = 0, projection = 0;
    for (std::size_t i = 0; i < n; ++i) mean += x[i] / count;
    for (std::size_t i = 0; i < n; ++i) variance += (x[i] - mean) * (x[i] - mean) / count;
    const T factor = 1 / std::sqrt(variance + epsilon);
    for (std::size_t i = 0; i < n; ++i) {
      const T g = dy[i] * weight[i];
      g_mean += g / count;
      projection += g * (x[i] - mean) * factor / count;
    }
    for (std::size_t i = 0; i < n; ++i) {
      const T centred = (x[i] - mean) * factor;
      const T g = dy[i] * weight[i];
      d_weight[i] += dy[i] * centred;
      d_bias[i] += dy[i];
      dx[i] = (g - g_mean - centred * projection) * factor;
    }
  }
}

}  // namespace glassformer::training
