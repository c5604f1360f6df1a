// The arithmetic, as plain functions on pointers and sizes. Each instruction set fills one Kernels
// table from the same source (kernels_impl.hpp); the scalar table is written by hand and stays as
// fallback, oracle and explanation. Sums run over their index in rising order whatever the number
// of rows, so a product gives the same bits for one row as for many. No function allocates, throws
// or reads past its sizes; pointers need no alignment.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace glassformer::kernels {

// Products of bytes, for weights of 8 bits. Their sums are integers and the rest is rounded alike,
// so every table gives the same numbers.

/// Columns of a panel of a packed matrix of bytes.
inline constexpr std::size_t kBytePanel = 16;
/// The greatest byte of a row: 7 bits, so that two products fit into 16 bits in every instruction
/// set.
inline constexpr float kMaxByte = 127.0F;
/// What is added to a number from 0 to 127 to round it: the last bits of the sum are the integer.
inline constexpr float kIntegerShift = 8388608.0F;  // 2^23

/// A row as bytes: x[i] ≈ offset + scale · bytes[i].
struct ByteRow {
  float scale;
  float offset;
};

/// A packed matrix of bytes B (k, n): ceil(n / kBytePanel) panels, each (ceil(k / 4), kBytePanel,
/// 4), missing elements zero. Column j stands for scales[j] · B[:, j].
struct ByteMatrixView {
  const std::int8_t* panels;  // from -127 to 127
  const float* scales;        // (n)
  const float* sums;          // (n): of B's columns
  std::size_t columns;        // n
};

struct Range {
  float least;
  float greatest;
};

struct Kernels {
  /// "scalar", "sse2", "avx2", "avx512", "avx512vnni", "neon64", "wasm", "wasm-relaxed"
  const char* name;
  std::size_t panel_width;  // columns of a packed panel

  // A packed matrix B (k, n): ceil(n / panel_width) panels, each (k, panel_width) row-major,
  // missing columns zero.
  /// b (k, n) row-major, rows `stride` floats apart.
  void (*pack)(const float* b, std::size_t stride, std::size_t k, std::size_t n, float* packed);
  /// b (n, k) row-major, rows `stride` floats apart: packs its transpose.
  void (*pack_transposed)(const float* b, std::size_t stride, std::size_t k, std::size_t n,
                          float* packed);
  /// c (m, n) = a (m, k) · B (+ bias (n) where not null). Row strides in floats.
  void (*matmul)(const float* a, std::size_t a_stride, std::size_t m, const float* packed,
                 std::size_t k, std::size_t n, const float* bias, float* c, std::size_t c_stride);

  /// The same with B's elements as finite floats of 16 bits (IEEE 754 binary16), and the same bits
  /// as with them as floats. `panel` holds k · panel_width floats, whose values are lost.
  void (*matmul_halves)(const float* a, std::size_t a_stride, std::size_t m,
                        const std::uint16_t* packed, std::size_t k, std::size_t n,
                        const float* bias, float* c, std::size_t c_stride, float* panel);

  // Rows of `width` floats, which begin `offset` floats behind their pointers.
  /// out[j] = x · rows[j], j < n.
  void (*dot_rows)(const float* x, const float* const* rows, std::size_t offset, std::size_t n,
                   std::size_t width, float* out);
  /// out = sum_j weights[j] · rows[j]; out is overwritten. Rows of weight zero are not read.
  void (*weighted_rows)(const float* weights, const float* const* rows, std::size_t offset,
                        std::size_t n, std::size_t width, float* out);

  /// In place, safe for large values; -infinity gives exactly 0, a row of -infinity gives zeros.
  void (*softmax)(float* x, std::size_t n);
  /// In place: x - log sum exp x.
  void (*log_softmax)(float* x, std::size_t n);
  /// Of x (n); the greatest is +infinity where x holds NaN. Of nothing: {infinity, -infinity}.
  Range (*range)(const float* x, std::size_t n);
  /// Sum of exp((x[i] - shift) · factor) with no x above `shift`, which is finite; factor ≥ 0.
  double (*sum_exp)(const float* x, std::size_t n, float shift, float factor);
  /// The first place from `first` on whose x is above `threshold`; n where there is none.
  std::size_t (*find_above)(const float* x, std::size_t first, std::size_t n, float threshold);
  /// out = (x - mean) / sqrt(var + epsilon) · weight + bias, population variance in two passes. out
  /// may be x.
  void (*layer_norm)(const float* x, std::size_t n, const float* weight, const float* bias,
                     float epsilon, float* out);
  void (*relu)(float* x, std::size_t n);
  void (*gelu)(float* x, std::size_t n);      // x · Φ(x), by erf
  void (*gelu_new)(float* x, std::size_t n);  // GPT-2's tanh form
  void (*scale)(float factor, float* x, std::size_t n);
  void (*axpy)(float factor, const float* x, float* y, std::size_t n);  // y += factor · x

  /// `bytes` of x (n), 4 · ceil(n / 4) of them, the last ones 0. A row that holds what is not a
  /// finite number has a scale of NaN.
  ByteRow (*to_bytes)(const float* x, std::size_t n, std::uint8_t* bytes);
  /// c (m, n) = a (m, k) · B (+ bias (n) where not null), with rows of a as to_bytes() makes them,
  /// `a_stride` = 4 · ceil(k / 4) bytes apart. k is at most 131,072.
  void (*matmul_bytes)(const std::uint8_t* a, std::size_t a_stride, std::size_t m,
                       const ByteRow* rows, const ByteMatrixView& b, const float* bias, float* c,
                       std::size_t c_stride);
};

/// The best table this processor runs, or natively the one that the environment variable
/// GLASSFORMER_KERNELS names; the same one for the life of the program.
const Kernels& active();
/// Every table this build and processor can run, the scalar one first.
std::span<const Kernels* const> available();

/// Floats that a packed (k, n) takes.
inline std::size_t packed_size(const Kernels& table, std::size_t k, std::size_t n) {
  return (n + table.panel_width - 1) / table.panel_width * table.panel_width * k;
}
/// Where element (row of k, column of n) lies in a packed (k, n).
inline std::size_t packed_index(const Kernels& table, std::size_t k, std::size_t row,
                                std::size_t column) {
  return column / table.panel_width * table.panel_width * k + row * table.panel_width +
         column % table.panel_width;
}

}  // namespace glassformer::kernels
