// Linear layers and norms over rows.
#pragma once

#include "training/norm_gradient.hpp"
#include "training/pass.hpp"

namespace glassformer::training {

template <class T>
T* linear(Pass<T>& pass, const LinearPlace& place, const T* x, std::size_t rows) {
  T* y = pass.arena().take(rows * place.out);
  pass.math().multiply(x, rows, pass.step.matrices[place.matrix],
                       place.bias ? pass.at(*place.bias) : nullptr, y);
  return y;
}

/// Adds the weight's and the bias's gradients.
template <class T>
void linear_gradients(Pass<T>& pass, const LinearPlace& place, const T* x, const T* dy,
                      std::size_t rows) {
  T* d_weight = pass.gradient(place.weight);
  if (place.layout == WeightLayout::kInOut) {
    pass.math().add_outer(x, place.in, dy, place.out, rows, d_weight, pass.arena());
  } else {
    pass.math().add_outer(dy, place.out, x, place.in, rows, d_weight, pass.arena());
  }
  if (place.bias) pass.math().add_rows(dy, rows, place.out, pass.gradient(*place.bias));
}

template <class T>
T* linear_backward(Pass<T>& pass, const LinearPlace& place, const T* x, const T* dy,
                   std::size_t rows) {
  linear_gradients(pass, place, x, dy, rows);
  T* dx = pass.arena().take(rows * place.in);
  pass.math().multiply_transposed(dy, rows, pass.step.matrices[place.matrix], dx);
  return dx;
}

template <class T>
T* norm(Pass<T>& pass, const NormPlaces& place, const T* x, std::size_t rows) {
  const std::size_t d = pass.width();
  T* y = pass.arena().take(rows * d);
  for (std::size_t r = 0; r < rows; ++r)
    pass.math().layer_norm(x + r * d, d, pass.at(place.weight), pass.at(place.bias),
                           static_cast<T>(pass.config().norm_epsilon), y + r * d);
  return y;
}

/// dy becomes dx.
template <class T>
void norm_backward(Pass<T>& pass, const NormPlaces& place, const T* x, T* dy, std::size_t rows) {
  const std::size_t d = pass.width();
  for (std::size_t r = 0; r < rows; ++r)
    layer_norm_backward(pass.math(), x + r * d, d, pass.at(place.weight),
                        static_cast<T>(pass.config().norm_epsilon), dy + r * d, dy + r * d,
                        pass.gradient(place.weight), pass.gradient(place.bias));
}

}  // namespace glassformer::training
