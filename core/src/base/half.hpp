// Floats of 16 bits (IEEE 754 binary16): 1 sign, 5 exponent (bias 15) and 10 fraction bits. The
// functions have internal linkage, because kernels use them (kernels/kernels_impl.hpp says why).
#pragma once

#include <bit>
#include <cstdint>

namespace glassformer {

inline constexpr float kMaxHalf = 65504.0F;

namespace {

// Shifted into a float's exponent and fraction a half's bits are its value times 2^(15 - 127),
// subnormals included; multiplying by the inverse is exact.
inline float half_to_float(std::uint16_t half) {
  const std::uint32_t sign = (half & 0x8000U) << 16;
  const std::uint32_t magnitude = half & 0x7FFFU;
  const std::uint32_t finite =
      std::bit_cast<std::uint32_t>(std::bit_cast<float>(magnitude << 13) * 0x1p112F);
  const std::uint32_t infinite_or_nan = magnitude >= 0x7C00U ? 0x7F800000U : 0U;
  return std::bit_cast<float>(sign | finite | infinite_or_nan);
}

// Nearest half, ties to even; what is too large becomes infinite.
inline std::uint16_t to_half(float value) {
  const auto bits = std::bit_cast<std::uint32_t>(value);
  const std::uint32_t sign = (bits >> 16U) & 0x8000U;
  const std::uint32_t magnitude = bits & 0x7FFFFFFFU;
  if (magnitude > 0x7F800000U) return static_cast<std::uint16_t>(sign | 0x7E00U);   // NaN
  if (magnitude >= 0x477FF000U) return static_cast<std::uint16_t>(sign | 0x7C00U);  // ≥ 65520
  if (magnitude < 0x38800000U) {  // below 2⁻¹⁴: a multiple of 2⁻²⁴, which this addition rounds to
    const float shifted = std::bit_cast<float>(magnitude) + 0.5F;
    return static_cast<std::uint16_t>(sign | (std::bit_cast<std::uint32_t>(shifted) - 0x3F000000U));
  }
  const std::uint32_t odd = (magnitude >> 13U) & 1U;
  return static_cast<std::uint16_t>(sign | ((magnitude - 0x38000000U + 0xFFFU + odd) >> 13U));
}

}  // namespace
}  // namespace glassformer
