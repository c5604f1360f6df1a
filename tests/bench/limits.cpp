#include "limits.hpp"

#include <algorithm>
#include <cstddef>
#include <string_view>
#include <vector>

#include "timing.hpp"

#if defined(__x86_64__)
#include <immintrin.h>
#elif defined(__aarch64__)
#include <arm_neon.h>
#elif defined(__wasm_simd128__)
#include <wasm_simd128.h>
#endif

namespace glassformer::bench {
namespace {

constexpr std::size_t kChains =
    12;  // independent sums: enough to fill the pipelines, few enough for 15 registers
constexpr std::size_t kStreams = 4;  // places read at once

volatile float source = 0.5F;
volatile int int_source = 0x01010101;

// Products of bytes that are summed, or of the 16-bit integers they are widened to.
struct ByteProbe {
  std::size_t products = 0;  // of one vector; 0 where there is no probe
  int (*dot)(std::size_t rounds) = nullptr;
};

struct Probe {
  std::string_view table;
  std::size_t lanes;
  float (*multiply_add)(std::size_t rounds);
  float (*read)(const float* data, std::size_t n);  // n: a multiple of 4 · kStreams · lanes
  ByteProbe bytes;
};

// The two probes for one vector width. A macro, because only a function of its own can be given a
// target. Never inlined: a browser's optimising compiler takes over where a function begins, not in
// the middle of a loop.
#define GLASSFORMER_PROBE(NAME, TARGET, BYTES, MULTIPLY_ADD)                              \
  struct NAME {                                                                           \
    typedef float Vector __attribute__((vector_size(BYTES)));                             \
    typedef float Unaligned __attribute__((vector_size(BYTES), aligned(4), may_alias));   \
    static constexpr std::size_t kLanes = BYTES / sizeof(float);                          \
    [[gnu::noinline]] TARGET static float multiply_add(std::size_t rounds) {              \
      Vector sums[kChains];                                                               \
      for (Vector & sum : sums)                                                           \
        sum = Vector{} + source; /* unknown to the compiler, so all differ */             \
      const Vector a = Vector{} + source, b = Vector{} + source;                          \
      for (std::size_t i = 0; i < rounds; ++i) {                                          \
        _Pragma("GCC unroll 16") for (Vector & sum : sums) sum = MULTIPLY_ADD(sum, a, b); \
      }                                                                                   \
      Vector total = {};                                                                  \
      for (const Vector& sum : sums) total += sum;                                        \
      return total[0];                                                                    \
    }                                                                                     \
    [[gnu::noinline]] TARGET static float read(const float* data, std::size_t n) {        \
      Vector sums[kStreams][2] = {};                                                      \
      const std::size_t part = n / kStreams;                                              \
      for (std::size_t i = 0; i < part; i += 2 * kLanes) {                                \
        _Pragma("GCC unroll 4") for (std::size_t s = 0; s < kStreams; ++s) {              \
          const float* from = data + s * part + i;                                        \
          sums[s][0] += *reinterpret_cast<const Unaligned*>(from);                        \
          sums[s][1] += *reinterpret_cast<const Unaligned*>(from + kLanes);               \
        }                                                                                 \
      }                                                                                   \
      Vector total = {};                                                                  \
      for (auto& stream : sums) total += stream[0] + stream[1];                           \
      return total[0];                                                                    \
    }                                                                                     \
    static constexpr Probe probe(std::string_view table, ByteProbe bytes) {               \
      return {table, kLanes, multiply_add, read, bytes};                                  \
    }                                                                                     \
  };

#define GLASSFORMER_IN_TWO(a, b, c) ((a) * (b) + (c))
GLASSFORMER_PROBE(Plain, , 16, GLASSFORMER_IN_TWO)
#if defined(__x86_64__)
GLASSFORMER_PROBE(Avx2, __attribute__((target("avx2,fma"))), 32, _mm256_fmadd_ps)
GLASSFORMER_PROBE(Avx512, __attribute__((target("avx512f"))), 64, _mm512_fmadd_ps)
#elif defined(__aarch64__)
#define GLASSFORMER_NEON(a, b, c) vfmaq_f32(c, a, b)
GLASSFORMER_PROBE(Neon, , 16, GLASSFORMER_NEON)
#elif defined(__wasm_relaxed_simd__)
GLASSFORMER_PROBE(Relaxed, , 16, __builtin_wasm_relaxed_madd_f32x4)
#endif

// The same of integers. DOT(sum, a, b) adds the products of a's and b's elements to sum's 32-bit
// lanes.
#define GLASSFORMER_BYTE_PROBE(NAME, TARGET, BYTES, DOT)                                  \
  struct NAME {                                                                           \
    typedef int Vector __attribute__((vector_size(BYTES)));                               \
    [[gnu::noinline]] TARGET static int dot(std::size_t rounds) {                         \
      Vector sums[kChains] = {};                                                          \
      [[maybe_unused]] const Vector a = Vector{} + int_source, b = Vector{} + int_source; \
      for (std::size_t i = 0; i < rounds; ++i) {                                          \
        _Pragma("GCC unroll 16") for (Vector & sum : sums) sum = DOT(sum, a, b);          \
      }                                                                                   \
      Vector total = {};                                                                  \
      for (const Vector& sum : sums) total += sum;                                        \
      return total[0];                                                                    \
    }                                                                                     \
  };

#if defined(__x86_64__)
// Where the product is an instruction of its own it takes the sum itself: of two operands that stay
// the same a compiler would make it once.
#define GLASSFORMER_SSE2_DOT(c, a, b)             \
  reinterpret_cast<Vector>(                       \
      _mm_add_epi32(reinterpret_cast<__m128i>(c), \
                    _mm_madd_epi16(reinterpret_cast<__m128i>(c), reinterpret_cast<__m128i>(b))))
GLASSFORMER_BYTE_PROBE(Sse2Dot, , 16, GLASSFORMER_SSE2_DOT)
#define GLASSFORMER_AVX2_DOT(c, a, b)                                                       \
  reinterpret_cast<Vector>(_mm256_add_epi32(                                                \
      reinterpret_cast<__m256i>(c),                                                         \
      _mm256_madd_epi16(                                                                    \
          _mm256_maddubs_epi16(reinterpret_cast<__m256i>(c), reinterpret_cast<__m256i>(b)), \
          _mm256_set1_epi16(1))))
GLASSFORMER_BYTE_PROBE(Avx2Dot, __attribute__((target("avx2"))), 32, GLASSFORMER_AVX2_DOT)
#define GLASSFORMER_VNNI_DOT(c, a, b)           \
  reinterpret_cast<Vector>(_mm512_dpbusd_epi32( \
      reinterpret_cast<__m512i>(c), reinterpret_cast<__m512i>(a), reinterpret_cast<__m512i>(b)))
GLASSFORMER_BYTE_PROBE(VnniDot, __attribute__((target("avx512f,avx512vnni"))), 64,
                       GLASSFORMER_VNNI_DOT)
#elif defined(__wasm_relaxed_simd__)
#define GLASSFORMER_RELAXED_DOT(c, a, b)                           \
  reinterpret_cast<Vector>(wasm_i32x4_relaxed_dot_i8x16_i7x16_add( \
      reinterpret_cast<v128_t>(a), reinterpret_cast<v128_t>(b), reinterpret_cast<v128_t>(c)))
GLASSFORMER_BYTE_PROBE(RelaxedDot, , 16, GLASSFORMER_RELAXED_DOT)
#elif defined(__wasm_simd128__)
#define GLASSFORMER_WASM_DOT(c, a, b)      \
  reinterpret_cast<Vector>(wasm_i32x4_add( \
      reinterpret_cast<v128_t>(c),         \
      wasm_i32x4_dot_i16x8(reinterpret_cast<v128_t>(c), reinterpret_cast<v128_t>(b))))
GLASSFORMER_BYTE_PROBE(WasmDot, , 16, GLASSFORMER_WASM_DOT)
#endif

Probe probe_for(std::string_view table) {
#if defined(__x86_64__)
  if (table.starts_with("avx512")) {
    const bool has_vnni = __builtin_cpu_supports("avx512vnni") != 0;
    return Avx512::probe(table,
                         has_vnni ? ByteProbe{64, VnniDot::dot} : ByteProbe{32, Avx2Dot::dot});
  }
  if (table == "avx2") return Avx2::probe(table, {32, Avx2Dot::dot});
  const ByteProbe bytes{8, Sse2Dot::dot};
#elif defined(__aarch64__)
  if (table == "neon64") return Neon::probe(table, {});
  const ByteProbe bytes;
#elif defined(__wasm_relaxed_simd__)
  if (table == "wasm-relaxed") return Relaxed::probe(table, {16, RelaxedDot::dot});
  const ByteProbe bytes;
#elif defined(__wasm_simd128__)
  const ByteProbe bytes{8, WasmDot::dot};
#else
  const ByteProbe bytes;
#endif
  // SSE2, WebAssembly's simd128; the scalar table is held against it too.
  return Plain::probe(table, bytes);
}

volatile float sink;  // keeps the compiler from leaving the probes out
volatile int int_sink;

// A limit is what the machine can do at its best.
template <typename F>
double best_seconds(double budget, F f) {
  const std::vector<double> samples = sample_seconds(budget, f);
  return *std::min_element(samples.begin(), samples.end());
}

double read_gbs(const Probe& probe, std::size_t bytes, double seconds) {
  const std::vector<float> data(bytes / sizeof(float), 1.0F);
  const double time = best_seconds(seconds, [&] { sink = probe.read(data.data(), data.size()); });
  return static_cast<double>(bytes) / time / 1e9;
}

double multiply_add_gflops(const Probe& probe, double seconds) {
  constexpr std::size_t kRounds = 10'000;
  const double time = best_seconds(seconds, [&] { sink = probe.multiply_add(kRounds); });
  return static_cast<double>(2 * kRounds * kChains * probe.lanes) / time / 1e9;
}

double byte_gops(const Probe& probe, double seconds) {
  if (probe.bytes.dot == nullptr) return 0;
  constexpr std::size_t kRounds = 10'000;
  const double time = best_seconds(seconds, [&] { int_sink = probe.bytes.dot(kRounds); });
  return static_cast<double>(2 * kRounds * kChains * probe.bytes.products) / time / 1e9;
}

}  // namespace

Limits measure_limits(const std::string& table, double seconds) {
  const Probe probe = probe_for(table);
  Limits limits;
  limits.gflops = multiply_add_gflops(probe, seconds);
  limits.byte_gops = byte_gops(probe, seconds);
  limits.cache_gbs = read_gbs(probe, std::size_t{8} << 20, seconds);
  limits.memory_gbs = read_gbs(probe, std::size_t{256} << 20, seconds);
  return limits;
}

}  // namespace glassformer::bench
