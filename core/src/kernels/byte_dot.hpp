// Sums of products of bytes, with the instructions of the processor that a file is compiled for.
// Included by byte_gemm.hpp, whose rules of linkage hold here too.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

#if defined(__wasm_simd128__)
#include <wasm_simd128.h>
#elif defined(__x86_64__)
#include <immintrin.h>
#elif defined(__ARM_NEON)
#include <arm_neon.h>
#endif

namespace glassformer::kernels {
namespace {

// A register of bytes holds four of one column, then four of the next. add() puts the products of
// `weights` (from -127 to 127) with `values` (four bytes from 0 to 127, again and again) into sums,
// whole columns or halves of them: pairs of products stay within 16 bits because of these ranges.
// store() writes a sum for each column. Integers make every order of additions the same.

#if defined(__wasm_relaxed_simd__)

struct ByteDot {
  using Bytes = v128_t;
  static constexpr std::size_t kColumns = 4;
  v128_t sums = wasm_i32x4_const_splat(0);

  static Bytes load(const std::int8_t* from) { return wasm_v128_load(from); }
  static Bytes repeat(std::int32_t four) { return wasm_i32x4_splat(four); }
  void add(Bytes weights, Bytes values) {
    // The second operand must be of 7 bits, or the result depends on the processor.
    sums = wasm_i32x4_relaxed_dot_i8x16_i7x16_add(weights, values, sums);
  }
  void store(std::int32_t* to) const { wasm_v128_store(to, sums); }
};

#elif defined(__wasm_simd128__)

struct ByteDot {
  using Bytes = v128_t;
  static constexpr std::size_t kColumns = 4;
  v128_t low = wasm_i32x4_const_splat(0);   // halves of columns 0 and 1
  v128_t high = wasm_i32x4_const_splat(0);  // and of 2 and 3

  static Bytes load(const std::int8_t* from) { return wasm_v128_load(from); }
  static Bytes repeat(std::int32_t four) { return wasm_i32x4_splat(four); }
  void add(Bytes weights, Bytes values) {
    const v128_t first = wasm_i16x8_extmul_low_i8x16(weights, values);
    const v128_t second = wasm_i16x8_extmul_high_i8x16(weights, values);
    low = wasm_i32x4_add(low, wasm_i32x4_extadd_pairwise_i16x8(first));
    high = wasm_i32x4_add(high, wasm_i32x4_extadd_pairwise_i16x8(second));
  }
  void store(std::int32_t* to) const {
    const v128_t even = wasm_i32x4_shuffle(low, high, 0, 2, 4, 6);
    wasm_v128_store(to, wasm_i32x4_add(even, wasm_i32x4_shuffle(low, high, 1, 3, 5, 7)));
  }
};

#elif defined(__AVX512BW__)

struct ByteDot {
  using Bytes = __m512i;
  static constexpr std::size_t kColumns = 16;
  __m512i sums = _mm512_setzero_si512();

  static Bytes load(const std::int8_t* from) { return _mm512_loadu_si512(from); }
  static Bytes repeat(std::int32_t four) { return _mm512_set1_epi32(four); }
  void add(Bytes weights, Bytes values) {
#if defined(__AVX512VNNI__)
    sums = _mm512_dpbusd_epi32(sums, values, weights);
#else
    const __m512i pairs = _mm512_maddubs_epi16(values, weights);
    sums = _mm512_add_epi32(sums, _mm512_madd_epi16(pairs, _mm512_set1_epi16(1)));
#endif
  }
  void store(std::int32_t* to) const { _mm512_storeu_si512(to, sums); }
};

#elif defined(__AVX2__)

struct ByteDot {
  using Bytes = __m256i;
  static constexpr std::size_t kColumns = 8;
  __m256i sums = _mm256_setzero_si256();

  static Bytes load(const std::int8_t* from) {
    return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(from));
  }
  static Bytes repeat(std::int32_t four) { return _mm256_set1_epi32(four); }
  void add(Bytes weights, Bytes values) {
    const __m256i pairs = _mm256_maddubs_epi16(values, weights);
    sums = _mm256_add_epi32(sums, _mm256_madd_epi16(pairs, _mm256_set1_epi16(1)));
  }
  void store(std::int32_t* to) const { _mm256_storeu_si256(reinterpret_cast<__m256i*>(to), sums); }
};

#elif defined(__x86_64__)

struct ByteDot {
  using Bytes = __m128i;
  static constexpr std::size_t kColumns = 4;
  __m128i low = _mm_setzero_si128();   // halves of columns 0 and 1
  __m128i high = _mm_setzero_si128();  // and of 2 and 3

  static Bytes load(const std::int8_t* from) {
    return _mm_loadu_si128(reinterpret_cast<const __m128i*>(from));
  }
  static Bytes repeat(std::int32_t four) { return _mm_set1_epi32(four); }
  void add(Bytes weights, Bytes values) {
    const __m128i zero = _mm_setzero_si128();
    const __m128i first = _mm_srai_epi16(_mm_unpacklo_epi8(zero, weights), 8);
    const __m128i second = _mm_srai_epi16(_mm_unpackhi_epi8(zero, weights), 8);
    low = _mm_add_epi32(low, _mm_madd_epi16(first, _mm_unpacklo_epi8(values, zero)));
    high = _mm_add_epi32(high, _mm_madd_epi16(second, _mm_unpackhi_epi8(values, zero)));
  }
  void store(std::int32_t* to) const {
    const __m128 a = _mm_castsi128_ps(low);
    const __m128 b = _mm_castsi128_ps(high);
    const __m128i even = _mm_castps_si128(_mm_shuffle_ps(a, b, _MM_SHUFFLE(2, 0, 2, 0)));
    const __m128i odd = _mm_castps_si128(_mm_shuffle_ps(a, b, _MM_SHUFFLE(3, 1, 3, 1)));
    _mm_storeu_si128(reinterpret_cast<__m128i*>(to), _mm_add_epi32(even, odd));
  }
};

#elif defined(__ARM_NEON)

struct ByteDot {
  using Bytes = int8x16_t;
  static constexpr std::size_t kColumns = 4;
  int32x4_t low = vdupq_n_s32(0);   // halves of columns 0 and 1
  int32x4_t high = vdupq_n_s32(0);  // and of 2 and 3

  static Bytes load(const std::int8_t* from) { return vld1q_s8(from); }
  static Bytes repeat(std::int32_t four) { return vreinterpretq_s8_s32(vdupq_n_s32(four)); }
  void add(Bytes weights, Bytes values) {
    low = vpadalq_s16(low, vmull_s8(vget_low_s8(weights), vget_low_s8(values)));
    high = vpadalq_s16(high, vmull_high_s8(weights, values));
  }
  void store(std::int32_t* to) const { vst1q_s32(to, vpaddq_s32(low, high)); }
};

#endif

}  // namespace
}  // namespace glassformer::kernels
