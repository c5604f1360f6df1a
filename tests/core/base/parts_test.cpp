#include "base/parts.hpp"

#include <catch_amalgamated.hpp>
#include <cstddef>
#include <cstdint>

namespace glassformer {
namespace {

TEST_CASE("equal parts of a whole follow one another, none of them empty", "[parts]") {
  const std::size_t expected[] = {0, 0, 0, 0, 1, 1, 1, 2, 2, 2};
  for (std::size_t place = 0; place < 10; ++place) CHECK(part_at(place, 10, 3) == expected[place]);
}

TEST_CASE("a place at or beyond the end is of the last part", "[parts]") {
  CHECK(part_at(10, 10, 3) == 2);
  CHECK(part_at(1000, 10, 3) == 2);
  CHECK(part_at(0, 0, 3) == 0);
  CHECK(part_at(5, 10, 1) == 0);
}

TEST_CASE("parts are right where place times count exceeds 32 bits", "[parts]") {
  // 2^20 places in 2^12 parts of 2^8: the products reach 2^32 and more than 32 bits hold.
  const std::size_t total = std::size_t{1} << 20;
  CHECK(part_at(total - 1, total, 1 << 12) == (1 << 12) - 1);
  CHECK(part_at(total / 2 - 1, total, 1 << 13) == (1 << 12) - 1);
  CHECK(part_at(total / 2, total, 1 << 13) == 1 << 12);
  // Products of 2^53 and one beside it, which a double no longer tells apart.
  const std::size_t large = std::size_t{1} << 30;
  const std::size_t count = std::size_t{1} << 24;
  CHECK(part_at(large / 2, large, count) == count / 2);
  CHECK(part_at(large / 2 - 1, large, count) == count / 2 - 1);
  CHECK(part_at(large - 1, large, count) == count - 1);
  // A place of 2^53 + 1 begins the second half; a double would take it for 2^53, which ends the
  // first.
  if constexpr (sizeof(std::size_t) == 8) {
    const std::uint64_t exact = std::uint64_t{1} << 53;
    CHECK(part_at(static_cast<std::size_t>(exact), static_cast<std::size_t>(exact + 1), 1) == 0);
    CHECK(part_at(static_cast<std::size_t>(exact + 1),
                  static_cast<std::size_t>(exact + 1 + exact + 1), 2) == 1);
    CHECK(part_at(static_cast<std::size_t>(exact), static_cast<std::size_t>(exact + 1 + exact + 1),
                  2) == 0);
  }
}

}  // namespace
}  // namespace glassformer
