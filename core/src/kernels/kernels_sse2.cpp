// Every 64-bit x86 processor: 16 registers of 4 floats.
#if defined(__x86_64__)

#include "kernels/kernels_impl.hpp"
#include "kernels/tables.hpp"

namespace glassformer::kernels {

constinit const Kernels kSse2Table = make_table<
    xsimd::sse2,
    Blocking{.panel = 2, .rows = 4, .vectors = 2, .sums = 12, .byte_rows = 2, .byte_vectors = 2}>(
    "sse2");

}  // namespace glassformer::kernels

#endif
