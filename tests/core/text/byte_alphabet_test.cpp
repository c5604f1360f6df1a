#include "text/byte_alphabet.hpp"

#include <catch_amalgamated.hpp>

#include "base/utf8.hpp"

namespace glassformer {

TEST_CASE("every byte has a character of its own and comes back from it", "[bpe]") {
  for (int byte = 0; byte < 256; ++byte) {
    std::string symbol;
    append_utf8(symbol, symbol_of_byte(static_cast<std::uint8_t>(byte)));
    CHECK(from_byte_alphabet(symbol) == std::string(1, static_cast<char>(byte)));
  }
}

TEST_CASE("GPT-2 writes a space as Ġ, a line break as Ċ, and Latin letters as themselves",
          "[bpe]") {
  CHECK(from_byte_alphabet("Ġhi!Ċ") == " hi!\n");
  CHECK(from_byte_alphabet("ä½ł") == "你");
  CHECK(from_byte_alphabet("") == "");
  CHECK_FALSE(from_byte_alphabet("你"));
  CHECK_FALSE(from_byte_alphabet("a b"));
}

}  // namespace glassformer
