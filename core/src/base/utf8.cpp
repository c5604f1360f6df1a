#include "base/utf8.hpp"

#include <cstdint>

namespace glassformer {

namespace {

constexpr std::string_view kReplacement = "\xEF\xBF\xBD";  // U+FFFD

std::string hex(std::uint32_t value, int digits) {
  std::string text;
  for (int shift = 4 * (digits - 1); shift >= 0; shift -= 4) {
    text += "0123456789ABCDEF"[value >> shift & 0xF];
  }
  return text;
}

// What a lead byte determines (Unicode Standard, table 3-7): the sequence's length, the range of
// its second byte, the bits it gives to the character.
struct Lead {
  std::size_t size = 0;  // 0: not a lead byte
  std::uint8_t second_min = 0x80;
  std::uint8_t second_max = 0xBF;
  char32_t bits = 0;
};

Lead lead_of(std::uint8_t byte) {
  if (byte < 0x80) return {1, 0, 0, byte};
  if (byte < 0xC2) return {};  // a continuation byte, or an overlong form
  if (byte < 0xE0) return {2, 0x80, 0xBF, byte & 0x1FU};
  if (byte == 0xE0) return {3, 0xA0, 0xBF, 0};
  if (byte == 0xED) return {3, 0x80, 0x9F, 0xDU};  // no surrogates
  if (byte < 0xF0) return {3, 0x80, 0xBF, byte & 0xFU};
  if (byte == 0xF0) return {4, 0x90, 0xBF, 0};
  if (byte < 0xF4) return {4, 0x80, 0xBF, byte & 0x7U};
  if (byte == 0xF4) return {4, 0x80, 0x8F, 4};
  return {};
}

}  // namespace

Utf8Char utf8_char_at(std::string_view text, std::size_t at) {
  const auto byte_at = [&](std::size_t i) { return static_cast<std::uint8_t>(text[i]); };
  const Lead lead = lead_of(byte_at(at));
  if (lead.size == 0) return {0xFFFD, 1, Utf8State::kInvalid};
  char32_t value = lead.bits;
  for (std::size_t i = 1; i < lead.size; ++i) {
    if (at + i == text.size()) return {0xFFFD, i, Utf8State::kTruncated};
    const std::uint8_t byte = byte_at(at + i);
    const std::uint8_t min = i == 1 ? lead.second_min : 0x80;
    const std::uint8_t max = i == 1 ? lead.second_max : 0xBF;
    if (byte < min || byte > max) return {0xFFFD, i, Utf8State::kInvalid};
    value = value << 6 | (byte & 0x3FU);
  }
  return {value, lead.size, Utf8State::kValid};
}

Status check_utf8(std::string_view text) {
  for (std::size_t at = 0; at < text.size();) {
    const Utf8Char next = utf8_char_at(text, at);
    if (next.state != Utf8State::kValid) {
      return invalid_text("the text is not valid UTF-8: byte 0x" +
                          hex(static_cast<std::uint8_t>(text[at]), 2) + " at offset " +
                          std::to_string(at) + " begins no character");
    }
    at += next.size;
  }
  return ok_status();
}

void append_utf8(std::string& text, char32_t character) {
  const auto put = [&](char32_t byte) { text += static_cast<char>(byte); };
  if (character < 0x80) {
    put(character);
  } else if (character < 0x800) {
    put(0xC0 | character >> 6);
    put(0x80 | (character & 0x3F));
  } else if (character < 0x10000) {
    put(0xE0 | character >> 12);
    put(0x80 | (character >> 6 & 0x3F));
    put(0x80 | (character & 0x3F));
  } else {
    put(0xF0 | character >> 18);
    put(0x80 | (character >> 12 & 0x3F));
    put(0x80 | (character >> 6 & 0x3F));
    put(0x80 | (character & 0x3F));
  }
}

std::optional<char32_t> single_character(std::string_view text) {
  if (text.empty()) return std::nullopt;
  const Utf8Char first = utf8_char_at(text, 0);
  if (first.state != Utf8State::kValid || first.size != text.size()) return std::nullopt;
  return first.value;
}

std::size_t size_without_truncated_end(std::string_view bytes) {
  for (std::size_t at = 0; at < bytes.size();) {
    const Utf8Char next = utf8_char_at(bytes, at);
    if (next.state == Utf8State::kTruncated) return at;
    at += next.size;
  }
  return bytes.size();
}

std::string to_valid_utf8(std::string_view bytes) {
  std::string text;
  text.reserve(bytes.size());
  for (std::size_t at = 0; at < bytes.size();) {
    const Utf8Char next = utf8_char_at(bytes, at);
    text += next.state == Utf8State::kValid ? bytes.substr(at, next.size) : kReplacement;
    at += next.size;
  }
  return text;
}

std::string with_bytes_shown(std::string_view bytes) {
  std::string text;
  for (std::size_t at = 0; at < bytes.size();) {
    const Utf8Char next = utf8_char_at(bytes, at);
    if (next.state == Utf8State::kValid) {
      text += bytes.substr(at, next.size);
    } else {
      for (std::size_t i = at; i < at + next.size; ++i) {
        text += "<0x" + hex(static_cast<std::uint8_t>(bytes[i]), 2) + ">";
      }
    }
    at += next.size;
  }
  return text;
}

namespace {

// Bidi_Control of Unicode, and the separators of lines and paragraphs.
bool changes_the_line(char32_t c) {
  return c == 0x061C || c == 0x200E || c == 0x200F || (c >= 0x2028 && c <= 0x202E) ||
         (c >= 0x2066 && c <= 0x2069);
}

}  // namespace

std::string printable(std::string_view text) {
  constexpr std::size_t kMaxCharacters = 60;
  std::string result;
  std::size_t at = 0;
  for (std::size_t count = 0; at < text.size() && count < kMaxCharacters; ++count) {
    const Utf8Char next = utf8_char_at(text, at);
    const bool is_control = next.value < 0x20 || (next.value >= 0x7F && next.value < 0xA0);
    if (next.state != Utf8State::kValid) {
      result += kReplacement;
    } else if (is_control || changes_the_line(next.value)) {
      result += code_point_name(next.value);
    } else {
      result += text.substr(at, next.size);
    }
    at += next.size;
  }
  return at < text.size() ? result + "…" : result;
}

std::string in_quotes(std::string_view text) { return "'" + printable(text) + "'"; }

std::string code_point_name(char32_t character) {
  return "<U+" + hex(character, character > 0xFFFF ? 6 : 4) + ">";
}

}  // namespace glassformer
