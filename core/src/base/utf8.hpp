// UTF-8 read by character: which bytes are well-formed, which are invalid, and how to show both.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "glassformer/error.hpp"

namespace glassformer {

enum class Utf8State {
  kValid,
  kInvalid,    // no character begins like this
  kTruncated,  // a character begins here, but the text ends before it does
};

struct Utf8Char {
  char32_t value = 0;    // U+FFFD unless valid
  std::size_t size = 1;  // bytes; of a broken one, those that one U+FFFD stands for
  Utf8State state = Utf8State::kValid;
};

/// The character at text[at], at < text.size(). Broken bytes are grouped as the Unicode Standard
/// recommends (chapter 3, "U+FFFD Substitution of Maximal Subparts"), so that decoding in pieces
/// and at once gives the same text.
Utf8Char utf8_char_at(std::string_view text, std::size_t at);

/// An Error that names the first invalid byte and its place.
Status check_utf8(std::string_view text);

void append_utf8(std::string& text, char32_t character);

/// The character, if text is exactly one well-formed character.
std::optional<char32_t> single_character(std::string_view text);

/// How many bytes come before a character that begins but does not end; all of them, if there is
/// none.
std::size_t size_without_truncated_end(std::string_view bytes);

/// bytes with U+FFFD for what is no UTF-8.
std::string to_valid_utf8(std::string_view bytes);

/// bytes with every byte that is no UTF-8 written out: "<0xE4>".
std::string with_bytes_shown(std::string_view bytes);

/// Text from outside, made safe for an error message: valid UTF-8, control characters and those
/// that break a line or turn its direction as <U+000A>, cut after 60 characters.
std::string printable(std::string_view text);
std::string in_quotes(std::string_view text);  // 'printable'

/// "<U+000A>"
std::string code_point_name(char32_t character);

}  // namespace glassformer
