// A model's weights as the bytes of a safetensors file.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "weights/weight_slot.hpp"

namespace glassformer {

/// The tensors in the order of `slots`, under the names that they came with: integers as I8, each
/// with its scales in a tensor of its name and `scale_suffix`; floats as F16 where 16 bits hold
/// each of the tensor exactly, else as F32. kOutOfMemory where they do not fit.
Result<std::vector<std::byte>> write_weights(std::span<const WeightSlot> slots,
                                             const std::string& scale_suffix);

}  // namespace glassformer
