// OpenBLAS, the measure of a matrix product on a processor, where it is installed.
#pragma once

#include <cstddef>
#include <optional>

namespace glassformer::bench {

/// One thread of the system's OpenBLAS. Matrices are row by row.
class OpenBlas {
 public:
  /// nullopt where the library is not installed or cannot be opened.
  static std::optional<OpenBlas> open();

  /// c (m, n) = a (m, k) · b (k, n).
  void multiply(const float* a, const float* b, float* c, std::size_t m, std::size_t k,
                std::size_t n) const;

 private:
  // cblas_sgemm: order, transpose a, transpose b, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc.
  using Sgemm = void (*)(int, int, int, int, int, int, float, const float*, int, const float*, int,
                         float, float*, int);

  // cblas_sgemv: order, transpose, rows, columns, alpha, a, lda, x, its step, beta, y, its step.
  using Sgemv = void (*)(int, int, int, int, float, const float*, int, const float*, int, float,
                         float*, int);

  OpenBlas(Sgemm sgemm, Sgemv sgemv) : sgemm_(sgemm), sgemv_(sgemv) {}

  Sgemm sgemm_;
  Sgemv sgemv_;
};

}  // namespace glassformer::bench
