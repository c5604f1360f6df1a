// The arithmetic of training: floats by the kernels, doubles by plain loops. Doubles are for tests,
// which check the gradients' formulas beyond the precision of floats.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <type_traits>

#include "kernels/kernels.hpp"
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
  PackedView packed{};  // floats only
};

template <class T>
struct Arithmetic {
  static constexpr bool kSimd = std::is_same_v<T, float>;
  const kernels::Kernels& kernels;

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
      // So many rows at once that their panels stay in the cache.
      constexpr std::size_t kRows = 512;
      const std::size_t most = std::min(rows, kRows);
      const auto before = arena.mark();
      float* transposed = arena.take(m * most);
      float* packed = arena.take(PackedView::size(kernels, most, n));
      float* product = arena.take(m * n);
      for (std::size_t first = 0; first < rows; first += kRows) {
        const std::size_t count = std::min(kRows, rows - first);
        transpose(a + first * m, count, m, transposed);
        const PackedView rows_of_b(kernels, count, n, packed);
        rows_of_b.pack(b + first * n, n, WeightLayout::kInOut);
        rows_of_b.multiply(transposed, count, m, nullptr, product);
        kernels.axpy(1.0F, product, c, m * n);
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
      f.packed = PackedView(kernels, k, n, arena.take(PackedView::size(kernels, k, n)));
      f.packed.pack(b, stride, transposed ? WeightLayout::kOutIn : WeightLayout::kInOut);
    }
    return f;
  }

  /// c (m, columns) = a (m, k) · the first columns of f. Outside columns [first, last) a holds
  /// zeros, which are not multiplied where that can be avoided.
  void multiply(const T* a, std::size_t a_stride, std::size_t m, const Factor<T>& f,
                std::size_t first, std::size_t last, std::size_t columns, T* c,
                std::size_t c_stride) const {
    if constexpr (kSimd) {
      f.packed.multiply_part(a, a_stride, m, first, last, columns, c, c_stride);
    } else {
      for (std::size_t r = 0; r < m; ++r) {
        for (std::size_t j = 0; j < columns; ++j) {
          T sum = 0;
          for (std::size_t i = first; i < last; ++i) {
            sum += a[r * a_stride + i] *
                   (f.transposed ? f.values[j * f.stride + i] : f.values[i * f.stride + j]);
          }
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

  void log_softmax(T* x, std::size_t n) const {
    if constexpr (kSimd) {
      kernels.log_softmax(x, n);
    } else {
      const T shift = *std::max_element(x, x + n);
      T sum = 0;
      for (std::size_t i = 0; i < n; ++i) sum += std::exp(x[i] - shift);
      for (std::size_t i = 0; i < n; ++i) x[i] -= shift + std::log(sum);
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

  // to (columns, rows) = from (rows, columns)ᵀ, tile by tile, so that both sides run along cache
  // lines.
  static void transpose(const T* from, std::size_t rows, std::size_t columns, T* to) {
    constexpr std::size_t kTile = 16;
    for (std::size_t r = 0; r < rows; r += kTile) {
      for (std::size_t c = 0; c < columns; c += kTile) {
        const std::size_t last_row = std::min(r + kTile, rows);
        const std::size_t last_column = std::min(c + kTile, columns);
        for (std::size_t j = c; j < last_column; ++j) {
          for (std::size_t i = r; i < last_row; ++i) to[j * rows + i] = from[i * columns + j];
        }
      }
    }
  }

 private:
  static T at(const Matrix<T>& w, std::size_t i, std::size_t o) {
    return w.layout == WeightLayout::kInOut ? w.values[i * w.out + o] : w.values[o * w.in + i];
  }
};

/// Σ f(i) for i < n in eight sums side by side, so that the compiler may vectorise.
template <class T, class F>
inline T sum_of(std::size_t n, F f) {
  T sums[8] = {};
  std::size_t i = 0;
  for (; i + 8 <= n; i += 8) {
    for (std::size_t lane = 0; lane < 8; ++lane) sums[lane] += f(i + lane);
  }
  T total = 0;
  for (; i < n; ++i) total += f(i);
  for (const T sum : sums) total += sum;
  return total;
}

}  // namespace glassformer::training
