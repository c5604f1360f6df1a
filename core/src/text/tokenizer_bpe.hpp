// GPT-2's tokenizer: text is split into pieces, a piece is a sequence of bytes, and bytes are
// merged into tokens.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "text/bpe_merges.hpp"
#include "text/tokenizer_vocab.hpp"

namespace glassformer {

struct BpeOptions {
  bool add_prefix_space = false;  // as if the text began with a space
  bool split_pieces = true;       // false: the whole text is one piece
  std::optional<TokenId>
      unknown;  // for a byte that the vocabulary lacks; without it that is an Error
};

/// The two sides of a merge, as the vocabulary writes them.
struct MergeRule {
  std::string left, right;
};

class ByteLevelBpe : public VocabularyTokenizer {
 public:
  /// An Error if a merge takes or makes a token that the vocabulary lacks; `merges_file` names
  /// their source in it.
  static Result<std::unique_ptr<Tokenizer>> make(Vocabulary vocabulary,
                                                 const std::vector<MergeRule>& merges,
                                                 const BpeOptions& options,
                                                 std::string_view merges_file);

  Result<std::vector<Token>> encode(std::string_view text) const override;
  std::string bytes_of(TokenId id) const override;
  std::size_t longest_token() const override;

 private:
  ByteLevelBpe(Vocabulary vocabulary, MergeTable merges, const BpeOptions& options);
  Result<std::vector<Token>> encode_pieces(std::string_view text) const;
  Error unknown_byte(std::string_view text, std::size_t at) const;

  MergeTable merges_;
  BpeOptions options_;
  std::array<std::optional<TokenId>, 256> byte_ids_;
};

}  // namespace glassformer
