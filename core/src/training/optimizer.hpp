// AdamW with decoupled weight decay (Loshchilov and Hutter 2019, algorithm 2), in the order of
// torch.optim.AdamW.
#pragma once

#include <array>
#include <cmath>
#include <cstddef>

#include "training/arithmetic.hpp"

namespace glassformer::training {

struct AdamStep {
  double lr;
  std::array<double, 2> betas;
  double eps;
  double weight_decay;    // of these parameters
  double gradient_scale;  // clipping
  std::size_t step;       // 1 for the first
};

template <class T>
void adamw(const Arithmetic<T>& math, const AdamStep& s, const T* gradient, T* parameter, T* first,
           T* second, std::size_t n) {
  const double steps = static_cast<double>(s.step);
  const T kept = static_cast<T>(1.0 - s.lr * s.weight_decay);
  const T beta1 = static_cast<T>(s.betas[0]), beta2 = static_cast<T>(s.betas[1]);
  const T fresh1 = static_cast<T>(1.0 - s.betas[0]), fresh2 = static_cast<T>(1.0 - s.betas[1]);
  const T rate = static_cast<T>(s.lr / (1.0 - std::pow(s.betas[0], steps)));
  const T correction = static_cast<T>(1.0 / std::sqrt(1.0 - std::pow(s.betas[1], steps)));
  const T eps = static_cast<T>(s.eps), scale = static_cast<T>(s.gradient_scale);
  if constexpr (Arithmetic<T>::kSimd) {
    math.training.adamw({kept, beta1, fresh1, beta2, fresh2, rate, correction, eps, scale},
                        gradient, parameter, first, second, n);
  } else {
    for (std::size_t i = 0; i < n; ++i) {
      const T g = gradient[i] * scale;
      first[i] = beta1 * first[i] + fresh1 * g;
      second[i] = beta2 * second[i] + fresh2 * g * g;
      parameter[i] =
          parameter[i] * kept - rate * first[i] / (std::sqrt(second[i]) * correction + eps);
    }
  }
}

}  // namespace glassformer::training
