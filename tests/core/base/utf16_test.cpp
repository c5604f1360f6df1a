#include "glassformer/utf16.hpp"

#include <catch_amalgamated.hpp>
#include <string>

namespace glassformer {
namespace {

TEST_CASE("offsets in bytes become offsets in UTF-16 units", "[utf16]") {
  const std::string text = "a\u00e9\u4e2d\U0001f600b";  // 1, 2, 3, 4 and 1 bytes
  const Utf16Offsets offsets(text);
  REQUIRE(text.size() == 11);
  const std::size_t begins[] = {0, 1, 1, 2, 2, 2, 3, 3, 3, 3, 5, 6};
  const std::size_t ends[] = {0, 1, 2, 2, 3, 3, 3, 5, 5, 5, 5, 6};
  for (std::size_t i = 0; i <= text.size(); ++i) {
    CAPTURE(i);
    CHECK(offsets.begin(i) == begins[i]);
    CHECK(offsets.end(i) == ends[i]);
  }
  CHECK(Utf16Offsets("").end(0) == 0);
  CHECK(Utf16Offsets("").begin(0) == 0);
}

}  // namespace
}  // namespace glassformer
