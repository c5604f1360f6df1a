// The product with a packed matrix (GEMM), and the packing. Included by kernels_impl.hpp, whose
// rules of linkage hold here too.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "kernels/vectors.hpp"

namespace glassformer::kernels {
namespace {

// Block sizes of a product. A block of c is kept in registers: so many rows times so many vectors,
// one sum for each element. Numbers are of vectors, found by measuring; rows · vectors sums, the
// vectors of b and one element of a must fit the registers, and sums must be many enough to hide
// how long an addition takes.
struct Blocking {
  std::size_t panel;    // in a panel of the packed matrix
  std::size_t rows;     // of a block, where there are many rows
  std::size_t vectors;  // of a block, where there are many rows: a panel or a part of it
  std::size_t sums;  // of a block, where there are few rows: several panels at once, if it can be
  std::size_t byte_rows;            // of a block of a product of bytes, where there are many rows
  std::size_t byte_vectors;         // of such a block: a panel or a part of it
  std::size_t byte_vectors_of_one;  // of a block of one row: a panel or several
};

template <class A, Blocking S>
constexpr std::size_t kPanelWidth = S.panel* kLanes<A>;

// Rows of b are taken a few at a time, so that both sides run along cache lines.
constexpr std::size_t kPackRows = 16;

template <std::size_t Width>
void pack(const float* b, std::size_t stride, std::size_t k, std::size_t n, float* packed) {
  for (std::size_t first = 0; first < k; first += kPackRows) {
    const std::size_t last = std::min(first + kPackRows, k);
    for (std::size_t column = 0; column < n; column += Width) {
      const std::size_t count = std::min(Width, n - column);
      for (std::size_t row = first; row < last; ++row) {
        const float* from = b + row * stride + column;
        float* to = packed + column * k + row * Width;
        if (count == Width) {
          std::copy_n(from, Width, to);
        } else {
          // Without copy and fill, whose calls take longer than a few floats.
#pragma GCC unroll 1
          for (std::size_t j = 0; j < Width; ++j) to[j] = j < count ? from[j] : 0.0F;
        }
      }
    }
  }
}

template <std::size_t Width>
void pack_transposed(const float* b, std::size_t stride, std::size_t k, std::size_t n,
                     float* packed) {
  for (std::size_t column = 0; column < n; column += Width) {
    const std::size_t count = std::min(Width, n - column);
    for (std::size_t first = 0; first < k; first += kPackRows) {
      const std::size_t last = std::min(first + kPackRows, k);
      float* panel = packed + column * k;
      for (std::size_t j = 0; j < count; ++j) {
        const float* from = b + (column + j) * stride;
        for (std::size_t row = first; row < last; ++row) panel[row * Width + j] = from[row];
      }
      for (std::size_t j = count; j < Width; ++j) {
        for (std::size_t row = first; row < last; ++row) panel[row * Width + j] = 0.0F;
      }
    }
  }
}

// c (Rows, columns) = a (Rows, k) · the next Vectors vectors of b (+ bias): part of a panel, a
// panel or several. One sum for each element of c, with k rising.
template <class A, Blocking S, std::size_t Rows, std::size_t Vectors, class Element = float>
void multiply_block(const float* a, std::size_t a_stride, const Element* b, std::size_t k,
                    std::size_t columns, const float* bias, float* c, std::size_t c_stride) {
  constexpr std::size_t kWidth = kPanelWidth<A, S>;
  constexpr std::size_t kAtOnce = std::min(Vectors, S.panel);
  Vector<A> sums[Rows][Vectors];
  const float* elements[Rows];
#pragma GCC unroll 64
  for (std::size_t r = 0; r < Rows; ++r) {
    elements[r] = a + r * a_stride;
#pragma GCC unroll 64
    for (std::size_t v = 0; v < Vectors; ++v) sums[r][v] = Vector<A>(0.0F);
  }

  for (std::size_t i = 0; i < k; ++i, b += kWidth) {
#pragma GCC unroll 64
    for (std::size_t first = 0; first < Vectors; first += kAtOnce) {
      const Element* panel = b + first / S.panel * k * kWidth;
      Vector<A> factors[kAtOnce];
#pragma GCC unroll 64
      for (std::size_t v = 0; v < kAtOnce; ++v) factors[v] = load<A>(panel + v * kLanes<A>);
#pragma GCC unroll 64
      for (std::size_t r = 0; r < Rows; ++r) {
        const Vector<A> element(*elements[r]);
#pragma GCC unroll 64
        for (std::size_t v = 0; v < kAtOnce; ++v) {
          sums[r][first + v] = multiply_add<A>(element, factors[v], sums[r][first + v]);
        }
      }
    }
#pragma GCC unroll 64
    for (std::size_t r = 0; r < Rows; ++r) ++elements[r];
  }

  // Where the last panel is not full, the block is stored aside and its columns are copied.
  float aside[Rows * Vectors * kLanes<A>];
  const bool whole = columns == Vectors * kLanes<A>;
  float* to = whole ? c : aside;
  const std::size_t to_stride = whole ? c_stride : Vectors * kLanes<A>;
#pragma GCC unroll 64
  for (std::size_t v = 0; v < Vectors; ++v) {
    const std::size_t column = v * kLanes<A>;
    const bool biased = whole && bias != nullptr;
    const Vector<A> offset = biased ? load<A>(bias + column) : Vector<A>(0.0F);
#pragma GCC unroll 64
    for (std::size_t r = 0; r < Rows; ++r) {
      (sums[r][v] + offset).store_unaligned(to + r * to_stride + column);
    }
  }
  if (whole) return;
  for (std::size_t r = 0; r < Rows; ++r) {
    for (std::size_t column = 0; column < columns; ++column) {
      const float offset = bias == nullptr ? 0.0F : bias[column];
      c[r * c_stride + column] = aside[r * to_stride + column] + offset;
    }
  }
}

// How many vectors a block takes when there are only `rows` rows.
template <Blocking S>
constexpr std::size_t vectors_for_few(std::size_t rows) {
  constexpr std::size_t kMaxPanels = 6;  // with more streams memory gets slower
  const std::size_t panels = std::min(S.sums / (rows * S.panel), kMaxPanels);
  return panels > 0 ? panels * S.panel : S.vectors;
}

// multiply_block for 1 … S.rows rows among many, or for so few rows in all.
template <class A, Blocking S>
struct Blocks {
  using Function = decltype(&multiply_block<A, S, 1, S.vectors>);
  using Table = std::array<Function, S.rows>;

  template <std::size_t... I>
  static constexpr Table many(std::index_sequence<I...>) {
    return {multiply_block<A, S, I + 1, S.vectors>...};
  }
  template <std::size_t... I>
  static constexpr Table few(std::index_sequence<I...>) {
    return {multiply_block<A, S, I + 1, vectors_for_few<S>(I + 1)>...};
  }
  static constexpr Table kMany = many(std::make_index_sequence<S.rows>());
  static constexpr Table kFew = few(std::make_index_sequence<S.rows>());
};

// All rows (so few that they stay in the cache) against every panel in turn.
template <class A, Blocking S>
void multiply_rows(const float* a, std::size_t a_stride, std::size_t m, const float* packed,
                   std::size_t k, std::size_t n, const float* bias, float* c,
                   std::size_t c_stride) {
  constexpr std::size_t kWidth = kPanelWidth<A, S>;
  // Blocks of nearly equal height: a last block of one row would be slow.
  const std::size_t blocks = (m + S.rows - 1) / S.rows;
  const std::size_t height = m / blocks;
  const std::size_t taller = m % blocks;
  const std::size_t few_width = blocks == 1 ? vectors_for_few<S>(m) * kLanes<A> : 0;
  for (std::size_t column = 0; column < n;) {
    // Several panels at once only as long as they are there.
    const bool few = few_width != 0 && n - column + kWidth > few_width;
    const auto& kernels = few ? Blocks<A, S>::kFew : Blocks<A, S>::kMany;
    const std::size_t columns = std::min(few ? few_width : S.vectors * kLanes<A>, n - column);
    const float* b = packed + column / kWidth * kWidth * k + column % kWidth;
    const float* offset = bias == nullptr ? nullptr : bias + column;
    for (std::size_t block = 0, row = 0; block < blocks; ++block) {
      const std::size_t rows = height + (block < taller ? 1 : 0);
      kernels[rows - 1](a + row * a_stride, a_stride, b, k, columns, offset,
                        c + row * c_stride + column, c_stride);
      row += rows;
    }
    column += columns;
  }
}

constexpr std::size_t kRowsInCache = 128;

template <class A, Blocking S>
void matmul(const float* a, std::size_t a_stride, std::size_t m, const float* packed, std::size_t k,
            std::size_t n, const float* bias, float* c, std::size_t c_stride) {
  for (std::size_t row = 0; row < m; row += kRowsInCache) {
    multiply_rows<A, S>(a + row * a_stride, a_stride, std::min(kRowsInCache, m - row), packed, k, n,
                        bias, c + row * c_stride, c_stride);
  }
}

// c (n) = a (k) · halves, which become floats as they are read. `a` is multiplied by kHalvesFactor.
template <class A, Blocking S>
void multiply_row_by_halves(const float* a, const std::uint16_t* packed, std::size_t k,
                            std::size_t n, const float* bias, float* c) {
  constexpr std::size_t kVectors = vectors_for_few<S>(1);
  constexpr std::size_t kWidth = kPanelWidth<A, S>;
  for (std::size_t column = 0; column < n;) {
    const bool several = n - column + kWidth > kVectors * kLanes<A>;
    const std::size_t columns = std::min(several ? kVectors * kLanes<A> : kWidth, n - column);
    const auto multiply = several ? multiply_block<A, S, 1, kVectors, std::uint16_t>
                                  : multiply_block<A, S, 1, S.panel, std::uint16_t>;
    multiply(a, k, packed + column * k, k, columns, bias == nullptr ? bias : bias + column,
             c + column, n);
    column += columns;
  }
}

// Several rows, and one whose product with kHalvesFactor could be infinite, are multiplied by one
// panel after the other as floats.
template <class A, Blocking S>
void matmul_halves(const float* a, std::size_t a_stride, std::size_t m, const std::uint16_t* packed,
                   std::size_t k, std::size_t n, const float* bias, float* c, std::size_t c_stride,
                   float* panel) {
  constexpr std::size_t kWidth = kPanelWidth<A, S>;
  constexpr float kBound = kHalvesFactor > 1.0F ? 65536.0F : kInfinity;
  if (m == 1 && std::all_of(a, a + k, [](float x) { return x < kBound && x > -kBound; })) {
    std::transform(a, a + k, panel, [](float x) { return x * kHalvesFactor; });
    return multiply_row_by_halves<A, S>(panel, packed, k, n, bias, c);
  }
  const Vector<A> factor(kHalvesFactor);
  for (std::size_t row = 0; row < m; row += kRowsInCache) {
    for (std::size_t column = 0; column < n; column += kWidth) {
      const std::uint16_t* halves = packed + column * k;
      for (std::size_t i = 0; i < k * kWidth; i += kLanes<A>)
        (load<A>(halves + i) * factor).store_unaligned(panel + i);
      multiply_rows<A, S>(a + row * a_stride, a_stride, std::min(kRowsInCache, m - row), panel, k,
                          std::min(kWidth, n - column), bias == nullptr ? bias : bias + column,
                          c + row * c_stride + column, c_stride);
    }
  }
}

}  // namespace
}  // namespace glassformer::kernels
