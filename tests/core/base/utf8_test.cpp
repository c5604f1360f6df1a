#include "base/utf8.hpp"

#include "messages.hpp"

namespace glassformer {

using namespace test;

TEST_CASE("every character is written and read back", "[utf8]") {
  for (char32_t character = 0; character <= 0x10FFFF; ++character) {
    if (character >= 0xD800 && character <= 0xDFFF) continue;
    std::string text;
    append_utf8(text, character);
    const Utf8Char read = utf8_char_at(text, 0);
    if (read.value != character || read.size != text.size() || read.state != Utf8State::kValid) {
      FAIL("U+" << std::hex << static_cast<std::uint32_t>(character));
    }
  }
}

TEST_CASE("what is no character is invalid", "[utf8]") {
  for (const std::string_view bytes :
       {"\x80", "\xBF", "\xC0\x80", "\xC1\xBF", "\xE0\x80\x80", "\xED\xA0\x80", "\xF0\x80\x80\x80",
        "\xF4\x90\x80\x80", "\xF5\x80\x80\x80", "\xFF", "\xE4\x41", "\xF0\x9F\x41"}) {
    CAPTURE(with_bytes_shown(bytes));
    CHECK(utf8_char_at(bytes, 0).state == Utf8State::kInvalid);
    CHECK_FALSE(check_utf8(bytes).ok());
    CHECK_FALSE(single_character(bytes));
  }
}

TEST_CASE("a character that the text cuts off is truncated, not invalid", "[utf8]") {
  for (const std::string_view bytes : {"\xC3", "\xE4", "\xE4\xBD", "\xF0", "\xF0\x9F\x98"}) {
    const Utf8Char read = utf8_char_at(bytes, 0);
    CHECK(read.state == Utf8State::kTruncated);
    CHECK(read.size == bytes.size());
    CHECK(size_without_truncated_end("ab" + std::string(bytes)) == 2);
  }
  CHECK(size_without_truncated_end("ab\xFF") == 3);
}

TEST_CASE("broken bytes become U+FFFD as the Unicode Standard's table 3-8 shows", "[utf8]") {
  CHECK(to_valid_utf8("a\xF1\x80\x80\xE1\x80\xC2"
                      "b\x80"
                      "c\x80\xBF"
                      "d") == "a\uFFFD\uFFFD\uFFFDb\uFFFDc\uFFFD\uFFFDd");
  CHECK(to_valid_utf8("你好") == "你好");
}

TEST_CASE("broken bytes are shown one by one, whole characters as they are", "[utf8]") {
  CHECK(with_bytes_shown(" \xE4\xBD") == " <0xE4><0xBD>");
  CHECK(with_bytes_shown("é\xFF") == "é<0xFF>");
}

TEST_CASE("an invalid byte is named with its place", "[utf8]") {
  const Status status = check_utf8("ab\xFFz");
  CHECK(code_of(status) == ErrorCode::kInvalidText);
  CHECK(message_of(status) ==
        "the text is not valid UTF-8: byte 0xFF at offset 2 begins no character");
  CHECK(check_utf8("").ok());
  CHECK(check_utf8("aé你😀").ok());
}

TEST_CASE("quotes are safe for any bytes and never long", "[utf8]") {
  CHECK(in_quotes("word") == "'word'");
  CHECK(in_quotes("a\nb\x7F") == "'a<U+000A>b<U+007F>'");
  // Right-to-left override, isolate, line separator, Arabic letter mark.
  CHECK(in_quotes("a\u202Eb\u2066\u2028\u061C") == "'a<U+202E>b<U+2066><U+2028><U+061C>'");
  CHECK(in_quotes("\xE4") == "'\uFFFD'");
  CHECK(in_quotes(std::string(61, 'x')) == "'" + std::string(60, 'x') + "…'");
  CHECK(in_quotes(std::string(60, 'x')) == "'" + std::string(60, 'x') + "'");
}

}  // namespace glassformer
