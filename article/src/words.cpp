#include "glassformer/article/words.hpp"

#include <algorithm>

#include "base/utf8.hpp"
#include "character_tables.hpp"
#include "text/unicode_tables.hpp"

namespace glassformer {

namespace {

enum class Kind {
  kSpace,         // ends a word
  kComma,         // is taken out
  kHanCharacter,  // is a word
  kEmoji,         // a run of them is a word
  kJoiner,  // belongs to the character before: variation selectors, skin tones, zero-width joiner
  kOrdinary,
};

bool is_between(char32_t character, char32_t first, char32_t last) {
  return character >= first && character <= last;
}

bool is_joiner(char32_t c) {
  return c == 0x200D || c == 0x20E3 || is_between(c, 0xFE00, 0xFE0F) ||
         is_between(c, 0x1F3FB, 0x1F3FF) || is_between(c, 0xE0020, 0xE01EF);
}

// Also ©, ™ and ‼ may become emoji, but in a sentence they are signs like others; flags are pairs
// of regional indicators.
bool is_emoji(char32_t c) {
  return (c >= 0x2190 && is_pictograph(c)) || is_between(c, 0x1F1E6, 0x1F1FF);
}

// CJK symbols and punctuation, vertical and small forms, full-width forms.
bool is_full_width_punctuation(char32_t c) {
  const bool is_full_width = is_between(c, 0x3000, 0x303F) || is_between(c, 0xFE10, 0xFE6F) ||
                             is_between(c, 0xFF00, 0xFFEF);
  return is_full_width && is_punctuation_or_control(c);
}

Kind kind_of(char32_t c) {
  if (c == U',') return Kind::kComma;
  if (is_white_space(c) || is_full_width_punctuation(c)) return Kind::kSpace;
  if (is_han(c)) return Kind::kHanCharacter;
  if (is_joiner(c)) return Kind::kJoiner;
  return is_emoji(c) ? Kind::kEmoji : Kind::kOrdinary;
}

// Collects the words of a sentence in their order; ids come later.
class Words {
 public:
  void take(char32_t character, std::string_view bytes, std::size_t at) {
    const Kind kind = kind_of(character);
    if (kind == Kind::kComma) return;
    if (kind == Kind::kSpace) return end_word();
    const bool continues =
        kind == Kind::kJoiner ? !word_.text.empty() : kind == kind_ && kind != Kind::kHanCharacter;
    if (!continues) begin_word(kind, at);
    word_.text += bytes;
    word_.end = at + bytes.size();
    has_symbol_ = has_symbol_ || (kind != Kind::kJoiner && !is_punctuation_or_control(character));
  }

  std::vector<WordToken> finish() && {
    end_word();
    return std::move(words_);
  }

 private:
  void begin_word(Kind kind, std::size_t at) {
    end_word();
    kind_ = kind;
    word_.start = at;
  }

  void end_word() {
    if (has_symbol_) words_.push_back(std::move(word_));
    word_ = {};
    kind_ = Kind::kSpace;
    has_symbol_ = false;
  }

  std::vector<WordToken> words_;
  WordToken word_{};
  Kind kind_ = Kind::kSpace;  // of the word's first character; kSpace: no word has begun
  bool has_symbol_ = false;
};

// The article's {s: i for i, s in enumerate(sorted(words))}: of equal words the last number counts.
void number(std::vector<WordToken>& words) {
  std::vector<std::string_view> sorted;
  for (const WordToken& word : words) sorted.push_back(word.text);
  std::sort(sorted.begin(), sorted.end());  // by bytes, which in UTF-8 is by code points
  for (WordToken& word : words) {
    const auto after = std::upper_bound(sorted.begin(), sorted.end(), std::string_view(word.text));
    word.id = static_cast<TokenId>(after - sorted.begin() - 1);
  }
}

}  // namespace

Result<std::vector<WordToken>> article_words(std::string_view sentence) {
  if (Status status = check_utf8(sentence); !status) return status.error();
  Words collector;
  for (std::size_t at = 0; at < sentence.size();) {
    const Utf8Char next = utf8_char_at(sentence, at);
    collector.take(next.value, sentence.substr(at, next.size), at);
    at += next.size;
  }
  std::vector<WordToken> words = std::move(collector).finish();
  if (words.empty()) {
    return invalid_text("the sentence has no words: type at least one letter, digit or character");
  }
  number(words);
  return words;
}

}  // namespace glassformer
