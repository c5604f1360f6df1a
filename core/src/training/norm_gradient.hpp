// The gradient of layer normalisation.
#pragma once

#include "training/arithmetic.hpp"

namespace glassformer::training {

/// y = x̂ · weight + bias with x̂ = (x - mean) / √(var + ε). Adds to d_weight and d_bias, and writes
/// dx = (g - mean(g) - x̂ · mean(g ∘ x̂)) / √(var + ε) with g = dy ∘ weight. n values; dx may be dy.
template <class T>
void layer_norm_backward(const T* x, std::size_t n, const T* weight, T epsilon, const T* dy, T* dx,
                         T* d_weight, T* d_bias) {
  const T count = static_cast<T>(n);
  const T mean = sum_of<T>(n, [&](std::size_t i) { return x[i]; }) / count;
  const T variance =
      sum_of<T>(n, [&](std::size_t i) { return (x[i] - mean) * (x[i] - mean); }) / count;
  const T factor = 1 / std::sqrt(variance + epsilon);
  const T g_mean = sum_of<T>(n, [&](std::size_t i) { return dy[i] * weight[i]; }) / count;
  const T projection =
      sum_of<T>(n, [&](std::size_t i) { return dy[i] * weight[i] * (x[i] - mean); }) * factor /
      count;
  for (std::size_t i = 0; i < n; ++i) {
    const T centred = (x[i] - mean) * factor;
    const T g = dy[i] * weight[i];
    d_weight[i] += dy[i] * centred;
    d_bias[i] += dy[i];
    dx[i] = (g - g_mean - centred * projection) * factor;
  }
}

}  // namespace glassformer::training
