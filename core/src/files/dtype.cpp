#include "files/dtype.hpp"

#include <bit>
#include <cassert>
#include <cstdint>

#include "base/half.hpp"

namespace glassformer {
namespace {

constexpr DTypeEntry kDTypes[] = {
    {DType::kF64, "F64", 8},   {DType::kF32, "F32", 4}, {DType::kF16, "F16", 2},
    {DType::kBF16, "BF16", 2}, {DType::kI64, "I64", 8}, {DType::kI32, "I32", 4},
    {DType::kI16, "I16", 2},   {DType::kI8, "I8", 1},   {DType::kU64, "U64", 8},
    {DType::kU32, "U32", 4},   {DType::kU16, "U16", 2}, {DType::kU8, "U8", 1},
    {DType::kBool, "BOOL", 1},
};

const DTypeEntry& entry_of(DType dtype) { return kDTypes[static_cast<std::size_t>(dtype)]; }

constexpr bool entries_stand_in_order() {
  for (std::size_t i = 0; i < std::size(kDTypes); ++i) {
    if (kDTypes[i].dtype != static_cast<DType>(i)) return false;
  }
  return true;
}
static_assert(entries_stand_in_order());

template <typename Stored>
void convert(std::span<const std::byte> raw, std::span<float> out) {
  for (std::size_t i = 0; i < out.size(); ++i) {
    out[i] = static_cast<float>(number_at<Stored>(raw.data() + i * sizeof(Stored)));
  }
}

void convert_f16(std::span<const std::byte> raw, std::span<float> out) {
  for (std::size_t i = 0; i < out.size(); ++i) {
    out[i] = half_to_float(number_at<std::uint16_t>(raw.data() + 2 * i));
  }
}

// The upper half of a float.
void convert_bf16(std::span<const std::byte> raw, std::span<float> out) {
  for (std::size_t i = 0; i < out.size(); ++i) {
    const std::uint32_t upper = number_at<std::uint16_t>(raw.data() + 2 * i);
    out[i] = std::bit_cast<float>(upper << 16);
  }
}

}  // namespace

std::span<const DTypeEntry> dtypes() { return kDTypes; }

std::size_t size_of(DType dtype) { return entry_of(dtype).size; }

const char* name_of(DType dtype) { return entry_of(dtype).name; }

bool is_of_floats(DType dtype) { return dtype <= DType::kBF16; }
static_assert(DType::kF64 < DType::kBF16 && DType::kF32 < DType::kBF16 &&
              DType::kF16 < DType::kBF16 && DType::kBF16 < DType::kI64);

void to_floats(DType dtype, std::span<const std::byte> raw, std::span<float> out) {
  assert(raw.size() == out.size() * size_of(dtype));
  switch (dtype) {
    case DType::kF64:
      return convert<double>(raw, out);
    case DType::kF32:
      return convert<float>(raw, out);
    case DType::kF16:
      return convert_f16(raw, out);
    case DType::kBF16:
      return convert_bf16(raw, out);
    case DType::kI64:
      return convert<std::int64_t>(raw, out);
    case DType::kI32:
      return convert<std::int32_t>(raw, out);
    case DType::kI16:
      return convert<std::int16_t>(raw, out);
    case DType::kI8:
      return convert<std::int8_t>(raw, out);
    case DType::kU64:
      return convert<std::uint64_t>(raw, out);
    case DType::kU32:
      return convert<std::uint32_t>(raw, out);
    case DType::kU16:
      return convert<std::uint16_t>(raw, out);
    case DType::kU8:
    case DType::kBool:
      return convert<std::uint8_t>(raw, out);
  }
}

}  // namespace glassformer
