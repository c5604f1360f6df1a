#include "text/tokenizer_words.hpp"

#include "base/utf8.hpp"

namespace glassformer {

Result<std::vector<Token>> WordTokenizer::encode(std::string_view text) const {
  if (Status status = check_utf8(text); !status) return status.error();
  std::vector<Token> tokens;
  for (auto piece = next_word(text, 0, split_); piece;
       piece = next_word(text, piece->end, split_)) {
    const std::string_view word = text.substr(piece->start, piece->end - piece->start);
    const VocabEntry* entry = vocabulary().find(word);
    // A special token is written by programs; in a reader's text its letters are just letters.
    const bool is_known = entry != nullptr && entry->kind != TokenKind::kSpecial;
    if (!is_known && !unknown_) {
      const char* what = split_ == WordSplit::kCharacters ? "character " : "word ";
      return invalid_text("the " + (what + in_quotes(word)) + " is not in this model's vocabulary" +
                          vocabulary().listed_if_small());
    }
    const TokenId id = is_known ? entry->id : *unknown_;
    tokens.push_back({id, shown(id), piece->start, piece->end});
  }
  return tokens;
}

std::string WordTokenizer::bytes_of(TokenId id) const {
  const VocabEntry* entry = vocabulary().find(id);
  return entry == nullptr ? std::string() : entry->token;
}

std::string_view WordTokenizer::separator() const {
  return split_ == WordSplit::kCharacters ? "" : " ";
}

}  // namespace glassformer
