// Pre-tokenization: text split into pieces before tokens are looked up. All functions take valid
// UTF-8.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

namespace glassformer {

/// A stretch of text, as byte offsets: [start, end), never empty.
struct Stretch {
  std::size_t start, end;
};

/// The end of the piece of GPT-2's pre-split that begins at `start` < text.size(). GPT-2 cuts by
/// the first alternative that matches (OpenAI, gpt-2, encoder.py), with the Unicode categories L
/// and N and with White_Space for \s:
///   's|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+
std::size_t end_of_gpt2_piece(std::string_view text, std::size_t start);

enum class WordSplit {
  kCharacters,     // every character, white space included
  kBetweenSpaces,  // what stands between white space
  kWordsAndMarks,  // runs of letters and digits, and runs of other marks: \w+|[^\w\s]+
};

/// The first piece at or after `at`; nothing where only white space is left.
std::optional<Stretch> next_word(std::string_view text, std::size_t at, WordSplit split);

}  // namespace glassformer
