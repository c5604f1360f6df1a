// 16 registers of 8 floats, fused multiply-add.
#if defined(__AVX2__) && defined(__FMA__)

#include "kernels/kernels_impl.hpp"
#include "kernels/tables.hpp"
#include "kernels/training_impl.hpp"

namespace glassformer::kernels {

namespace {
constexpr Blocking kBlocking{.panel = 2,
                             .rows = 6,
                             .vectors = 2,
                             .sums = 12,
                             .byte_rows = 4,
                             .byte_vectors = 2,
                             .byte_vectors_of_one = 8};
}

constinit const Kernels kAvx2Table = make_table<xsimd::fma3<xsimd::avx2>, kBlocking>("avx2");
constinit const TrainingKernels kAvx2TrainingTable =
    make_training_table<xsimd::fma3<xsimd::avx2>, kBlocking>();

}  // namespace glassformer::kernels

#endif
