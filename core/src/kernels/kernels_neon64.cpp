// 32 registers of 4 floats, fused multiply-add.
#if defined(__aarch64__)

#include "kernels/kernels_impl.hpp"
#include "kernels/tables.hpp"
#include "kernels/training_impl.hpp"

namespace glassformer::kernels {

namespace {
constexpr Blocking kBlocking{.panel = 4,
                             .rows = 6,
                             .vectors = 4,
                             .sums = 16,
                             .byte_rows = 4,
                             .byte_vectors = 2,
                             .byte_vectors_of_one = 4};
}

constinit const Kernels kNeon64Table = make_table<xsimd::neon64, kBlocking>("neon64");
constinit const TrainingKernels kNeon64TrainingTable =
    make_training_table<xsimd::neon64, kBlocking>();

}  // namespace glassformer::kernels

#endif
