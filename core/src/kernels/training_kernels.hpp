// What training adds to the arithmetic of kernels.hpp: products that add up and read their left
// side by columns, the derivatives of rows, and AdamW. A table of its own for every instruction
// set, so that a program that does not train holds none of it. The rules of kernels.hpp hold here
// too.
#pragma once

#include <cstddef>

#include "kernels/kernels.hpp"

namespace glassformer::kernels {

/// c (m, n) = a · B, or c += a · B, with a packed matrix B (kernels.hpp) or some rows of one.
struct TrainingProduct {
  const float* a;        // (m, k), or with `transposed` (k, m), of which aᵀ is meant
  std::size_t a_stride;  // floats between a's rows as they lie in memory
  std::size_t m;
  const float* packed;  // the first row of B that counts, in B's first panel
  std::size_t depth;    // all rows of the packed matrix
  std::size_t k;        // those that count
  std::size_t n;
  float* c;
  std::size_t c_stride;
  bool transposed;
  bool adds;
};

/// AdamW's numbers of one step (training/optimizer.hpp).
struct AdamFactors {
  float kept;  // of a parameter, after its decay
  float beta1;
  float fresh1;  // 1 - beta1
  float beta2;
  float fresh2;
  float rate;  // with the first moment's correction
  float correction;
  float eps;
  float gradient_scale;
};

/// Of one layer normalisation.
struct NormGradient {
  const float* weight;  // (n)
  float epsilon;
  float* d_weight;  // (n), added to
  float* d_bias;    // (n), added to
};

struct TrainingKernels {
  void (*multiply)(const TrainingProduct& product);

  /// dx = dy's gradient before the norm of x (n); dx may be dy.
  void (*layer_norm_backward)(const float* x, std::size_t n, const float* dy, float* dx,
                              const NormGradient& norm);
  /// d = p ∘ (d - Σ d ∘ p) · scale: from the gradient of softmax's result p to that of what was
  /// scaled.
  void (*softmax_backward)(const float* p, float scale, float* d, std::size_t n);
  /// dx[i] *= f'(x[i]), where y = f(x).
  void (*relu_backward)(const float* x, const float* y, float* dx, std::size_t n);
  void (*gelu_backward)(const float* x, const float* y, float* dx, std::size_t n);
  void (*gelu_new_backward)(const float* x, const float* y, float* dx, std::size_t n);

  /// The loss of a row of logits, -Σ q log p of its softmax p, where q is 1 - smoothing at the
  /// target plus smoothing / n everywhere. The logits become the gradient, (p - q) · factor.
  double (*cross_entropy)(float* logits, std::size_t n, std::size_t target, float smoothing,
                          float factor);
  /// sum (n) += every row of x (rows, n).
  void (*add_rows)(const float* x, std::size_t rows, std::size_t n, float* sum);
  double (*sum_of_squares)(const float* x, std::size_t n);
  void (*adamw)(const AdamFactors& factors, const float* gradient, float* parameter, float* first,
                float* second, std::size_t n);
};

/// Those of the same instruction set.
const TrainingKernels& training_kernels(const Kernels& table);

}  // namespace glassformer::kernels
