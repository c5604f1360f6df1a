// Floats of 16 bits (IEEE 754 binary16, finite) as vectors of floats, with the instructions of the
// processor that a file is compiled for. Included by vectors.hpp, whose rules of linkage hold here
// too.
#pragma once

#include <cstdint>
#include <xsimd/xsimd.hpp>

#if defined(__wasm_simd128__)
#include <wasm_simd128.h>
#elif defined(__x86_64__)
#include <immintrin.h>
#elif defined(__ARM_NEON)
#include <arm_neon.h>
#endif

namespace glassformer::kernels {
namespace {

// load_halves() gives values that are still to be multiplied by kHalvesFactor. Without an
// instruction for it, the bits are shifted into a float's exponent and fraction, its sign beside
// them, which is 2^112 times too small (base/half.hpp).

#if defined(__wasm_simd128__)

constexpr float kHalvesFactor = 0x1p112F;
inline v128_t load_halves(const std::uint16_t* x) {
  const v128_t shifted = wasm_i32x4_shl(wasm_i32x4_load16x4(x), 13);
  return wasm_v128_and(shifted, wasm_i32x4_const_splat(static_cast<std::int32_t>(0x8FFFE000U)));
}

#elif defined(__AVX512F__)

constexpr float kHalvesFactor = 1.0F;
inline __m512 load_halves(const std::uint16_t* x) {
  return _mm512_cvtph_ps(_mm256_loadu_si256(reinterpret_cast<const __m256i*>(x)));
}

#elif defined(__AVX2__)

constexpr float kHalvesFactor = 1.0F;
inline __m256 load_halves(const std::uint16_t* x) {
  return _mm256_cvtph_ps(_mm_loadu_si128(reinterpret_cast<const __m128i*>(x)));
}

#elif defined(__x86_64__)

constexpr float kHalvesFactor = 0x1p112F;
inline __m128 load_halves(const std::uint16_t* x) {
  const __m128i halves = _mm_loadl_epi64(reinterpret_cast<const __m128i*>(x));
  const __m128i shifted = _mm_srai_epi32(_mm_unpacklo_epi16(_mm_setzero_si128(), halves), 3);
  const __m128i mask = _mm_set1_epi32(static_cast<std::int32_t>(0x8FFFE000U));
  return _mm_castsi128_ps(_mm_and_si128(shifted, mask));
}

#elif defined(__ARM_NEON)

constexpr float kHalvesFactor = 1.0F;
inline float32x4_t load_halves(const std::uint16_t* x) {
  return vcvt_f32_f16(vreinterpret_f16_u16(vld1_u16(x)));
}

#endif

}  // namespace
}  // namespace glassformer::kernels
