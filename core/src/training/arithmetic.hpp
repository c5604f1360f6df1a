// The arithmetic of training: floats by the kernels, doubles by plain loops. Doubles are for tests,
// which check the gradients' formulas beyond the precision of floats.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <type_traits>

#include "kernels/training_kernels.hpp"
#include "training/arena.hpp"
#include "weights/packed_matrix.hpp"

namespace glassformer::training {

/// A weight that maps `in` features to `out`, ready for products in both directions.
template <class T>
struct Matrix {
  const T* values = nullptr;  // in the layout of the file
  std::size_t in = 0;
  std::size_t out = 0;
  WeightLayout layout = WeightLayout::kInOut;
  PackedView packed{};             // floats only: for y = x · W
  PackedView packed_transposed{};  // floats only: for dx = dy · Wᵀ
};

/// The right-hand side of a product: b (k, n), or the transpose of b (n, k).
template <class T>
struct Factor {
  const T* values = nullptr;
  std::size_t stride = 0;  // of b's rows
  bool transposed = false;
  std::size_t k = 0;
  std::size_t n = 0;
  const T* packed = nullptr;  // floats only

  T at(std::size_t i, std::size_t j) const {
    return transposed ? values[j * stride + i] : values[i * stride + j];
  }
};

/// So many rows of an outer product are packed at once, that their panels stay in the cache.
inline constexpr std::size_t kOuterRows = 512;

template <class T>
struct Arithmetic {
  static constexpr bool kSimd = std::is_same_v<T, float>;
  const kernels::Kernels& kernels;
  const kernels::TrainingKernels& training = kernels::training_kernels(kernels);

  /// Values that `packed` and `packed_transposed` take together.
  std::size_t packed_size(const Matrix<T>& w) const {
    if constexpr (!kSimd) return 0;
    return PackedView::size(kernels, w.in, w.out) + PackedView::size(kernels, w.out, w.in);
  }
  /// Gives `packed` and `packed_transposed` their packed_size() values of memory.
  void place(Matrix<T>& w, T* memory) const {
    if constexpr (kSimd) {
      w.packed = PackedView(kernels, w.in, w.out, memory);
      w.packed_transposed =
          PackedView(kernels, w.out, w.in, memory + PackedView::size(kernels, w.in, w.out));
    }
  }
  void pack(const Matrix<T>& w) const {
    if constexpr (kSimd) {
      const bool in_out = w.layout == WeightLayout::kInOut;
      const std::size_t stride = in_out ? w.out : w.in;
      w.packed.pack(w.values, stride, w.layout);
      w.packed_transposed.pack(w.values, stride,
                               in_out ? WeightLayout::kOutIn : WeightLayout::kInOut);
    }
  }

  /// y (rows, out) = x (rows, in) · W (+ bias).
  void multiply(const T* x, std::size_t rows, const Matrix<T>& w, const T* bias, T* y) const {
    if constexpr (kSimd) {
      w.packed.multiply(x, w.in, rows, bias, y);
    } else {
      for (std::size_t r = 0; r < rows; ++r) {
        for (std::size_t o = 0; o < w.out; ++o) {
          T sum = bias == nullptr ? T(0) : bias[o];
          for (std::size_t i = 0; i < w.in; ++i) sum += x[r * w.in + i] * at(w, i, o);
          y[r * w.out + o] = sum;
        }
      }
    }
  }

  /// dx (rows, in) = dy (rows, out) · Wᵀ.
  void multiply_transposed(const T* dy, std::size_t rows, const Matrix<T>& w, T* dx) const {
    if constexpr (kSimd) {
      w.packed_transposed.multiply(dy, w.out, rows, nullptr, dx);
    } else {
      for (std::size_t r = 0; r < rows; ++r) {
        for (std::size_t i = 0; i < w.in; ++i) {
          T sum = 0;
          for (std::size_t o = 0; o < w.out; ++o) sum += dy[r * w.out + o] * at(w, i, o);
          dx[r * w.in + i] = sum;
        }
      }
    }
  }

  /// c (m, n) += aᵀ · b with a (rows, m) and b (rows, n).
  void add_outer(const T* a, std::size_t m, const T* b, std::size_t n, std::size_t rows, T* c,
                 Arena<T>& arena) const {
    if constexpr (kSimd) {
      const std::size_t most = std::min(rows, kOuterRows);
      const auto before = arena.mark();
      float* packed = arena.take(PackedView::size(kernels, most, n));
      for (std::size_t first = 0; first < rows; first += kOuterRows) {
        const std::size_t count = std::min(kOuterRows, rows - first);
        kernels.pack(b + first * n, n, count, n, packed);
        training.multiply({.a = a + first * m,
                           .a_stride = m,
                           .m = m,
                           .packed = packed,
                           .depth = count,
                           .k = count,
                           .n = n,
                           .c = c,
                           .c_stride = n,
                           .transposed = true,
                           .adds = true});
      }
      arena.give_back_to(before);
    } else {
      for (std::size_t r = 0; r < rows; ++r) {
        for (std::size_t i = 0; i < m; ++i) {
          for (std::size_t j = 0; j < n; ++j) c[i * n + j] += a[r * m + i] * b[r * n + j];
        }
      }
    }
  }

  /// b (k, n), or with `transposed` b (n, k), ready to be multiplied with.
  Factor<T> factor(const T* b, std::size_t stride, bool transposed, std::size_t k, std::size_t n,
                   Arena<T>& arena) const {
    Factor<T> f{b, stride, transposed, k, n};
    if constexpr (kSimd) {
      float* packed = arena.take(PackedView::size(kernels, k, n));
      (transposed ? kernels.pack_transposed : kernels.pack)(b, stride, k, n, packed);
      f.packed = packed;
    }
    return f;
  }

  /// c (m, columns) = a (m, k) · the first k rows and `columns` columns of f.
  void multiply(const T* a, std::size_t a_stride, std::size_t m, const Factor<T>& f, std::size_t k,
                std::size_t columns, T* c, std::size_t c_stride) const {
    if constexpr (kSimd) {
      training.multiply({.a = a,
                         .a_stride = a_stride,
                         .m = m,
                         .packed = f.packed,
                         .depth = f.k,
                         .k = k,
                         .n = columns,
                         .c = c,
                         .c_stride = c_stride,
                         .transposed = false,
                         .adds = false});
    } else {
      for (std::size_t r = 0; r < m; ++r) {
        for (std::size_t j = 0; j < columns; ++j) {
          T sum = 0;
          for (std::size_t i = 0; i < k; ++i) sum += a[r * a_stride + i] * f.at(i, j);
          c[r * c_stride + j] = sum;
        }
      }
    }
  }

  /// c (m, n) = aᵀ · the rows of f (k, n) from `first` on, with a (k - first, m).
  void multiply_columns(const T* a, std::size_t a_stride, std::size_t m, const Factor<T>& f,
                        std::size_t first, T* c, std::size_t c_stride) const {
    if constexpr (kSimd) {
      training.multiply({.a = a,
                         .a_stride = a_stride,
                         .m = m,
                         .packed = f.packed + PackedView::row_offset(kernels, first),
                         .depth = f.k,
                         .k = f.k - first,
                         .n = f.n,
                         .c = c,
                         .c_stride = c_stride,
                         .transposed = true,
                         .adds = false});
    } else {
      for (std::size_t r = 0; r < m; ++r) {
        for (std::size_t j = 0; j < f.n; ++j) {
          T sum = 0;
          for (std::size_t i = first; i < f.k; ++i)
            sum += a[(i - first) * a_stride + r] * f.at(i, j);
          c[r * c_stride + j] = sum;
        }
      }
    }
  }

  void softmax(T* x, std::size_t n) const {
    if constexpr (kSimd) {
      kernels.softmax(x, n);
    } else {
      const T shift = *std::max_element(x, x + n);
      T sum = 0;
      for (std::size_t i = 0; i < n; ++i) sum += x[i] = std::exp(x[i] - shift);
      for (std::size_t i = 0; i < n; ++i) x[i] /= sum;
    }
  }

  /// d = p ∘ (d - Σ d ∘ p) · factor: from the gradient of softmax's result p to that of what was
  /// scaled by the factor.
  void softmax_backward(const T* p, T factor, T* d, std::size_t n) const {
    if constexpr (kSimd) {
      training.softmax_backward(p, factor, d, n);
    } else {
      T sum = 0;
      for (std::size_t i = 0; i < n; ++i) sum += p[i] * d[i];
      for (std::size_t i = 0; i < n; ++i) d[i] = p[i] * (d[i] - sum) * factor;
    }
  }

  void layer_norm(const T* x, std::size_t n, const T* weight, const T* bias, T epsilon,
                  T* out) const {
    if constexpr (kSimd) {
      kernels.layer_norm(x, n, weight, bias, epsilon, out);
    } else {
      T mean = 0, variance = 0;
      for (std::size_t i = 0; i < n; ++i) mean += x[i] / static_cast<T>(n);
      for (std::size_t i = 0; i < n; ++i)
        variance += (x[i] - mean) * (x[i] - mean) / static_cast<T>(n);
      const T factor = 1 / std::sqrt(variance + epsilon);
      for (std::size_t i = 0; i < n; ++i) out[i] = (x[i] - mean) * factor * weight[i] + bias[i];
    }
  }

  void relu(T* x, std::size_t n) const {
    if constexpr (kSimd) {
      kernels.relu(x, n);
    } else {
      for (std::size_t i = 0; i < n; ++i) x[i] = x[i] < 0 ? T(0) : x[i];
    }
  }

  void gelu(T* x, std::size_t n) const {
    if constexpr (kSimd) {
      kernels.gelu(x, n);
    } else {
      for (std::size_t i = 0; i < n; ++i) x[i] *= (1 + std::erf(x[i] / std::sqrt(T(2)))) / 2;
    }
  }

  void gelu_new(T* x, std::size_t n) const {
    if constexpr (kSimd) {
      kernels.gelu_new(x, n);
    } else {
      const T slope = std::sqrt(2 / T(3.14159265358979323846));
      for (std::size_t i = 0; i < n; ++i)
        x[i] *= (1 + std::tanh(slope * (x[i] + T(0.044715) * x[i] * x[i] * x[i]))) / 2;
    }
  }

  /// y += factor · x.
  void axpy(T factor, const T* x, T* y, std::size_t n) const {
    if constexpr (kSimd) {
      kernels.axpy(factor, x, y, n);
    } else {
      for (std::size_t i = 0; i < n; ++i) y[i] += factor * x[i];
    }
  }

  /// x *= factor.
  void scale(T factor, T* x, std::size_t n) const {
    if constexpr (kSimd) {
      kernels.scale(factor, x, n);
    } else {
      for (std::size_t i = 0; i < n; ++i) x[i] *= factor;
    }
  }

  /// The loss of a row of logits, which become its gradient (kernels::TrainingKernels).
  double cross_entropy(T* logits, std::size_t n, std::size_t target, T smoothing, T factor) const {
    if constexpr (kSimd) {
      return training.cross_entropy(logits, n, target, smoothing, factor);
    } else {
      const T wanted = logits[target];
      T all = 0;
      for (std::size_t i = 0; i < n; ++i) all += logits[i];
      const T highest = *std::max_element(logits, logits + n);
      softmax(logits, n);
      const T log_sum = highest - std::log(*std::max_element(logits, logits + n));
      const T share = smoothing / static_cast<T>(n);
      for (std::size_t i = 0; i < n; ++i) logits[i] = (logits[i] - share) * factor;
      logits[target] -= (1 - smoothing) * factor;
      return log_sum - (1 - smoothing) * wanted - share * all;
    }
  }

  /// sum (n) += every row of x (rows, n).
  void add_rows(const T* x, std::size_t rows, std::size_t n, T* sum) const {
    if constexpr (kSimd) {
      training.add_rows(x, rows, n, sum);
    } else {
      for (std::size_t r = 0; r < rows; ++r) {
        for (std::size_t i = 0; i < n; ++i) sum[i] += x[r * n + i];
      }
    }
  }

  double sum_of_squares(const T* x, std::size_t n) const {
    if constexpr (kSimd) {
      return training.sum_of_squares(x, n);
    } else {
      double sum = 0.0;
      for (std::size_t i = 0; i < n; ++i) sum += x[i] * x[i];
      return sum;
    }
  }

 private:
  static T at(const Matrix<T>& w, std::size_t i, std::size_t o) {
    return w.layout == WeightLayout::kInOut ? w.values[i * w.out + o] : w.values[o * w.in + i];
  }
};

}  // namespace glassformer::training
