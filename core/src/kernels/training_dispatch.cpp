// Each instruction set's kernels of training, found by its table of kernels.
#include "kernels/tables.hpp"

namespace glassformer::kernels {
namespace {

struct Pair {
  const Kernels* table;
  const TrainingKernels* training;
};

constexpr Pair kPairs[] = {
#if defined(__x86_64__)
    {&kSse2Table, &kSse2TrainingTable},
    {&kAvx2Table, &kAvx2TrainingTable},
    {&kAvx512Table, &kAvx512TrainingTable},
    {&kAvx512VnniTable, &kAvx512TrainingTable},  // trains in floats alone
#elif defined(__aarch64__)
    {&kNeon64Table, &kNeon64TrainingTable},
#elif defined(__wasm_simd128__)
    {&kWasmTable, &kWasmTrainingTable},
#endif
    {&kScalarTable, &kScalarTrainingTable},
};

}  // namespace

const TrainingKernels& training_kernels(const Kernels& table) {
  for (const Pair& pair : kPairs) {
    if (pair.table == &table) return *pair.training;
  }
  return kScalarTrainingTable;
}

}  // namespace glassformer::kernels
