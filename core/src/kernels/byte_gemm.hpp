// The product of rows of bytes with a packed matrix of bytes. Included by kernels_impl.hpp, whose
// rules of linkage hold here too.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "kernels/byte_dot.hpp"
#include "kernels/kernels.hpp"
#include "kernels/vectors.hpp"

namespace glassformer::kernels {
namespace {

constexpr std::size_t kByteVectors = kBytePanel / ByteDot::kColumns;  // of a panel

template <class A>
ByteRow to_bytes(const float* x, std::size_t n, std::uint8_t* bytes) {
  // What is added to zero by a product with zero is a number only where every element is one.
  Vector<A> least(kInfinity);
  Vector<A> greatest(-kInfinity);
  Vector<A> zeros(0.0F);
  const auto look = [&](Vector<A> value) {
    least = xsimd::min(least, value);
    greatest = xsimd::max(greatest, value);
    zeros += value * Vector<A>(0.0F);
  };
  std::size_t i = 0;
  for (; i + kLanes<A> <= n; i += kLanes<A>) look(load<A>(x + i));
  if (i < n) look(load_partial<A>(x + i, n - i, x[i]));
  ByteRow row{0.0F, xsimd::reduce_min(least)};
  const float range = xsimd::reduce_max(greatest) - row.offset;
  const std::size_t padded = (n + 3) / 4 * 4;
  const float zero = xsimd::reduce_add(zeros);
  if (zero != 0.0F || range > std::numeric_limits<float>::max()) {
    constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
    row = {kNan, kNan};
  }
  if (row.offset != row.offset || range == 0.0F) {
    std::fill_n(bytes, padded, std::uint8_t{0});
    return row;
  }
  row.scale = range / kMaxByte;
  const float inverse = kMaxByte / range;
  // In a float above 2^23 the last bits are the integer, rounded to nearest.
  const Vector<A> least_all(row.offset);
  const Vector<A> inverses(inverse);
  const Vector<A> shift(kIntegerShift);
  alignas(A::alignment()) std::uint32_t lanes[kLanes<A>];
  const auto put = [&](Vector<A> value, std::size_t count, std::uint8_t* to) {
    const Vector<A> shifted = (value - least_all) * inverses + shift;
    std::memcpy(lanes, &shifted, sizeof lanes);
    for (std::size_t lane = 0; lane < count; ++lane)
      to[lane] = static_cast<std::uint8_t>(lanes[lane] & 0x7F);
  };
  for (i = 0; i + kLanes<A> <= n; i += kLanes<A>) put(load<A>(x + i), kLanes<A>, bytes + i);
  if (i < n) put(load_partial<A>(x + i, n - i, row.offset), n - i, bytes + i);
  std::fill(bytes + n, bytes + padded, std::uint8_t{0});
  return row;
}

// Panels that a block of so many vectors takes at once: one, or a part of it at a time, if it is no
// multiple of a panel.
constexpr std::size_t panels_at_once(std::size_t vectors) {
  return std::max<std::size_t>(vectors / kByteVectors, 1);
}

// sums (Rows, panels_at_once · kBytePanel) = a (Rows, 4 · groups) · the next panels, so many
// vectors at a time as registers hold sums for.
template <std::size_t Rows, std::size_t Vectors>
void byte_sums(const std::uint8_t* a, std::size_t a_stride, const std::int8_t* panels,
               std::size_t groups, std::int32_t (*sums)[panels_at_once(Vectors) * kBytePanel]) {
  constexpr std::size_t kGroup = kBytePanel * 4;
  constexpr std::size_t kPanels = panels_at_once(Vectors);
  constexpr std::size_t kOfPanel = Vectors / kPanels;
  constexpr std::size_t kAtOnce = kOfPanel * ByteDot::kColumns;
  for (std::size_t first = 0; first < kBytePanel; first += kAtOnce) {
    ByteDot dots[Rows][kPanels][kOfPanel];
    for (std::size_t group = 0; group < groups; ++group) {
      ByteDot::Bytes values[Rows];
#pragma GCC unroll 8
      for (std::size_t r = 0; r < Rows; ++r) {
        std::int32_t four;
        std::memcpy(&four, a + r * a_stride + group * 4, sizeof four);
        values[r] = ByteDot::repeat(four);
      }
#pragma GCC unroll 8
      for (std::size_t p = 0; p < kPanels; ++p) {
        const std::int8_t* b = panels + (p * groups + group) * kGroup + first * 4;
#pragma GCC unroll 8
        for (std::size_t v = 0; v < kOfPanel; ++v) {
          const ByteDot::Bytes weights = ByteDot::load(b + v * ByteDot::kColumns * 4);
#pragma GCC unroll 8
          for (std::size_t r = 0; r < Rows; ++r) dots[r][p][v].add(weights, values[r]);
        }
      }
    }
    for (std::size_t r = 0; r < Rows; ++r) {
      for (std::size_t p = 0; p < kPanels; ++p) {
        for (std::size_t v = 0; v < kOfPanel; ++v)
          dots[r][p][v].store(sums[r] + p * kBytePanel + first + v * ByteDot::kColumns);
      }
    }
  }
}

template <std::size_t Rows, std::size_t Vectors>
void byte_rows(const std::uint8_t* a, std::size_t a_stride, const ByteRow* rows,
               const ByteMatrixView& b, std::size_t column, const float* bias, float* c,
               std::size_t c_stride) {
  constexpr std::size_t kColumns = panels_at_once(Vectors) * kBytePanel;
  std::int32_t sums[Rows][kColumns];
  const std::size_t groups = a_stride / 4;
  byte_sums<Rows, Vectors>(a, a_stride, b.panels + column * a_stride, groups, sums);
  const std::size_t count = std::min(kColumns, b.columns - column);
  for (std::size_t r = 0; r < Rows; ++r) {
    float* to = c + r * c_stride + column;
    for (std::size_t j = 0; j < count; ++j) {
      const float sum = static_cast<float>(sums[r][j]);
      to[j] = (sum * rows[r].scale + rows[r].offset * b.sums[column + j]) * b.scales[column + j] +
              (bias != nullptr ? bias[column + j] : 0.0F);
    }
  }
}

// One row with every panel, several at once while there are so many: memory gives more where it is
// read in more places than one.
template <std::size_t Vectors>
void multiply_row_by_bytes(const std::uint8_t* a, std::size_t a_stride, const ByteRow* row,
                           const ByteMatrixView& b, const float* bias, float* c) {
  constexpr std::size_t kColumns = panels_at_once(Vectors) * kBytePanel;
  std::size_t column = 0;
  for (; column + kColumns < b.columns + kBytePanel; column += kColumns)
    byte_rows<1, Vectors>(a, a_stride, row, b, column, bias, c, 0);
  for (; column < b.columns; column += kBytePanel)
    byte_rows<1, kByteVectors>(a, a_stride, row, b, column, bias, c, 0);
}

// Rows of a are taken `Most` at a time, and what is left one by one.
template <std::size_t Most, std::size_t Vectors, std::size_t VectorsOfOne>
void matmul_bytes(const std::uint8_t* a, std::size_t a_stride, std::size_t m, const ByteRow* rows,
                  const ByteMatrixView& b, const float* bias, float* c, std::size_t c_stride) {
  if (m == 1) return multiply_row_by_bytes<VectorsOfOne>(a, a_stride, rows, b, bias, c);
  for (std::size_t column = 0; column < b.columns; column += kBytePanel) {
    std::size_t r = 0;
    for (; r + Most <= m; r += Most)
      byte_rows<Most, Vectors>(a + r * a_stride, a_stride, rows + r, b, column, bias,
                               c + r * c_stride, c_stride);
    for (; r < m; ++r)
      byte_rows<1, kByteVectors>(a + r * a_stride, a_stride, rows + r, b, column, bias,
                                 c + r * c_stride, c_stride);
  }
}

}  // namespace
}  // namespace glassformer::kernels
