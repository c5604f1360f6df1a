// WebAssembly's vectors of 4 floats. A browser on x86 has 15 registers for them and, short of
// those, runs at half the speed: 12 sums, two vectors and an element just fit where multiplication
// and addition are one instruction, 8 sums and four vectors where the product takes a register of
// its own. A panel is one cache line wide, so that every line is read as a whole; one row takes two
// panels at once, two rows one. A row of bytes takes two panels where a product of bytes is one
// instruction, and four where it is several, whose sums then wait in memory for less time than the
// weights take to come.
#if defined(__wasm_simd128__)

#include "kernels/kernels_impl.hpp"
#include "kernels/tables.hpp"
#include "kernels/training_impl.hpp"

namespace glassformer::kernels {

namespace {
#if defined(__wasm_relaxed_simd__)
constexpr const char* kName = "wasm-relaxed";
constexpr Blocking kBlocking{.panel = 4,
                             .rows = 6,
                             .vectors = 2,
                             .sums = 8,
                             .byte_rows = 4,
                             .byte_vectors = 2,
                             .byte_vectors_of_one = 8};
#else
constexpr const char* kName = "wasm";
constexpr Blocking kBlocking{.panel = 4,
                             .rows = 2,
                             .vectors = 4,
                             .sums = 8,
                             .byte_rows = 2,
                             .byte_vectors = 2,
                             .byte_vectors_of_one = 16};
#endif
}  // namespace

constinit const Kernels kWasmTable = make_table<xsimd::wasm, kBlocking>(kName);
constinit const TrainingKernels kWasmTrainingTable = make_training_table<xsimd::wasm, kBlocking>();

}  // namespace glassformer::kernels

#endif
