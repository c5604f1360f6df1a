// Every 64-bit x86 processor: 16 registers of 4 floats.
#if defined(__x86_64__)

#include "kernels/kernels_impl.hpp"
#include "kernels/tables.hpp"
#include "kernels/training_impl.hpp"

namespace glassformer::kernels {

namespace {
constexpr Blocking kBlocking{.panel = 2,
                             .rows = 4,
                             .vectors = 2,
                             .sums = 12,
                             .byte_rows = 2,
                             .byte_vectors = 2,
                             .byte_vectors_of_one = 16};
}

constinit const Kernels kSse2Table = make_table<xsimd::sse2, kBlocking>("sse2");
constinit const TrainingKernels kSse2TrainingTable = make_training_table<xsimd::sse2, kBlocking>();

}  // namespace glassformer::kernels

#endif
