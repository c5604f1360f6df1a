#if defined(__AVX512BW__) && defined(__AVX512DQ__)

#include "kernels/avx512.hpp"
#include "kernels/tables.hpp"
#include "kernels/training_impl.hpp"

namespace glassformer::kernels {

constinit const Kernels kAvx512Table = make_avx512_table("avx512");
constinit const TrainingKernels kAvx512TrainingTable =
    make_training_table<xsimd::avx512bw, kAvx512Blocking>();

}  // namespace glassformer::kernels

#endif
