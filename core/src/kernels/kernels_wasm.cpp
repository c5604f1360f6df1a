// WebAssembly: 128-bit vectors, in a browser on 16 registers of the machine below. With relaxed
// SIMD multiplication and addition are one instruction; without it the product takes a register of
// its own, so the block is one row lower.
#if defined(__wasm_simd128__)

#include "kernels/kernels_impl.hpp"
#include "kernels/tables.hpp"

namespace glassformer::kernels {

#if defined(__wasm_relaxed_simd__)
constinit const Kernels kWasmTable =
    make_table<xsimd::wasm, Blocking{.panel = 4, .rows = 6, .vectors = 2, .sums = 8}>(
        "wasm-relaxed");
#else
constinit const Kernels kWasmTable =
    make_table<xsimd::wasm, Blocking{.panel = 4, .rows = 2, .vectors = 4, .sums = 8}>("wasm");
#endif

}  // namespace glassformer::kernels

#endif
