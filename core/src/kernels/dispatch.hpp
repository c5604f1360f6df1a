// What a table of kernels asks of an x86 processor: everything that its file is compiled with
// (core/CMakeLists.txt).
#pragma once

namespace glassformer::kernels {

struct Processor {
  bool sse2 = false;
  bool avx2 = false;
  bool fma = false;
  bool avx512f = false;
  bool avx512cd = false;
  bool avx512dq = false;
  bool avx512bw = false;
  bool avx512vl = false;
};

bool runs_avx2(const Processor& processor);
bool runs_avx512(const Processor& processor);

}  // namespace glassformer::kernels
