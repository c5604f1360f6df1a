// Chooses, once, among the tables that were compiled in: the fastest, or the one that the
// environment variable GLASSFORMER_KERNELS names, so that each can be tested on one machine.
#include "kernels/dispatch.hpp"

#include <array>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <iterator>

#include "kernels/tables.hpp"

#if defined(__x86_64__)
#include <xsimd/xsimd.hpp>
#endif

namespace glassformer::kernels {
namespace {

struct Candidate {
  const Kernels* table;
  bool (*runs)(const Processor&);
};

bool runs_anywhere(const Processor&) { return true; }

// From the plainest to the fastest.
constexpr Candidate kCandidates[] = {
    {&kScalarTable, runs_anywhere},
#if defined(__x86_64__)
    {&kSse2Table, [](const Processor& p) { return p.sse2; }},
    {&kAvx2Table, runs_avx2},
    {&kAvx512Table, runs_avx512},
    {&kAvx512VnniTable, runs_avx512vnni},
#elif defined(__aarch64__)
    {&kNeon64Table, runs_anywhere},
#elif defined(__wasm_simd128__)
    {&kWasmTable, runs_anywhere},
#endif
};

Processor this_processor() {
  Processor p;
#if defined(__x86_64__)
  const auto cpu = xsimd::available_architectures();
  p.sse2 = cpu.sse2;
  p.avx2 = cpu.avx2;
  p.fma = cpu.fma3_avx2;
  // xsimd does not report f16c, avx512vl and avx512vnni: the compiler's builtin does.
  p.f16c = __builtin_cpu_supports("f16c");
  p.avx512f = cpu.avx512f;
  p.avx512cd = cpu.avx512cd;
  p.avx512dq = cpu.avx512dq;
  p.avx512bw = cpu.avx512bw;
  p.avx512vl = __builtin_cpu_supports("avx512vl");
  p.avx512vnni = __builtin_cpu_supports("avx512vnni");
#endif
  return p;
}

struct Available {
  std::array<const Kernels*, std::size(kCandidates)> tables;
  std::size_t count = 0;

  Available() {
    const Processor processor = this_processor();
    for (const Candidate& candidate : kCandidates) {
      if (candidate.runs(processor)) tables[count++] = candidate.table;
    }
  }
};

const Available& found() {
  static const Available available;
  return available;
}

}  // namespace

bool runs_avx2(const Processor& p) { return p.sse2 && p.avx2 && p.fma && p.f16c; }

bool runs_avx512(const Processor& p) {
  return runs_avx2(p) && p.avx512f && p.avx512cd && p.avx512dq && p.avx512bw && p.avx512vl;
}

bool runs_avx512vnni(const Processor& p) { return runs_avx512(p) && p.avx512vnni; }

#if defined(__wasm__)
// By its name, not as the last of a list that a program without tests need not have: the scalar
// table would be part of the module, and no reader's processor ever runs it.
const Kernels& active() { return kWasmTable; }
#else
const Kernels& named_or_best(const char* name, std::span<const Kernels* const> tables) {
  if (name == nullptr || *name == '\0') return *tables.back();
  for (const Kernels* table : tables) {
    if (std::strcmp(table->name, name) == 0) return *table;
  }
  std::fprintf(stderr, "GLASSFORMER_KERNELS is '%s'; this program and processor have", name);
  for (const Kernels* table : tables)
    std::fprintf(stderr, "%s %s", table == tables.front() ? "" : ",", table->name);
  std::fputc('\n', stderr);
  std::exit(EXIT_FAILURE);
}

const Kernels& active() {
  static const Kernels& chosen = named_or_best(std::getenv("GLASSFORMER_KERNELS"), available());
  return chosen;
}
#endif

std::span<const Kernels* const> available() { return {found().tables.data(), found().count}; }

}  // namespace glassformer::kernels
