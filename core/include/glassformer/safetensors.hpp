// The safetensors format: 8 bytes of little-endian header length, a JSON header, then raw
// little-endian data. Checked once, on reading: after parse_safetensors_header every size agrees
// with its shape, and the tensors fill the data section from its first byte to its last without gap
// or overlap, as the format's reference implementation asks.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "glassformer/error.hpp"
#include "glassformer/tensor.hpp"

namespace glassformer {

enum class DType { kF64, kF32, kF16, kBF16, kI64, kI32, kI16, kI8, kU64, kU32, kU16, kU8, kBool };

std::size_t size_of(DType dtype);  // bytes of one element
const char* name_of(DType dtype);  // "F32"
bool is_of_floats(DType dtype);

struct TensorInfo {
  std::string name;
  DType dtype = DType::kF32;
  Shape shape;
  std::size_t begin = 0;  // byte offsets from the start of the data section
  std::size_t end = 0;
};

struct SafetensorsHeader {
  std::size_t data_start =
      0;  // bytes of length field and header: where the data section begins in the file
  std::size_t data_size = 0;           // bytes of the data section
  std::vector<TensorInfo> tensors;     // by rising offset
  std::vector<std::uint32_t> by_name;  // places in `tensors`, by rising name
  std::map<std::string, std::string> metadata;

  const TensorInfo* find(std::string_view name) const;
};

/// How many bytes of the file are needed to parse its header (length field included), read from its
/// first 8. An Error where the header would be longer than the file, or than 16 MB. A stream may
/// have no known size.
Result<std::size_t> safetensors_header_size(std::span<const std::byte> first_8,
                                            std::optional<std::size_t> file_size);

/// Parses and checks the header. `bytes` holds at least the header, `file_size` is the whole file's
/// size; where it is not known the tensors tell where the file ends. A tensor may hold no elements.
/// Names are unique; a name given twice, in any object of the header, is an Error.
Result<SafetensorsHeader> parse_safetensors_header(std::span<const std::byte> bytes,
                                                   std::optional<std::size_t> file_size);

/// Converts one tensor's raw bytes to floats; every dtype has a conversion, rounded to nearest
/// where float is narrower. raw may be unaligned; it holds out.size() elements.
void to_floats(DType dtype, std::span<const std::byte> raw, std::span<float> out);

/// A whole file in memory, as views. The bytes must outlive it.
class SafetensorsFile {
 public:
  static Result<SafetensorsFile> open(std::span<const std::byte> bytes);

  const SafetensorsHeader& header() const { return header_; }
  bool contains(std::string_view name) const { return header_.find(name) != nullptr; }
  std::span<const std::byte> raw(const TensorInfo& info) const;
  /// The tensor as floats, or an Error that names it where the file has none.
  Result<Tensor> floats(std::string_view name) const;

 private:
  SafetensorsHeader header_;
  std::span<const std::byte> bytes_;
};

}  // namespace glassformer
