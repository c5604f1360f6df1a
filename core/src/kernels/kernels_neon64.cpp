// 32 registers of 4 floats, fused multiply-add.
#if defined(__aarch64__)

#include "kernels/kernels_impl.hpp"
#include "kernels/tables.hpp"

namespace glassformer::kernels {

constinit const Kernels kNeon64Table = make_table<
    xsimd::neon64,
    Blocking{.panel = 4, .rows = 6, .vectors = 4, .sums = 16, .byte_rows = 4, .byte_vectors = 2}>(
    "neon64");

}  // namespace glassformer::kernels

#endif
