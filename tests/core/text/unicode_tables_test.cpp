#include "text/unicode_tables.hpp"

#include <catch_amalgamated.hpp>

namespace glassformer {

TEST_CASE("letters, numbers and white space are told apart beyond ASCII", "[unicode]") {
  for (const char32_t letter : U"aZªéßЯאش한日々ーꙮ𝒜") {
    if (letter != 0) CHECK(is_letter(letter));
  }
  for (const char32_t number : U"09²½٣Ⅻ五①") {
    if (number != 0) CHECK(is_number(number) == (number != U'五'));
  }
  for (const char32_t space : {U'\t', U' ', char32_t{0x85}, char32_t{0xA0}, char32_t{0x3000}}) {
    CHECK(is_white_space(space));
  }
  for (const char32_t mark : {char32_t{0x200B}, char32_t{0xFEFF}, U'_', U'.', char32_t{0x301}}) {
    CHECK_FALSE(is_white_space(mark));
    CHECK_FALSE(is_letter(mark));
  }
}

TEST_CASE("ranges longer than a table's entry have no gaps and no extra characters", "[unicode]") {
  for (char32_t c = 0x4E00; c <= 0x9FFF; ++c) {
    if (!is_letter(c)) FAIL(static_cast<unsigned>(c));
  }
  for (char32_t c = 0xAC00; c <= 0xD7A3; ++c) {
    if (!is_letter(c)) FAIL(static_cast<unsigned>(c));
  }
  CHECK_FALSE(is_letter(0xD7A4));
  CHECK_FALSE(is_letter(0));
  CHECK_FALSE(is_letter(0x10FFFF));
}

TEST_CASE("word characters, punctuation and control characters are known", "[unicode]") {
  CHECK(is_word_character(U'_'));
  CHECK(is_word_character(0x301));
  CHECK_FALSE(is_word_character(U'-'));
  CHECK(is_punctuation_or_control(U'。'));
  CHECK(is_punctuation_or_control(0x200B));
  CHECK_FALSE(is_punctuation_or_control(U'+'));
}

}  // namespace glassformer
