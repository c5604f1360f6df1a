// How a model keeps its matrices in memory.
#pragma once

namespace glassformer {

/// Vectors (biases, norms, positions) are floats in either. Hooks see floats in either.
enum class WeightType {
  kFloat32,
  /// An integer from -127 to 127 for each weight and a scale for each output: a quarter of the
  /// memory. Each row that is multiplied is taken as integers from 0 to 127, too, with a scale and
  /// an offset of its own (dynamic quantisation, as torch.ao.quantization.quantize_dynamic).
  kInt8,
};

}  // namespace glassformer
