// The kernels of training for any xsimd architecture A. Included by kernels_impl.hpp's users, whose
// rules of linkage hold here too.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <utility>

#include "kernels/kernels_impl.hpp"
#include "kernels/training_kernels.hpp"

namespace glassformer::kernels {
namespace {

// Loops over what is left of a row stay loops: a call of memcpy takes longer than a few floats.
#if defined(__clang__)
#define GLASSFORMER_PLAIN_LOOPS __attribute__((no_builtin("memcpy", "memset")))
#else
#define GLASSFORMER_PLAIN_LOOPS
#endif

// ---- products ----

// c (Rows, columns) = a · the next Vectors vectors of a panel, or c += that. Where a is transposed,
// its rows lie side by side and every term is a row further on.
template <class A, Blocking S, bool Transposed, std::size_t Rows>
GLASSFORMER_PLAIN_LOOPS void product_block(const TrainingProduct& p, const float* a, const float* b,
                                           std::size_t columns, float* c) {
  constexpr std::size_t kWidth = kPanelWidth<A, S>;
  constexpr std::size_t kColumns = S.vectors * kLanes<A>;
  Vector<A> sums[Rows][S.vectors];
  const float* elements[Rows];
#pragma GCC unroll 64
  for (std::size_t r = 0; r < Rows; ++r) {
    elements[r] = a + (Transposed ? 0 : r * p.a_stride);
#pragma GCC unroll 64
    for (std::size_t v = 0; v < S.vectors; ++v) sums[r][v] = Vector<A>(0.0F);
  }
  for (std::size_t i = 0; i < p.k; ++i, b += kWidth) {
    Vector<A> factors[S.vectors];
#pragma GCC unroll 64
    for (std::size_t v = 0; v < S.vectors; ++v) factors[v] = load<A>(b + v * kLanes<A>);
#pragma GCC unroll 64
    for (std::size_t r = 0; r < Rows; ++r) {
      const Vector<A> element(Transposed ? a[r] : *elements[r]);
#pragma GCC unroll 64
      for (std::size_t v = 0; v < S.vectors; ++v)
        sums[r][v] = multiply_add<A>(element, factors[v], sums[r][v]);
    }
    if (Transposed) {
      a += p.a_stride;
    } else {
#pragma GCC unroll 64
      for (std::size_t r = 0; r < Rows; ++r) ++elements[r];
    }
  }

  // Where the last panel is not full, the block is stored aside and its columns are copied.
  if (columns == kColumns) {
#pragma GCC unroll 64
    for (std::size_t r = 0; r < Rows; ++r) {
#pragma GCC unroll 64
      for (std::size_t v = 0; v < S.vectors; ++v) {
        float* to = c + r * p.c_stride + v * kLanes<A>;
        (p.adds ? load<A>(to) + sums[r][v] : sums[r][v]).store_unaligned(to);
      }
    }
    return;
  }
  for (std::size_t r = 0; r < Rows; ++r) {
    float aside[kColumns];
#pragma GCC unroll 64
    for (std::size_t v = 0; v < S.vectors; ++v) sums[r][v].store_unaligned(aside + v * kLanes<A>);
    float* to = c + r * p.c_stride;
    for (std::size_t j = 0; j < columns; ++j) to[j] = p.adds ? to[j] + aside[j] : aside[j];
  }
}

template <class A, Blocking S, bool Transposed>
struct ProductBlocks {
  using Function = decltype(&product_block<A, S, Transposed, 1>);
  template <std::size_t... I>
  static constexpr std::array<Function, S.rows> all(std::index_sequence<I...>) {
    return {product_block<A, S, Transposed, I + 1>...};
  }
  static constexpr std::array<Function, S.rows> kAll = all(std::make_index_sequence<S.rows>());
};

template <class A, Blocking S>
void product_of_rows(const TrainingProduct& p) {
  constexpr std::size_t kWidth = kPanelWidth<A, S>;
  constexpr std::size_t kColumns = S.vectors * kLanes<A>;
  if (p.m == 0) return;
  const auto& kernels =
      p.transposed ? ProductBlocks<A, S, true>::kAll : ProductBlocks<A, S, false>::kAll;
  const std::size_t step = p.transposed ? 1 : p.a_stride;  // from one row of the result to the next
  // Blocks of nearly equal height, as multiply_rows().
  const std::size_t blocks = (p.m + S.rows - 1) / S.rows;
  const std::size_t height = p.m / blocks;
  const std::size_t taller = p.m % blocks;
  for (std::size_t column = 0; column < p.n; column += kColumns) {
    const std::size_t columns = std::min(kColumns, p.n - column);
    const float* b = p.packed + column / kWidth * kWidth * p.depth + column % kWidth;
    for (std::size_t block = 0, row = 0; block < blocks; ++block) {
      const std::size_t rows = height + (block < taller ? 1 : 0);
      kernels[rows - 1](p, p.a + row * step, b, columns, p.c + row * p.c_stride + column);
      row += rows;
    }
  }
}

// Columns of a are far apart in memory. Where they meet several panels, some of them are copied
// first, so that these and a panel stay in the nearest cache.
template <class A, Blocking S>
void product(const TrainingProduct& p) {
  constexpr std::size_t kRows = 128;
  constexpr std::size_t kStrip = (16 + S.rows - 1) / S.rows * S.rows;
  if (!p.transposed || p.n <= kPanelWidth<A, S> || p.k == 0) return product_of_rows<A, S>(p);
  float strip[kRows * kStrip];
  for (std::size_t first = 0; first < p.k; first += kRows) {
    const std::size_t k = std::min(kRows, p.k - first);
    for (std::size_t row = 0; row < p.m; row += kStrip) {
      const std::size_t m = std::min(kStrip, p.m - row);
      for (std::size_t i = 0; i < k; ++i) {
        const float* from = p.a + (first + i) * p.a_stride + row;
        if (m == kStrip) {
          std::copy_n(from, kStrip, strip + i * kStrip);
        } else {
          std::copy_n(from, m, strip + i * kStrip);
        }
      }
      product_of_rows<A, S>({.a = strip,
                             .a_stride = kStrip,
                             .m = m,
                             .packed = p.packed + first * kPanelWidth<A, S>,
                             .depth = p.depth,
                             .k = k,
                             .n = p.n,
                             .c = p.c + row * p.c_stride,
                             .c_stride = p.c_stride,
                             .transposed = true,
                             .adds = p.adds || first > 0});
    }
  }
}

// ---- rows ----

// A vector at a time: f(load, store, i), where load and store take pointers and leave out what is
// behind the end.
template <class A>
struct Whole {
  Vector<A> load(const float* x) const { return kernels::load<A>(x); }
  void store(Vector<A> value, float* x) const { value.store_unaligned(x); }
};
template <class A>
struct Part {
  std::size_t count;
  Vector<A> load(const float* x) const { return load_partial<A>(x, count); }
  void store(Vector<A> value, float* x) const { store_partial<A>(value, x, count); }
};
template <class A, class F>
inline void each(std::size_t n, F f) {
  std::size_t i = 0;
  for (; i + kLanes<A> <= n; i += kLanes<A>) f(Whole<A>{}, i);
  if (i < n) f(Part<A>{n - i}, i);
}
// The sum of what f gives.
template <class A, class F>
inline float total(std::size_t n, F f) {
  Vector<A> sums(0.0F);
  std::size_t i = 0;
  for (; i + kLanes<A> <= n; i += kLanes<A>) sums += f(Whole<A>{}, i);
  float result = xsimd::reduce_add(sums);
  if (i == n) return result;
  float lanes[kLanes<A>];
  f(Part<A>{n - i}, i).store_unaligned(lanes);
  for (std::size_t lane = 0; lane < n - i; ++lane) result += lanes[lane];
  return result;
}

// y = x̂ · weight + bias with x̂ = (x - mean) / √(var + ε), so that dx = (g - mean(g) - x̂ ·
// mean(g ∘ x̂)) / √(var + ε) with g = dy ∘ weight.
template <class A>
void layer_norm_backward(const float* x, std::size_t n, const float* dy, float* dx,
                         const NormGradient& norm) {
  const float count = static_cast<float>(n);
  const Vector<A> mean(total<A>(n, [&](auto part, std::size_t i) { return part.load(x + i); }) /
                       count);
  const float variance = total<A>(n,
                                  [&](auto part, std::size_t i) {
                                    const Vector<A> centred = part.load(x + i) - mean;
                                    return centred * centred;
                                  }) /
                         count;
  const float inverse = 1.0F / std::sqrt(variance + norm.epsilon);
  const Vector<A> g_mean(
      total<A>(n, [&](auto part,
                      std::size_t i) { return part.load(dy + i) * part.load(norm.weight + i); }) /
      count);
  const Vector<A> projection(total<A>(n,
                                      [&](auto part, std::size_t i) {
                                        return part.load(dy + i) * part.load(norm.weight + i) *
                                               (part.load(x + i) - mean);
                                      }) *
                             inverse / count);
  const Vector<A> factor(inverse);
  each<A>(n, [&](auto part, std::size_t i) {
    const Vector<A> centred = (part.load(x + i) - mean) * factor;
    const Vector<A> d = part.load(dy + i);
    const Vector<A> g = d * part.load(norm.weight + i);
    part.store(part.load(norm.d_weight + i) + d * centred, norm.d_weight + i);
    part.store(part.load(norm.d_bias + i) + d, norm.d_bias + i);
    part.store((g - g_mean - centred * projection) * factor, dx + i);
  });
}

template <class A>
void softmax_backward(const float* p, float scale, float* d, std::size_t n) {
  const Vector<A> sum(
      total<A>(n, [&](auto part, std::size_t i) { return part.load(p + i) * part.load(d + i); }));
  const Vector<A> scales(scale);
  each<A>(n, [&](auto part, std::size_t i) {
    part.store(part.load(p + i) * (part.load(d + i) - sum) * scales, d + i);
  });
}

template <class A>
void relu_backward(const float* x, const float*, float* dx, std::size_t n) {
  const Vector<A> zero(0.0F);
  each<A>(n, [&](auto part, std::size_t i) {
    part.store(xsimd::select(part.load(x + i) > zero, part.load(dx + i), zero), dx + i);
  });
}

// Both GELUs are x · s(x), so that s is y / x.
template <class A>
inline Vector<A> share(Vector<A> x, Vector<A> y) {
  return xsimd::select(x == Vector<A>(0.0F), Vector<A>(0.5F), y / x);
}

template <class A>
void gelu_backward(const float* x, const float* y, float* dx, std::size_t n) {
  each<A>(n, [&](auto part, std::size_t i) {  // s = Φ(x), s' = φ(x)
    const Vector<A> value = part.load(x + i);
    const Vector<A> density =
        constant<A, 0.3989422804F>() * exp_of_negative<A>(value * value * constant<A, -0.5F>());
    const Vector<A> slope = share<A>(value, part.load(y + i)) + value * density;
    part.store(part.load(dx + i) * slope, dx + i);
  });
}

template <class A>
void gelu_new_backward(const float* x, const float* y, float* dx, std::size_t n) {
  // s = σ(2u), s' = s (1 - s) 2u', u = √(2/π) (x + 0.044715 x³): 2 √(2/π), and that times 3 ·
  // 0.044715.
  each<A>(n, [&](auto part, std::size_t i) {
    const Vector<A> value = part.load(x + i);
    const Vector<A> s = share<A>(value, part.load(y + i));
    const Vector<A> slope =
        multiply_add<A>(value * value, constant<A, 0.21406446F>(), constant<A, 1.59576912F>());
    const Vector<A> inner = value * s * (constant<A, 1.0F>() - s);
    part.store(part.load(dx + i) * multiply_add<A>(inner, slope, s), dx + i);
  });
}

template <class A>
GLASSFORMER_PLAIN_LOOPS double cross_entropy(float* logits, std::size_t n, std::size_t target,
                                             float smoothing, float factor) {
  const double wanted = logits[target];
  double all = 0.0;
  if (smoothing > 0.0F) all = sum_of<A>(logits, n, [](Vector<A> x, std::size_t) { return x; });
  const float shift = softmax_shift<A>(logits, n);
  const Vector<A> shifts(shift);
  const double sum = sum_of<A>(logits, n, [&](Vector<A> value, std::size_t i) {
    const Vector<A> power = exp_of_negative<A>(value - shifts);
    if (i + kLanes<A> <= n) {
      power.store_unaligned(logits + i);
    } else {
      store_partial<A>(power, logits + i, n - i);
    }
    return power;
  });
  const double log_sum = shift + std::log(sum);
  const float share = smoothing / static_cast<float>(n);
  const Vector<A> factors(static_cast<float>(factor / sum));
  const Vector<A> less(share * factor);
  map<A>(logits, n, [&](Vector<A> power) { return power * factors - less; });
  logits[target] -= (1.0F - smoothing) * factor;
  return log_sum - (1.0 - smoothing) * wanted - share * all;
}

template <class A>
void add_rows(const float* x, std::size_t rows, std::size_t n, float* sum) {
  for (std::size_t r = 0; r < rows; ++r, x += n) {
    each<A>(n, [&](auto part, std::size_t i) {
      part.store(part.load(sum + i) + part.load(x + i), sum + i);
    });
  }
}

// In double, for squares of floats exceed their range; eight sums, so that the compiler may
// vectorise.
inline double sum_of_squares(const float* x, std::size_t n) {
  double sums[8] = {};
  std::size_t i = 0;
  for (; i + 8 <= n; i += 8) {
    for (std::size_t lane = 0; lane < 8; ++lane) {
      const double value = x[i + lane];
      sums[lane] += value * value;
    }
  }
  double result = 0.0;
  for (; i < n; ++i) result += static_cast<double>(x[i]) * static_cast<double>(x[i]);
  for (const double sum : sums) result += sum;
  return result;
}

template <class A>
void adamw(const AdamFactors& f, const float* gradient, float* parameter, float* first,
           float* second, std::size_t n) {
  const Vector<A> kept(f.kept), beta1(f.beta1), fresh1(f.fresh1), beta2(f.beta2), fresh2(f.fresh2),
      rate(f.rate), correction(f.correction), eps(f.eps), scales(f.gradient_scale);
  each<A>(n, [&](auto part, std::size_t i) {
    const Vector<A> g = part.load(gradient + i) * scales;
    const Vector<A> m = beta1 * part.load(first + i) + fresh1 * g;
    const Vector<A> v = beta2 * part.load(second + i) + fresh2 * g * g;
    part.store(m, first + i);
    part.store(v, second + i);
    part.store(part.load(parameter + i) * kept - rate * m / (xsimd::sqrt(v) * correction + eps),
               parameter + i);
  });
}

template <class A, Blocking S>
constexpr TrainingKernels make_training_table() {
  return {
      .multiply = product<A, S>,
      .layer_norm_backward = layer_norm_backward<A>,
      .softmax_backward = softmax_backward<A>,
      .relu_backward = relu_backward<A>,
      .gelu_backward = gelu_backward<A>,
      .gelu_new_backward = gelu_new_backward<A>,
      .cross_entropy = cross_entropy<A>,
      .add_rows = add_rows<A>,
      .sum_of_squares = sum_of_squares,
      .adamw = adamw<A>,
  };
}

}  // namespace
}  // namespace glassformer::kernels
