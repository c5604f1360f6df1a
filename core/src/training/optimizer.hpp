// AdamW with decoupled weight decay (Loshchilov and Hutter 2019, algorithm 2), in the order of
// torch.optim.AdamW.
#pragma once

#include <cmath>
#include <cstddef>

#include "glassformer/training.hpp"

namespace glassformer::training {

struct AdamStep {
  double learning_rate;
  double beta1, beta2, epsilon;
  double decay;           // weight decay of these parameters
  double gradient_scale;  // clipping
  std::size_t step;       // 1 for the first
};

template <class T>
void adamw(const AdamStep& s, const T* gradient, T* parameter, T* first, T* second, std::size_t n) {
  const double steps = static_cast<double>(s.step);
  const T kept = static_cast<T>(1.0 - s.learning_rate * s.decay);
  const T beta1 = static_cast<T>(s.beta1), beta2 = static_cast<T>(s.beta2);
  const T fresh1 = static_cast<T>(1.0 - s.beta1), fresh2 = static_cast<T>(1.0 - s.beta2);
  const T size = static_cast<T>(s.learning_rate / (1.0 - std::pow(s.beta1, steps)));
  const T correction = static_cast<T>(1.0 / std::sqrt(1.0 - std::pow(s.beta2, steps)));
  const T epsilon = static_cast<T>(s.epsilon), scale = static_cast<T>(s.gradient_scale);
  for (std::size_t i = 0; i < n; ++i) {
    const T g = gradient[i] * scale;
    first[i] = beta1 * first[i] + fresh1 * g;
    second[i] = beta2 * second[i] + fresh2 * g * g;
    parameter[i] =
        parameter[i] * kept - size * first[i] / (std::sqrt(second[i]) * correction + epsilon);
  }
}

}  // namespace glassformer::training
