// The kernels as plain loops: what every vectorised table must agree with, and what runs where
// there is none.
#include <bit>
#include <cmath>
#include <limits>

#include "base/half.hpp"
#include "kernels/tables.hpp"

namespace glassformer::kernels {
namespace {

constexpr std::size_t kPanelWidth = 4;
constexpr float kInfinity = std::numeric_limits<float>::infinity();

// Both packings copy element (row, column), found in b by two strides.
void pack_strided(const float* b, std::size_t row_stride, std::size_t column_stride, std::size_t k,
                  std::size_t n, float* packed) {
  for (std::size_t first = 0; first < n; first += kPanelWidth) {
    for (std::size_t row = 0; row < k; ++row) {
      for (std::size_t column = first; column < first + kPanelWidth; ++column) {
        *packed++ = column < n ? b[row * row_stride + column * column_stride] : 0.0F;
      }
    }
  }
}

void pack(const float* b, std::size_t stride, std::size_t k, std::size_t n, float* packed) {
  pack_strided(b, stride, 1, k, n, packed);
}

void pack_transposed(const float* b, std::size_t stride, std::size_t k, std::size_t n,
                     float* packed) {
  pack_strided(b, 1, stride, k, n, packed);
}

// `at` gives an element of `packed` as a float.
template <class Element, class At>
void multiply(const float* a, std::size_t a_stride, std::size_t m, const Element* packed,
              std::size_t k, std::size_t n, const float* bias, float* c, std::size_t c_stride,
              At at) {
  for (std::size_t row = 0; row < m; ++row) {
    for (std::size_t column = 0; column < n; ++column) {
      const Element* b = packed + column / kPanelWidth * kPanelWidth * k + column % kPanelWidth;
      float sum = 0.0F;
      for (std::size_t i = 0; i < k; ++i) sum += a[row * a_stride + i] * at(b[i * kPanelWidth]);
      c[row * c_stride + column] = bias == nullptr ? sum : sum + bias[column];
    }
  }
}

void matmul(const float* a, std::size_t a_stride, std::size_t m, const float* packed, std::size_t k,
            std::size_t n, const float* bias, float* c, std::size_t c_stride) {
  multiply(a, a_stride, m, packed, k, n, bias, c, c_stride, [](float b) { return b; });
}

void matmul_halves(const float* a, std::size_t a_stride, std::size_t m, const std::uint16_t* packed,
                   std::size_t k, std::size_t n, const float* bias, float* c, std::size_t c_stride,
                   float*) {
  multiply(a, a_stride, m, packed, k, n, bias, c, c_stride, half_to_float);
}

void dot_rows(const float* x, const float* const* rows, std::size_t offset, std::size_t n,
              std::size_t width, float* out) {
  for (std::size_t j = 0; j < n; ++j) {
    float sum = 0.0F;
    for (std::size_t i = 0; i < width; ++i) sum += x[i] * rows[j][offset + i];
    out[j] = sum;
  }
}

void weighted_rows(const float* weights, const float* const* rows, std::size_t offset,
                   std::size_t n, std::size_t width, float* out) {
  for (std::size_t i = 0; i < width; ++i) out[i] = 0.0F;
  for (std::size_t j = 0; j < n; ++j) {
    if (weights[j] == 0.0F) continue;
    for (std::size_t i = 0; i < width; ++i) out[i] += weights[j] * rows[j][offset + i];
  }
}

// What is subtracted before exp: the maximum, so that no exp overflows. A row of -infinity
// subtracts nothing, for -infinity - -infinity would be NaN.
float softmax_shift(const float* x, std::size_t n) {
  float max = -kInfinity;
  for (std::size_t i = 0; i < n; ++i) max = x[i] > max ? x[i] : max;
  return max == -kInfinity ? 0.0F : max;
}

void softmax(float* x, std::size_t n) {
  const float shift = softmax_shift(x, n);
  double sum = 0.0;
  for (std::size_t i = 0; i < n; ++i) {
    x[i] = std::exp(x[i] - shift);
    sum += x[i];
  }
  const float factor = sum == 0.0 ? 0.0F : static_cast<float>(1.0 / sum);
  for (std::size_t i = 0; i < n; ++i) x[i] *= factor;
}

void log_softmax(float* x, std::size_t n) {
  const float shift = softmax_shift(x, n);
  double sum = 0.0;
  for (std::size_t i = 0; i < n; ++i) sum += std::exp(x[i] - shift);
  if (sum == 0.0) return;  // all -infinity: unchanged
  const float log_sum = static_cast<float>(std::log(sum));
  for (std::size_t i = 0; i < n; ++i) x[i] = (x[i] - shift) - log_sum;
}

Range range(const float* x, std::size_t n) {
  Range found{kInfinity, -kInfinity};
  for (std::size_t i = 0; i < n; ++i) {
    if (x[i] < found.least) found.least = x[i];
    if (!(x[i] <= found.greatest)) found.greatest = std::isnan(x[i]) ? kInfinity : x[i];
  }
  return found;
}

double sum_exp(const float* x, std::size_t n, float shift, float factor) {
  double sum = 0.0;
  for (std::size_t i = 0; i < n; ++i) sum += std::exp((x[i] - shift) * factor);
  return sum;
}

std::size_t find_above(const float* x, std::size_t first, std::size_t n, float threshold) {
  while (first < n && !(x[first] > threshold)) ++first;
  return first;
}

void layer_norm(const float* x, std::size_t n, const float* weight, const float* bias,
                float epsilon, float* out) {
  double sum = 0.0;
  for (std::size_t i = 0; i < n; ++i) sum += x[i];
  const double mean = sum / static_cast<double>(n);
  double squares = 0.0;
  for (std::size_t i = 0; i < n; ++i) squares += (x[i] - mean) * (x[i] - mean);
  const double factor = 1.0 / std::sqrt(squares / static_cast<double>(n) + epsilon);
  for (std::size_t i = 0; i < n; ++i) {
    out[i] = static_cast<float>((x[i] - mean) * factor) * weight[i] + bias[i];
  }
}

void relu(float* x, std::size_t n) {
  for (std::size_t i = 0; i < n; ++i) x[i] = x[i] < 0.0F ? 0.0F : x[i];
}

// x · Φ(x) = x/2 · (1 + erf(x/√2)) (Hendrycks and Gimpel 2016).
void gelu(float* x, std::size_t n) {
  constexpr float kSqrtHalf = 0.70710678F;
  for (std::size_t i = 0; i < n; ++i) x[i] *= 0.5F * (1.0F + std::erf(x[i] * kSqrtHalf));
}

// x/2 · (1 + tanh(√(2/π) · (x + 0.044715 x³))) (same, section 2).
void gelu_new(float* x, std::size_t n) {
  constexpr float kSqrtTwoOverPi = 0.79788456F;
  for (std::size_t i = 0; i < n; ++i) {
    const float inner = kSqrtTwoOverPi * x[i] * (1.0F + 0.044715F * x[i] * x[i]);
    x[i] *= 0.5F * (1.0F + std::tanh(inner));
  }
}

void scale(float factor, float* x, std::size_t n) {
  for (std::size_t i = 0; i < n; ++i) x[i] *= factor;
}

void axpy(float factor, const float* x, float* y, std::size_t n) {
  for (std::size_t i = 0; i < n; ++i) y[i] += factor * x[i];
}

ByteRow to_bytes(const float* x, std::size_t n, std::uint8_t* bytes) {
  for (std::size_t i = 0; i < (n + 3) / 4 * 4; ++i) bytes[i] = 0;
  float least = x[0];
  float greatest = x[0];
  bool is_finite = true;
  for (std::size_t i = 0; i < n; ++i) {
    if (x[i] < least) least = x[i];
    if (x[i] > greatest) greatest = x[i];
    is_finite = is_finite && std::isfinite(x[i]);
  }
  const float range = greatest - least;
  if (!is_finite || !std::isfinite(range)) {
    constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
    return {kNan, kNan};
  }
  if (range == 0.0F) return {0.0F, least};
  const float inverse = kMaxByte / range;
  for (std::size_t i = 0; i < n; ++i) {
    const float shifted = (x[i] - least) * inverse + kIntegerShift;
    bytes[i] = static_cast<std::uint8_t>(std::bit_cast<std::uint32_t>(shifted) & 0x7F);
  }
  return {range / kMaxByte, least};
}

void matmul_bytes(const std::uint8_t* a, std::size_t a_stride, std::size_t m, const ByteRow* rows,
                  const ByteMatrixView& b, const float* bias, float* c, std::size_t c_stride) {
  for (std::size_t j = 0; j < b.columns; ++j) {
    const std::int8_t* column =
        b.panels + j / kBytePanel * kBytePanel * a_stride + j % kBytePanel * 4;
    for (std::size_t r = 0; r < m; ++r) {
      std::int32_t sum = 0;
      for (std::size_t i = 0; i < a_stride; ++i)
        sum += a[r * a_stride + i] * column[i / 4 * 4 * kBytePanel + i % 4];
      const float scaled = static_cast<float>(sum) * rows[r].scale + rows[r].offset * b.sums[j];
      c[r * c_stride + j] = scaled * b.scales[j] + (bias != nullptr ? bias[j] : 0.0F);
    }
  }
}

}  // namespace

constinit const Kernels kScalarTable = {
    .name = "scalar",
    .panel_width = kPanelWidth,
    .pack = pack,
    .pack_transposed = pack_transposed,
    .matmul = matmul,
    .matmul_halves = matmul_halves,
    .dot_rows = dot_rows,
    .weighted_rows = weighted_rows,
    .softmax = softmax,
    .log_softmax = log_softmax,
    .range = range,
    .sum_exp = sum_exp,
    .find_above = find_above,
    .layer_norm = layer_norm,
    .relu = relu,
    .gelu = gelu,
    .gelu_new = gelu_new,
    .scale = scale,
    .axpy = axpy,
    .to_bytes = to_bytes,
    .matmul_bytes = matmul_bytes,
};

}  // namespace glassformer::kernels
