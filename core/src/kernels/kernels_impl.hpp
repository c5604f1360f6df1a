// The kernels for any xsimd architecture A. Each kernels_<isa>.cpp includes this once, is compiled
// with its own flags and fills one table with make_table(). Code compiled for one processor must
// never be merged with the same function compiled for another: what is written here has internal
// linkage, and the templates of std and xsimd that it uses are inlined, for which these files are
// optimised in every build. tests/core/kernels/linkage_test.cpp checks the symbols.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <xsimd/xsimd.hpp>

#include "kernels/byte_gemm.hpp"
#include "kernels/gemm.hpp"
#include "kernels/kernels.hpp"
#include "kernels/vectors.hpp"

namespace glassformer::kernels {
namespace {

// ---- attention's products ----

// Lane r of the result is the sum of the lanes of rows[r]; the lanes of every row are added in the
// same order. Each round folds two vectors into one, whose lanes belong to their rows in turn.
template <class A>
inline Vector<A> sum_each(Vector<A> (&rows)[kLanes<A>]) {
#pragma GCC unroll 64
  for (std::size_t half = kLanes<A> / 2; half > 0; half /= 2) {
#pragma GCC unroll 64
    for (std::size_t r = 0; r < half; ++r) {
      rows[r] = xsimd::zip_lo(rows[r], rows[r + half]) + xsimd::zip_hi(rows[r], rows[r + half]);
    }
  }
  return rows[0];
}

// As many rows at once as a vector has lanes, so that their sums fill one; past the last row the
// last one is read again.
template <class A>
void dot_rows(const float* x, const float* const* rows, std::size_t offset, std::size_t n,
              std::size_t width, float* out) {
  constexpr std::size_t kCount = kLanes<A>;
  for (std::size_t j = 0; j < n; j += kCount) {
    const float* group[kCount];
    Vector<A> sums[kCount];
    for (std::size_t r = 0; r < kCount; ++r) {
      group[r] = rows[std::min(j + r, n - 1)] + offset;
      sums[r] = Vector<A>(0.0F);
    }
    std::size_t i = 0;
    for (; i + kLanes<A> <= width; i += kLanes<A>) {
      const Vector<A> part = load<A>(x + i);
#pragma GCC unroll 64
      for (std::size_t r = 0; r < kCount; ++r) {
        sums[r] = multiply_add<A>(part, load<A>(group[r] + i), sums[r]);
      }
    }
    if (i < width) {
      const Vector<A> part = load_partial<A>(x + i, width - i);
      for (std::size_t r = 0; r < kCount; ++r) {
        const Vector<A> row = load_partial<A>(group[r] + i, width - i);
        sums[r] = multiply_add<A>(part, row, sums[r]);
      }
    }
    const Vector<A> totals = sum_each<A>(sums);
    if (n - j >= kCount) {
      totals.store_unaligned(out + j);
    } else {
      store_partial<A>(totals, out + j, n - j);
    }
  }
}

// `Vectors` vectors of the weighted sum, from column `begin` of every row on.
template <class A, std::size_t Vectors>
void weighted_columns(const float* weights, const float* const* rows, std::size_t n,
                      std::size_t offset, std::size_t begin, float* out) {
  Vector<A> sums[Vectors];
#pragma GCC unroll 64
  for (std::size_t v = 0; v < Vectors; ++v) sums[v] = Vector<A>(0.0F);
  for (std::size_t j = 0; j < n; ++j) {
    if (weights[j] == 0.0F) continue;
    const Vector<A> weight(weights[j]);
    const float* row = rows[j] + offset + begin;
#pragma GCC unroll 64
    for (std::size_t v = 0; v < Vectors; ++v) {
      sums[v] = multiply_add<A>(weight, load<A>(row + v * kLanes<A>), sums[v]);
    }
  }
#pragma GCC unroll 64
  for (std::size_t v = 0; v < Vectors; ++v) sums[v].store_unaligned(out + begin + v * kLanes<A>);
}

template <class A>
void weighted_rows(const float* weights, const float* const* rows, std::size_t offset,
                   std::size_t n, std::size_t width, float* out) {
  constexpr std::size_t kMany = 8;
  std::size_t begin = 0;
  for (; begin + kMany * kLanes<A> <= width; begin += kMany * kLanes<A>) {
    weighted_columns<A, kMany>(weights, rows, n, offset, begin, out);
  }
  if (begin + kMany / 2 * kLanes<A> <= width) {
    weighted_columns<A, kMany / 2>(weights, rows, n, offset, begin, out);
    begin += kMany / 2 * kLanes<A>;
  }
  for (; begin + kLanes<A> <= width; begin += kLanes<A>) {
    weighted_columns<A, 1>(weights, rows, n, offset, begin, out);
  }
  if (begin == width) return;
  const std::size_t count = width - begin;
  Vector<A> sum(0.0F);
  for (std::size_t j = 0; j < n; ++j) {
    if (weights[j] == 0.0F) continue;
    const Vector<A> row = load_partial<A>(rows[j] + offset + begin, count);
    sum = multiply_add<A>(Vector<A>(weights[j]), row, sum);
  }
  store_partial<A>(sum, out + begin, count);
}

// ---- exp ----

// exp(x) for -87 ≤ x ≤ 88, within two units in the last place; NaN stays NaN, and outside the
// result means nothing. x = n ln 2 + r with |r| ≤ ln(2)/2, exp(r) ≈ 1 + r + r² q(r), where q has
// the least maximal error of its degree.
template <class A>
inline Vector<A> exp_in_range(Vector<A> x) {
  // Added to a small number, this rounds it to a whole one, n, and leaves n + 127 in the lowest
  // bits.
  const Vector<A> rounder = constant<A, 0x1.8p23F + 127.0F>();
  const Vector<A> shifted = multiply_add<A>(x, constant<A, 1.44269504F>(), rounder);
  const Vector<A> n = shifted - rounder;
  // ln 2 in two parts, the first so short that n times it is exact.
  Vector<A> r = multiply_add<A>(n, constant<A, -0.693359375F>(), x);
  r = multiply_add<A>(n, constant<A, 2.12194440e-4F>(), r);
  Vector<A> q = constant<A, 1.38934038e-3F>();
  q = multiply_add<A>(q, r, constant<A, 8.37027002e-3F>());
  q = multiply_add<A>(q, r, constant<A, 4.16670889e-2F>());
  q = multiply_add<A>(q, r, constant<A, 0.166665062F>());
  q = multiply_add<A>(q, r, constant<A, 0.49999997F>());
  const Vector<A> power_of_two =
      xsimd::bitwise_cast<float>(xsimd::bitwise_cast<std::int32_t>(shifted) << 23);
  return (multiply_add<A>(r * r, q, r) + constant<A, 1.0F>()) * power_of_two;
}

// exp(x) for x ≤ 0: 0 where it would be below the smallest normal number.
template <class A>
inline Vector<A> exp_of_negative(Vector<A> x) {
  return xsimd::select(x < constant<A, -87.0F>(), constant<A, 0.0F>(), exp_in_range<A>(x));
}

// ---- softmax and normalisation ----

// What is subtracted before exp: the maximum, so that no exp overflows. A row of -infinity
// subtracts nothing, for -infinity - -infinity would be NaN.
template <class A>
float softmax_shift(const float* x, std::size_t n) {
  Vector<A> max(-kInfinity);
  std::size_t i = 0;
  for (; i + kLanes<A> <= n; i += kLanes<A>) max = xsimd::max(max, load<A>(x + i));
  if (i < n) max = xsimd::max(max, load_partial<A>(x + i, n - i, -kInfinity));
  const float result = xsimd::reduce_max(max);
  return result == -kInfinity ? 0.0F : result;
}

// Floats are summed over this many vectors only, and those sums in double, so that 50,000 terms
// lose no precision.
constexpr std::size_t kShortSum = 16;

// The sum of f(vector, its index) over the vectors of x.
template <class A, class F>
inline double sum_of(const float* x, std::size_t n, F f) {
  double total = 0.0;
  std::size_t i = 0;
  while (i + kLanes<A> <= n) {
    const std::size_t end = std::min(i + kShortSum * kLanes<A>, n);
    Vector<A> sum(0.0F);
    for (; i + kLanes<A> <= end; i += kLanes<A>) sum += f(load<A>(x + i), i);
    total += xsimd::reduce_add(sum);
  }
  if (i == n) return total;
  float lanes[kLanes<A>];
  f(load_partial<A>(x + i, n - i), i).store_unaligned(lanes);
  for (std::size_t lane = 0; lane < n - i; ++lane) total += lanes[lane];
  return total;
}

template <class A>
void softmax(float* x, std::size_t n) {
  const Vector<A> shift(softmax_shift<A>(x, n));
  const double sum = sum_of<A>(x, n, [&](Vector<A> value, std::size_t i) {
    const Vector<A> result = exp_of_negative<A>(value - shift);
    if (i + kLanes<A> <= n) {
      result.store_unaligned(x + i);
    } else {
      store_partial<A>(result, x + i, n - i);
    }
    return result;
  });
  const Vector<A> factor(sum == 0.0 ? 0.0F : static_cast<float>(1.0 / sum));
  map<A>(x, n, [&](Vector<A> value) { return value * factor; });
}

template <class A>
void log_softmax(float* x, std::size_t n) {
  const Vector<A> shift(softmax_shift<A>(x, n));
  const double sum = sum_of<A>(
      x, n, [&](Vector<A> value, std::size_t) { return exp_of_negative<A>(value - shift); });
  if (sum == 0.0) return;  // all -infinity: unchanged
  const Vector<A> log_sum(static_cast<float>(std::log(sum)));
  map<A>(x, n, [&](Vector<A> value) { return (value - shift) - log_sum; });
}

template <class A>
Range range(const float* x, std::size_t n) {
  const Vector<A> infinity(kInfinity);
  Vector<A> least = infinity;
  Vector<A> greatest(-kInfinity);
  const auto look = [&](Vector<A> value) {
    least = xsimd::min(least, value);
    // NaN is not below infinity either.
    greatest = xsimd::max(greatest, xsimd::select(value < infinity, value, infinity));
  };
  std::size_t i = 0;
  for (; i + kLanes<A> <= n; i += kLanes<A>) look(load<A>(x + i));
  if (i < n) look(load_partial<A>(x + i, n - i, x[i]));
  return {xsimd::reduce_min(least), xsimd::reduce_max(greatest)};
}

template <class A>
double sum_exp(const float* x, std::size_t n, float shift, float factor) {
  const Vector<A> shifts(shift);
  const Vector<A> factors(factor);
  return sum_of<A>(x, n, [&](Vector<A> value, std::size_t) {
    return exp_of_negative<A>((value - shifts) * factors);
  });
}

template <class A>
std::size_t find_above(const float* x, std::size_t first, std::size_t n, float threshold) {
  const Vector<A> thresholds(threshold);
  std::size_t i = first;
  while (i + kLanes<A> <= n && !xsimd::any(load<A>(x + i) > thresholds)) i += kLanes<A>;
  while (i < n && !(x[i] > threshold)) ++i;
  return i;
}

// In double, for a mean far from zero must be subtracted exactly; eight sums, so that the compiler
// may vectorise.
inline double mean_of(const float* x, std::size_t n) {
  double sums[8] = {};
  std::size_t i = 0;
  for (; i + 8 <= n; i += 8) {
    for (std::size_t lane = 0; lane < 8; ++lane) sums[lane] += x[i + lane];
  }
  double total = 0.0;
  for (; i < n; ++i) total += x[i];
  for (const double sum : sums) total += sum;
  return total / static_cast<double>(n);
}

inline double squares_in_double(const float* x, std::size_t n, double mean) {
  double total = 0.0;
  for (std::size_t i = 0; i < n; ++i) total += (x[i] - mean) * (x[i] - mean);
  return total;
}

template <class A>
void layer_norm(const float* x, std::size_t n, const float* weight, const float* bias,
                float epsilon, float* out) {
  // x - mean as (x - high) - low: two floats hold more digits of the mean than one.
  const double mean = mean_of(x, n);
  const float mean_high = static_cast<float>(mean);
  const Vector<A> high(mean_high);
  const Vector<A> low(static_cast<float>(mean - mean_high));
  double squares = sum_of<A>(x, n, [&](Vector<A> value, std::size_t) {
    const Vector<A> centred = (value - high) - low;
    return centred * centred;
  });
  // The square of more than 1.8e19 is infinite in 32 bits, and would leave nothing but the bias.
  if (!std::isfinite(squares)) squares = squares_in_double(x, n, mean);
  const double variance = squares / static_cast<double>(n);
  const Vector<A> factor(static_cast<float>(1.0 / std::sqrt(variance + epsilon)));
  std::size_t i = 0;
  const auto normalise = [&](Vector<A> value, Vector<A> w, Vector<A> b) {
    return multiply_add<A>(((value - high) - low) * factor, w, b);
  };
  for (; i + kLanes<A> <= n; i += kLanes<A>) {
    normalise(load<A>(x + i), load<A>(weight + i), load<A>(bias + i)).store_unaligned(out + i);
  }
  if (i == n) return;
  const std::size_t count = n - i;
  store_partial<A>(normalise(load_partial<A>(x + i, count), load_partial<A>(weight + i, count),
                             load_partial<A>(bias + i, count)),
                   out + i, count);
}

// ---- activations ----

template <class A>
void relu(float* x, std::size_t n) {
  const Vector<A> zero(0.0F);
  // Not max(), which may turn NaN into 0.
  map<A>(x, n, [&](Vector<A> value) { return xsimd::select(value < zero, zero, value); });
}

// x · Φ(x). The tail 1 - Φ(|x|) is exp(-x²/2) times a polynomial of t = 1 / (1 + 0.2316419 |x|),
// within 7.5e-8 (Abramowitz and Stegun 1964, 26.2.17; their coefficients b1 … b5 are divided by
// √(2π) here).
template <class A>
void gelu(float* x, std::size_t n) {
  map<A>(x, n, [](Vector<A> value) {
    const Vector<A> one = constant<A, 1.0F>();
    const Vector<A> t = one / multiply_add<A>(xsimd::abs(value), constant<A, 0.2316419F>(), one);
    Vector<A> tail = constant<A, 0.53070271F>();
    tail = multiply_add<A>(tail, t, constant<A, -0.72657601F>());
    tail = multiply_add<A>(tail, t, constant<A, 0.71070687F>());
    tail = multiply_add<A>(tail, t, constant<A, -0.14224837F>());
    tail = multiply_add<A>(tail, t, constant<A, 0.12741480F>());
    tail *= t * exp_of_negative<A>(value * value * constant<A, -0.5F>());
    return value * xsimd::select(value < constant<A, 0.0F>(), tail, one - tail);
  });
}

// x/2 · (1 + tanh(u)) with u = √(2/π) · (x + 0.044715 x³), which is x / (1 + exp(-2u)).
template <class A>
void gelu_new(float* x, std::size_t n) {
  map<A>(x, n, [](Vector<A> value) {
    // -2 √(2/π), and that times 0.044715.
    const Vector<A> slope =
        multiply_add<A>(value * value, constant<A, -0.07135481F>(), constant<A, -1.5957691F>());
    const Vector<A> exponent = value * slope;
    // 1 + exp(-87) rounds to 1, and x / (1 + exp(88)) underflows.
    const Vector<A> power = exp_in_range<A>(xsimd::max(exponent, constant<A, -87.0F>()));
    const Vector<A> result = value / (constant<A, 1.0F>() + power);
    return xsimd::select(exponent > constant<A, 88.0F>(), constant<A, 0.0F>(), result);
  });
}

// ---- rows as a whole ----

template <class A>
void scale(float factor, float* x, std::size_t n) {
  const Vector<A> factors(factor);
  map<A>(x, n, [&](Vector<A> value) { return value * factors; });
}

template <class A>
void axpy(float factor, const float* x, float* y, std::size_t n) {
  const Vector<A> factors(factor);
  std::size_t i = 0;
  for (; i + kLanes<A> <= n; i += kLanes<A>) {
    multiply_add<A>(factors, load<A>(x + i), load<A>(y + i)).store_unaligned(y + i);
  }
  if (i == n) return;
  const Vector<A> part = load_partial<A>(x + i, n - i);
  store_partial<A>(multiply_add<A>(factors, part, load_partial<A>(y + i, n - i)), y + i, n - i);
}

// `Short` is the architecture for dot_rows: attention's rows are so short that adding up the lanes
// weighs more than the products, and narrower vectors need fewer steps.
template <class A, Blocking S, class Short = A>
constexpr Kernels make_table(const char* name) {
  constexpr std::size_t kWidth = kPanelWidth<A, S>;
  return {
      .name = name,
      .panel_width = kWidth,
      .pack = pack<kWidth>,
      .pack_transposed = pack_transposed<kWidth>,
      .matmul = matmul<A, S>,
      .matmul_halves = matmul_halves<A, S>,
      .dot_rows = dot_rows<Short>,
      .weighted_rows = weighted_rows<A>,
      .softmax = softmax<A>,
      .log_softmax = log_softmax<A>,
      .range = range<A>,
      .sum_exp = sum_exp<A>,
      .find_above = find_above<A>,
      .layer_norm = layer_norm<A>,
      .relu = relu<A>,
      .gelu = gelu<A>,
      .gelu_new = gelu_new<A>,
      .scale = scale<A>,
      .axpy = axpy<A>,
      .to_bytes = to_bytes<A>,
      .matmul_bytes = matmul_bytes<S.byte_rows, S.byte_vectors, S.byte_vectors_of_one>,
  };
}

}  // namespace
}  // namespace glassformer::kernels
