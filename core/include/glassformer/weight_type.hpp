// How a model keeps its matrices in memory.
#pragma once

namespace glassformer {

/// Vectors (biases, norms, positions) are floats in each. Hooks see floats in each.
enum class WeightType {
  kFloat32,
  /// Floats of 16 bits (IEEE 754 binary16), which become floats as a product reads them: half of
  /// the memory, and exactly the numbers of a model of kFloat32 whose weights are rounded to 16
  /// bits.
  kFloat16,
  /// An integer from -127 to 127 for each weight and a scale for each output: a quarter of the
  /// memory. Each row that is multiplied is taken as integers from 0 to 127, too, with a scale and
  /// an offset of its own (dynamic quantisation, as torch.ao.quantization.quantize_dynamic).
  kInt8,
};

}  // namespace glassformer
