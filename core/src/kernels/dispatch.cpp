// Chooses, once, among the tables that were compiled in.
#include <array>

#include "kernels/tables.hpp"

#if defined(__x86_64__)
#include <xsimd/xsimd.hpp>
#endif

namespace glassformer::kernels {
namespace {

struct Available {
  std::array<const Kernels*, 4> tables;
  std::size_t count = 0;

  // From the plainest to the fastest.
  Available() {
    add(kScalarTable);
#if defined(__x86_64__)
    const auto cpu = xsimd::available_architectures();
    if (cpu.sse2) add(kSse2Table);
    if (cpu.fma3_avx2) add(kAvx2Table);
    if (cpu.fma3_avx2 && cpu.avx512f && cpu.avx512cd && cpu.avx512dq && cpu.avx512bw)
      add(kAvx512Table);
#elif defined(__aarch64__)
    add(kNeon64Table);
#elif defined(__wasm_simd128__)
    add(kWasmTable);
#endif
  }
  void add(const Kernels& table) { tables[count++] = &table; }
};

const Available& found() {
  static const Available available;
  return available;
}

}  // namespace

const Kernels& active() { return *available().back(); }

std::span<const Kernels* const> available() { return {found().tables.data(), found().count}; }

}  // namespace glassformer::kernels
