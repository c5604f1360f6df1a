// Which tables of kernels there are.
#include <set>
#include <string>

#include "kernel_fixtures.hpp"

extern const bool kHasRelaxedSimd;  // relaxed_simd.cpp

namespace glassformer::kernels {

using namespace test;

TEST_CASE("the scalar table is always there, comes first, and the active table comes last",
          "[kernels]") {
  const auto tables = available();
  REQUIRE_FALSE(tables.empty());
  CHECK(std::string(tables.front()->name) == "scalar");
  CHECK(&active() == tables.back());
  CHECK(&active() == &active());
  std::set<std::string> names;
  for (const Kernels* table : tables) names.insert(table->name);
  CHECK(names.size() == tables.size());
#if defined(__x86_64__) || defined(__aarch64__) || defined(__wasm_simd128__)
  CHECK(tables.size() >= 2);
#endif
#if defined(__wasm_simd128__)
  CHECK(names == std::set<std::string>{"scalar", kHasRelaxedSimd ? "wasm-relaxed" : "wasm"});
#elif defined(__aarch64__)
  CHECK(names.contains("neon64"));
#elif defined(__x86_64__)
  CHECK(names.contains("sse2"));
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
    CHECK(names.contains("avx2"));
  if (__builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512dq"))
    CHECK(names.contains("avx512"));
  if (__builtin_cpu_supports("avx512vnni")) CHECK(names.contains("avx512vnni"));
#endif
}

}  // namespace glassformer::kernels
