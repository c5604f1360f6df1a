// Which tensor of a file goes where, checked against a config before any weight is read.
#pragma once

#include <vector>

#include "glassformer/config.hpp"
#include "glassformer/safetensors.hpp"
#include "weights/weight_slot.hpp"
#include "weights/weights.hpp"

namespace glassformer {

struct BoundWeights {
  /// One for every tensor of a weight, by rising offset.
  std::vector<WeightSlot> slots;
  /// Weights whose parts are tensors of their own: queries, keys and values in a matrix each.
  std::vector<WeightSlot> joined;
};

/// Recognises the file's names (weight_names.hpp, which completes `config`), gives the matrices of
/// `weights` their sizes (their memory comes with their tensors: a header of a few bytes can claim
/// any number of them), and returns a slot for every weight. Where `config` names scales, a matrix
/// of integers (I8) has the tensor with its scales in its slot. Missing, surplus and wrongly shaped
/// tensors are Errors that say the naming scheme, what was found and what was expected.
Result<BoundWeights> bind_weights(const SafetensorsHeader& header, const kernels::Kernels& kernels,
                                  WeightType type, ModelConfig& config, ModelWeights& weights);

/// The model's weights, once all tensors have come: parts give way to what they are parts of.
std::vector<WeightSlot> join_parts(BoundWeights bound);

}  // namespace glassformer
