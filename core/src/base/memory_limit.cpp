#include "glassformer/memory_limit.hpp"

#include <algorithm>
#include <cstddef>
#include <limits>
#include <memory>
#include <new>
#include <string>

namespace glassformer {
namespace {

constexpr std::uint64_t kMebibyte = 1 << 20;
constexpr std::uint64_t kMaxMebibytes = 1024;
constexpr std::uint64_t kLargest = std::numeric_limits<std::uint64_t>::max();

bool available(MemorySize bytes) {
  constexpr std::uint64_t kSlack = 1 << 20;  // for what is small and not counted
  // At more some allocators end the program instead of answering null (AddressSanitizer's at 1
  // TiB).
  constexpr std::uint64_t kAddressable = std::min<std::uint64_t>(
      std::numeric_limits<std::size_t>::max() - kSlack, (std::uint64_t{1} << 40) - kSlack);
  if (bytes < kSlack) return true;
  if (bytes > kAddressable) return false;
  const std::size_t size = static_cast<std::size_t>(bytes.value() + kSlack);
  const std::unique_ptr<volatile char[]> block(new (std::nothrow) volatile char[size]);
  if (block == nullptr) return false;
  block[0] = 0;  // an unused block's allocation may be optimised away
  return true;
}

Status too_large(std::string_view what, MemorySize bytes, std::string_view why,
                 std::string_view advice) {
  std::string sentence(what);
  sentence += " needs about " + std::to_string(bytes.value() / kMebibyte + 1) + " MiB, ";
  sentence += why;
  sentence += advice;
  return out_of_memory(std::move(sentence), bytes.value());
}

constexpr const char* kNotLeft = "more than is left";

}  // namespace

MemorySize operator+(MemorySize a, MemorySize b) {
  const std::uint64_t sum = a.value_ + b.value_;
  return sum < a.value_ ? kLargest : sum;
}

MemorySize operator*(MemorySize a, MemorySize b) {
  if (b.value_ != 0 && a.value_ > kLargest / b.value_) return kLargest;
  return a.value_ * b.value_;
}

Status check_memory(std::string_view what, MemorySize bytes, std::string_view advice,
                    MemorySize held) {
  const MemorySize whole = bytes + held;
  if (whole > kMaxMebibytes * kMebibyte)
    return too_large(what, whole, "but at most 1024 MiB are given to one call", advice);
  return available(bytes) ? ok_status() : too_large(what, whole, kNotLeft, advice);
}

Status check_available(std::string_view what, MemorySize bytes) {
  return available(bytes) ? ok_status() : too_large(what, bytes, kNotLeft, {});
}

}  // namespace glassformer
