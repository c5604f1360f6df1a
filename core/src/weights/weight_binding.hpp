// Which tensor of a file goes where, checked against a config before any weight is read.
#pragma once

#include <vector>

#include "glassformer/config.hpp"
#include "glassformer/safetensors.hpp"
#include "weights/weight_slot.hpp"
#include "weights/weights.hpp"

namespace glassformer {

/// Recognises the file's names (weight_names.hpp, which completes `config`), gives the matrices of
/// `weights` their sizes (their memory comes with their tensors: a header of a few bytes can claim
/// any number of them), and returns a slot for every weight, by rising offset. Where `config` names
/// scales, a matrix of integers (I8) has the tensor with its scales in its slot. Missing, surplus
/// and wrongly shaped tensors are Errors that say the naming scheme, what was found and what was
/// expected.
Result<std::vector<WeightSlot>> bind_weights(const SafetensorsHeader& header,
                                             const kernels::Kernels& kernels, WeightType type,
                                             ModelConfig& config, ModelWeights& weights);

}  // namespace glassformer
