#include <catch_amalgamated.hpp>

#include "character_tables.hpp"

namespace glassformer {

TEST_CASE("Han characters are known over the whole of a range that takes several entries",
          "[unicode]") {
  for (char32_t c = 0x4E00; c <= 0x9FFF; ++c) {
    if (!is_han(c)) FAIL(static_cast<unsigned>(c));
  }
  for (char32_t c = 0xAC00; c <= 0xD7A3; ++c) {
    if (is_han(c)) FAIL(static_cast<unsigned>(c));
  }
}

TEST_CASE("pictographs are known", "[unicode]") {
  CHECK(is_pictograph(0x1F600));
  CHECK_FALSE(is_pictograph(U'1'));
}

}  // namespace glassformer
