#include "glassformer/safetensors_writer.hpp"

#include <algorithm>
#include <bit>
#include <cassert>
#include <cstdint>
#include <cstring>

#include "base/half.hpp"
#include "files/json_string.hpp"

namespace glassformer {
namespace {

std::uint16_t to_bfloat(float value) {
  const auto bits = std::bit_cast<std::uint32_t>(value);
  if ((bits & 0x7FFFFFFFU) > 0x7F800000U) return static_cast<std::uint16_t>((bits >> 16U) | 0x40U);
  return static_cast<std::uint16_t>((bits + 0x7FFFU + ((bits >> 16U) & 1U)) >> 16U);
}

std::byte* write_values(const TensorToWrite& tensor, std::byte* out) {
  if (tensor.dtype == DType::kI8) {
    const auto integers =
        std::as_bytes(std::span(tensor.integers, element_count(tensor.tensor.shape)));
    return std::copy(integers.begin(), integers.end(), out);
  }
  const std::span<const float> values(tensor.tensor.data, element_count(tensor.tensor.shape));
  if (tensor.dtype == DType::kF32) {
    if (!values.empty()) std::memcpy(out, values.data(), values.size_bytes());
    return out + values.size_bytes();
  }
  assert(tensor.dtype == DType::kF16 || tensor.dtype == DType::kBF16);
  for (const float value : values) {
    const std::uint16_t half = tensor.dtype == DType::kF16 ? to_half(value) : to_bfloat(value);
    *out++ = static_cast<std::byte>(half & 0xFFU);
    *out++ = static_cast<std::byte>(half >> 8U);
  }
  return out;
}

}  // namespace

std::vector<std::byte> write_safetensors(std::span<const TensorToWrite> tensors,
                                         const std::map<std::string, std::string>& metadata) {
  static_assert(std::endian::native == std::endian::little);
  std::string header = "{";
  if (!metadata.empty()) {
    header += "\"__metadata__\":{";
    for (const auto& [key, value] : metadata) {
      if (header.back() != '{') header += ',';
      append_json_string(header, key);
      header += ':';
      append_json_string(header, value);
    }
    header += '}';
  }
  std::size_t size = 0;
  for (const TensorToWrite& tensor : tensors) {
    if (header.size() > 1) header += ',';
    append_json_string(header, tensor.name);
    header += ":{\"dtype\":\"" + std::string(name_of(tensor.dtype)) + "\",\"shape\":[";
    for (std::size_t i = 0; i < tensor.tensor.shape.size(); ++i)
      header += (i == 0 ? "" : ",") + std::to_string(tensor.tensor.shape[i]);
    const std::size_t end = size + element_count(tensor.tensor.shape) * size_of(tensor.dtype);
    header += "],\"data_offsets\":[" + std::to_string(size) + "," + std::to_string(end) + "]}";
    size = end;
  }
  header += '}';
  while (header.size() % 8 != 0) header += ' ';

  std::vector<std::byte> file(8 + header.size() + size);
  const std::uint64_t length = header.size();
  std::memcpy(file.data(), &length, 8);
  std::memcpy(file.data() + 8, header.data(), header.size());
  std::byte* out = file.data() + 8 + header.size();
  for (const TensorToWrite& tensor : tensors) out = write_values(tensor, out);
  return file;
}

}  // namespace glassformer
