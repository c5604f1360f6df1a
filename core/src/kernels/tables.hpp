// The tables that dispatch.cpp chooses from. Which of them exist depends on the processor compiled
// for.
#pragma once

#include "kernels/kernels.hpp"
#include "kernels/training_kernels.hpp"

namespace glassformer::kernels {

extern const Kernels kScalarTable;
extern const Kernels kSse2Table;
extern const Kernels kAvx2Table;
extern const Kernels kAvx512Table;
extern const Kernels kAvx512VnniTable;
extern const Kernels kNeon64Table;
extern const Kernels kWasmTable;  // "wasm", or "wasm-relaxed" in a build with relaxed SIMD

extern const TrainingKernels kScalarTrainingTable;
extern const TrainingKernels kSse2TrainingTable;
extern const TrainingKernels kAvx2TrainingTable;
extern const TrainingKernels kAvx512TrainingTable;
extern const TrainingKernels kNeon64TrainingTable;
extern const TrainingKernels kWasmTrainingTable;

}  // namespace glassformer::kernels
