// Named tensors to the bytes of a safetensors file.
#pragma once

#include <cstddef>
#include <cstdint>
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
  DType dtype = DType::kF32;  // F32, F16, BF16 (rounded to the nearest, ties to even) or I8
  const std::int8_t* integers = nullptr;  // of I8: the values; `tensor` gives their shape alone
};

/// The header is padded with spaces so that the data begins at a multiple of 8, as the format's
/// reference implementation writes it.
std::vector<std::byte> write_safetensors(std::span<const TensorToWrite> tensors,
                                         const std::map<std::string, std::string>& metadata = {});

}  // namespace glassformer
