#include "glassformer/memory_limit.hpp"

#include <limits>

#include "messages.hpp"

namespace glassformer {
namespace {

using namespace test;

constexpr std::uint64_t kLargestSize = std::numeric_limits<std::uint64_t>::max();

TEST_CASE("sizes are exact in 64 bits and stay at the largest beyond", "[memory]") {
  const MemorySize mebibyte = 1 << 20;
  CHECK((mebibyte * mebibyte + 1).value() == (std::uint64_t{1} << 40) + 1);
  CHECK((mebibyte * 0).value() == 0);
  CHECK((MemorySize(kLargestSize) + 1).value() == kLargestSize);
  CHECK((MemorySize(kLargestSize / 2) * 3).value() == kLargestSize);
  CHECK((mebibyte * mebibyte * mebibyte * mebibyte).value() == kLargestSize);
  CHECK((MemorySize(kLargestSize / 5) * 5).value() == kLargestSize);
}

TEST_CASE("a call is given 1 GiB, what it holds already included", "[memory]") {
  constexpr std::uint64_t kGibibyte = 1 << 30;
  CHECK(check_memory("this", kGibibyte).ok());
  CHECK(message_of(check_memory("this", kGibibyte + 1, "; ask for less")) ==
        "this needs about 1025 MiB, but at most 1024 MiB are given to one call; ask for less");
  CHECK(check_memory("this", 4096, {}, kGibibyte - 4096).ok());
  CHECK(code_of(check_memory("this", 4097, {}, kGibibyte - 4096)) == ErrorCode::kOutOfMemory);
  CHECK(code_of(check_memory("this", kLargestSize, {}, 5)) == ErrorCode::kOutOfMemory);
}

TEST_CASE("without a limit the machine's memory is the limit", "[memory]") {
  CHECK(check_available("this", 1 << 22).ok());
  CHECK(message_of(check_available("this", kLargestSize)) ==
        "this needs about 17592186044416 MiB, more than is left");
}

}  // namespace
}  // namespace glassformer
