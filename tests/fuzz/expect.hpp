// What the fuzz targets demand: a broken expectation ends the program, and libFuzzer keeps the
// input.
#pragma once

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

#include "base/utf8.hpp"
#include "glassformer/error.hpp"

namespace glassformer::fuzz {

inline void expect(bool holds, const char* what) {
  if (holds) return;
  std::fprintf(stderr, "broken expectation: %s\n", what);
  std::abort();
}

/// One sentence that a page can show: some text, valid UTF-8, no control characters, of bounded
/// length.
inline void expect_sentence(const Error& error) {
  expect(!error.message.empty(), "an error has a message");
  expect(error.message.size() < 2000, "a message is short");
  expect(check_utf8(error.message).ok(), "a message is valid UTF-8");
  for (const char c : error.message) {
    expect(static_cast<unsigned char>(c) >= 0x20 && c != 0x7F, "a message is one line");
  }
}

inline std::string_view text_of(const std::uint8_t* data, std::size_t size) {
  return {reinterpret_cast<const char*>(data), size};
}

}  // namespace glassformer::fuzz
