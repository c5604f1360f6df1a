// What a table of kernels asks of an x86 processor: everything that its file is compiled with
// (core/CMakeLists.txt). And which table a program is made to use.
#pragma once

#include <span>
#include <string_view>

#include "kernels/kernels.hpp"

namespace glassformer::kernels {

struct Processor {
  bool sse2 = false;
  bool avx2 = false;
  bool fma = false;
  bool f16c = false;
  bool avx512f = false;
  bool avx512cd = false;
  bool avx512dq = false;
  bool avx512bw = false;
  bool avx512vl = false;
  bool avx512vnni = false;
};

bool runs_avx2(const Processor& processor);
bool runs_avx512(const Processor& processor);
bool runs_avx512vnni(const Processor& processor);

#if !defined(__wasm__)
/// The table of this name; the last one, which is the fastest, where the name is null or empty.
/// Ends the program with one sentence where there is no such table.
const Kernels& named_or_best(const char* name, std::span<const Kernels* const> tables);
#endif

}  // namespace glassformer::kernels
