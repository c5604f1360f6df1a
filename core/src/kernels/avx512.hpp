// What the tables of AVX-512 share: 32 registers of 16 floats, fused multiply-add.
#pragma once

#if defined(__GNUC__) && !defined(__clang__)
// GCC 12 warns of the undefined operands inside its own intrinsics.
#pragma GCC diagnostic ignored "-Wuninitialized"
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#endif

#include "kernels/kernels_impl.hpp"

namespace glassformer::kernels {
namespace {

constexpr Blocking kAvx512Blocking{.panel = 2,
                                   .rows = 8,
                                   .vectors = 2,
                                   .sums = 20,
                                   .byte_rows = 8,
                                   .byte_vectors = 1,
                                   .byte_vectors_of_one = 4};

constexpr Kernels make_avx512_table(const char* name) {
  return make_table<xsimd::avx512bw, kAvx512Blocking, xsimd::fma3<xsimd::avx2>>(name);
}

}  // namespace
}  // namespace glassformer::kernels
