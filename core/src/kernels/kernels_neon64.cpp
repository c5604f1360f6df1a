// 32 registers of 4 floats, fused multiply-add.
#if defined(__aarch64__)

#include "kernels/kernels_impl.hpp"
#include "kernels/tables.hpp"

namespace glassformer::kernels {

constinit const Kernels kNeon64Table =
    make_table<xsimd::neon64, Blocking{.rows = 8, .vectors = 2, .registers = 32}>("neon64");

}  // namespace glassformer::kernels

#endif
