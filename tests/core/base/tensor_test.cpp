#include "glassformer/tensor.hpp"

#include <catch_amalgamated.hpp>
#include <limits>

namespace glassformer {

TEST_CASE("a shape has as many elements as its product, which never wraps", "[tensor]") {
  constexpr std::size_t kMax = std::numeric_limits<std::size_t>::max();
  constexpr std::size_t kRoot = std::size_t{1} << (std::numeric_limits<std::size_t>::digits / 2);
  CHECK(element_count({}) == 1);
  CHECK(element_count({2, 3, 4}) == 24);
  CHECK(element_count({kMax}) == kMax);
  CHECK(element_count({kRoot, kRoot}) == kMax);
  CHECK(element_count({kRoot, kRoot, kRoot}) == kMax);
  CHECK(element_count({kMax, 2}) == kMax);
  CHECK(element_count({0, kMax, kMax}) == 0);
  CHECK(element_count({kMax, kMax, 0}) == 0);
}

}  // namespace glassformer
