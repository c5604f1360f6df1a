// The number types of a weights file: their names in its header, and their bytes.
#pragma once

#include <bit>
#include <cstddef>
#include <cstring>
#include <span>

#include "glassformer/safetensors.hpp"

namespace glassformer {

struct DTypeEntry {
  DType dtype;
  const char* name;
  std::size_t size;
};

/// In the order of DType.
std::span<const DTypeEntry> dtypes();

static_assert(std::endian::native == std::endian::little, "the format's numbers are little-endian");

/// A number of the file, which may stand at any byte.
template <typename T>
T number_at(const std::byte* bytes) {
  T value;
  std::memcpy(&value, bytes, sizeof value);
  return value;
}

}  // namespace glassformer
