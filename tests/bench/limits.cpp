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
#endif

namespace glassformer::bench {
namespace {

constexpr std::size_t kChains =
    12;  // independent sums: enough to fill the pipelines, few enough for 15 registers
constexpr std::size_t kStreams = 4;  // places read at once

volatile float source = 0.5F;

struct Probe {
  std::string_view table;
  std::size_t lanes;
  float (*multiply_add)(std::size_t rounds);
  float (*read)(const float* data, std::size_t n);  // n: a multiple of 4 · kStreams · lanes
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
    static constexpr Probe probe(std::string_view table) {                                \
      return {table, kLanes, multiply_add, read};                                         \
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

Probe probe_for(std::string_view table) {
#if defined(__x86_64__)
  if (table == "avx512") return Avx512::probe(table);
  if (table == "avx2") return Avx2::probe(table);
#elif defined(__aarch64__)
  if (table == "neon64") return Neon::probe(table);
#elif defined(__wasm_relaxed_simd__)
  if (table == "wasm-relaxed") return Relaxed::probe(table);
#endif
  return Plain::probe(
      table);  // SSE2, WebAssembly's simd128; the scalar table is held against it too
}

volatile float sink;  // keeps the compiler from leaving the probes out

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

}  // namespace

Limits measure_limits(const std::string& table, double seconds) {
  const Probe probe = probe_for(table);
  Limits limits;
  limits.gflops = multiply_add_gflops(probe, seconds);
  limits.cache_gbs = read_gbs(probe, std::size_t{8} << 20, seconds);
  limits.memory_gbs = read_gbs(probe, std::size_t{256} << 20, seconds);
  return limits;
}

}  // namespace glassformer::bench
