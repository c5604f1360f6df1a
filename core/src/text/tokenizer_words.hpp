// Word level and character level: text is split, and every piece is a token.
#pragma once

#include <optional>

#include "text/tokenizer_split.hpp"
#include "text/tokenizer_vocab.hpp"

namespace glassformer {

class WordTokenizer : public VocabularyTokenizer {
 public:
  /// Pieces outside the vocabulary become `unknown`; without one they are an Error that names them.
  WordTokenizer(Vocabulary vocabulary, WordSplit split, std::optional<TokenId> unknown)
      : VocabularyTokenizer(std::move(vocabulary)), split_(split), unknown_(unknown) {}

  Result<std::vector<Token>> encode(std::string_view text) const override;
  std::string bytes_of(TokenId id) const override;
  /// A character of UTF-8; a word has any length.
  std::size_t longest_token() const override { return split_ == WordSplit::kCharacters ? 4 : 0; }
  std::string_view separator() const override;

 private:
  WordSplit split_;
  std::optional<TokenId> unknown_;
};

}  // namespace glassformer
