#include "glassformer/tensor.hpp"

#include <catch_amalgamated.hpp>
#include <limits>

namespace glassformer {

TEST_CASE("a shape has as many elements as its product, which never wraps", "[tensor]") {
  constexpr std::size_t kMost = std::numeric_limits<std::size_t>::max();
  constexpr std::size_t kRoot = std::size_t{1} << (std::numeric_limits<std::size_t>::digits / 2);
  CHECK(element_count({}) == 1);
  CHECK(element_count({2, 3, 4}) == 24);
  CHECK(element_count({kMost}) == kMost);
  CHECK(element_count({kRoot, kRoot}) == kMost);
  CHECK(element_count({kRoot, kRoot, kRoot}) == kMost);
  CHECK(element_count({kMost, 2}) == kMost);
  CHECK(element_count({0, kMost, kMost}) == 0);
  CHECK(element_count({kMost, kMost, 0}) == 0);
}

}  // namespace glassformer
