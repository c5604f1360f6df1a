// A vocabulary: tokens as their file writes them, found by id and by text.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "glassformer/error.hpp"
#include "glassformer/tokenizer.hpp"

namespace glassformer {

enum class TokenKind {
  kOrdinary,
  kAdded,    // found in text before anything else, and written as it is
  kSpecial,  // the same, and no part of what a model says: <s>, <|endoftext|>
};

struct VocabEntry {
  TokenId id;
  std::string token;
  TokenKind kind = TokenKind::kOrdinary;
};

class Vocabulary {
 public:
  /// An Error if two entries share an id or a text, if one is longer than 1,024 bytes, or if there
  /// are none; `file` names their source in it.
  static Result<Vocabulary> make(std::vector<VocabEntry> entries, std::string_view file);

  Vocabulary(Vocabulary&&) = default;
  Vocabulary& operator=(Vocabulary&&) = default;
  Vocabulary(const Vocabulary&) = delete;  // by_token_ looks into entries_
  Vocabulary& operator=(const Vocabulary&) = delete;

  const VocabEntry* find(TokenId id) const;
  const VocabEntry* find(std::string_view token) const;
  std::size_t size() const { return static_cast<std::size_t>(entries_.back().id) + 1; }
  const std::vector<VocabEntry>& entries() const {
    return entries_;
  }  // by rising id; gaps are possible

  /// " (a, b, c)", the ordinary tokens of a vocabulary so small that a message can name them; else
  /// nothing.
  std::string listed_if_small() const;

 private:
  Vocabulary() = default;
  std::vector<VocabEntry> entries_;
  std::unordered_map<std::string_view, std::size_t> by_token_;  // places in entries_
};

/// What all tokenizers over a vocabulary share.
class VocabularyTokenizer : public Tokenizer {
 public:
  std::size_t vocab_size() const override { return vocabulary_.size(); }
  std::optional<TokenId> id_of(std::string_view token) const override;
  bool is_special(TokenId id) const override;

 protected:
  explicit VocabularyTokenizer(Vocabulary vocabulary) : vocabulary_(std::move(vocabulary)) {}
  const Vocabulary& vocabulary() const { return vocabulary_; }

 private:
  Vocabulary vocabulary_;
};

/// Ids are bounded, so that no file can ask for a table of any size.
constexpr TokenId kHighestTokenId = 9'999'999;

/// Files without a list of special tokens mark them by their form: <unk>, </s>, <|endoftext|>,
/// [PAD].
bool looks_special(std::string_view token);

}  // namespace glassformer
