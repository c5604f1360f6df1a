// Named tensors to the bytes of a safetensors file.
#pragma once

#include <cstddef>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "glassformer/safetensors.hpp"
#include "glassformer/tensor.hpp"

namespace glassformer {

struct TensorToWrite {
  std::string name;
  TensorView tensor;
  DType dtype = DType::kF32;  // F32, F16 or BF16; values are rounded to the nearest, ties to even
};

/// The header is padded with spaces so that the data begins at a multiple of 8, as the format's
/// reference implementation writes it.
std::vector<std::byte> write_safetensors(std::span<const TensorToWrite> tensors,
                                         const std::map<std::string, std::string>& metadata = {});

}  // namespace glassformer
