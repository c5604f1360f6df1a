#include "text/tokenizer_split.hpp"

#include "base/utf8.hpp"
#include "text/unicode_tables.hpp"

namespace glassformer {

namespace {

enum class CharClass { kLetter, kNumber, kSpace, kOther };

CharClass gpt2_class(char32_t character) {
  if (character < 0x80) {
    if ((character | 0x20) >= 'a' && (character | 0x20) <= 'z') return CharClass::kLetter;
    if (character >= '0' && character <= '9') return CharClass::kNumber;
  }
  if (is_white_space(character)) return CharClass::kSpace;
  if (character < 0x80) return CharClass::kOther;
  if (is_letter(character)) return CharClass::kLetter;
  return is_number(character) ? CharClass::kNumber : CharClass::kOther;
}

CharClass word_class(char32_t character) {
  if (is_white_space(character)) return CharClass::kSpace;
  return is_word_character(character) ? CharClass::kLetter : CharClass::kOther;
}

CharClass ink_class(char32_t character) {
  return is_white_space(character) ? CharClass::kSpace : CharClass::kOther;
}

using Classify = CharClass (*)(char32_t);

struct Run {
  CharClass char_class;
  std::size_t end;
  std::size_t last;  // where its last character begins
};

// The longest run of one class that begins at start < text.size().
Run run_at(std::string_view text, std::size_t start, Classify classify) {
  Utf8Char next = utf8_char_at(text, start);
  Run run{classify(next.value), start + next.size, start};
  while (run.end < text.size()) {
    next = utf8_char_at(text, run.end);
    if (classify(next.value) != run.char_class) break;
    run.last = run.end;
    run.end += next.size;
  }
  return run;
}

std::size_t contraction_size(std::string_view text) {
  for (const std::string_view ending : {"'s", "'t", "'re", "'ve", "'m", "'ll", "'d"}) {
    if (text.starts_with(ending)) return ending.size();
  }
  return 0;
}

}  // namespace

std::size_t end_of_gpt2_piece(std::string_view text, std::size_t start) {
  if (const std::size_t size = contraction_size(text.substr(start))) return start + size;
  const Run run = run_at(text, start, gpt2_class);
  if (run.char_class != CharClass::kSpace) return run.end;
  // A single space belongs to the run after it. A longer run of white space leaves its last
  // character to what follows: a space will join it, any other white space is then a piece of its
  // own.
  const bool is_last_of_text = run.end == text.size();
  const bool is_single = run.last == start;
  if (is_single && text[start] == ' ' && !is_last_of_text) {
    return run_at(text, run.end, gpt2_class).end;
  }
  return is_single || is_last_of_text ? run.end : run.last;
}

std::optional<Stretch> next_word(std::string_view text, std::size_t at, WordSplit split) {
  if (at == text.size()) return std::nullopt;
  if (split == WordSplit::kCharacters) return Stretch{at, at + utf8_char_at(text, at).size};
  const Classify classify = split == WordSplit::kWordsAndMarks ? word_class : ink_class;
  Run run = run_at(text, at, classify);
  if (run.char_class == CharClass::kSpace) {
    if (run.end == text.size()) return std::nullopt;
    at = run.end;
    run = run_at(text, at, classify);
  }
  return Stretch{at, run.end};
}

}  // namespace glassformer
