#include "text/tokenizer_bpe.hpp"

#include <algorithm>

#include "base/utf8.hpp"
#include "text/byte_alphabet.hpp"
#include "text/tokenizer_split.hpp"

namespace glassformer {

Result<std::unique_ptr<Tokenizer>> ByteLevelBpe::make(Vocabulary vocabulary,
                                                      const std::vector<MergeRule>& merges,
                                                      const BpeOptions& options,
                                                      std::string_view merges_file) {
  MergeTable table;
  table.reserve(merges.size());
  for (const MergeRule& rule : merges) {
    const VocabEntry* left = vocabulary.find(rule.left);
    const VocabEntry* right = vocabulary.find(rule.right);
    const VocabEntry* result = vocabulary.find(rule.left + rule.right);
    const auto rule_error = [&](const std::string& what) {
      return invalid_file(std::string(merges_file) + " merges " + in_quotes(rule.left) + " and " +
                          in_quotes(rule.right) + what);
    };
    if (left == nullptr || right == nullptr || result == nullptr) {
      const std::string lacking = left == nullptr    ? rule.left
                                  : right == nullptr ? rule.right
                                                     : rule.left + rule.right;
      return rule_error(", but the vocabulary has no " + in_quotes(lacking));
    }
    if (!table.add(left->id, right->id, result->id)) return rule_error(" twice");
  }
  return std::unique_ptr<Tokenizer>(
      new ByteLevelBpe(std::move(vocabulary), std::move(table), options));
}

ByteLevelBpe::ByteLevelBpe(Vocabulary vocabulary, MergeTable merges, const BpeOptions& options)
    : VocabularyTokenizer(std::move(vocabulary)), merges_(std::move(merges)), options_(options) {
  for (std::size_t byte = 0; byte < byte_ids_.size(); ++byte) {
    std::string symbol;
    append_utf8(symbol, symbol_of_byte(static_cast<std::uint8_t>(byte)));
    byte_ids_[byte] = id_of(symbol);
  }
}

Result<std::vector<Token>> ByteLevelBpe::encode(std::string_view text) const {
  if (Status status = check_utf8(text); !status) return status.error();
  if (!options_.add_prefix_space || text.empty() || text.front() == ' ') {
    return encode_pieces(text);
  }
  Result<std::vector<Token>> tokens = encode_pieces(" " + std::string(text));
  if (!tokens) return tokens;
  for (Token& token : *tokens) {  // back to the text without the space
    token.start -= token.start > 0 ? 1 : 0;
    token.end -= 1;
  }
  return tokens;
}

Result<std::vector<Token>> ByteLevelBpe::encode_pieces(std::string_view text) const {
  std::vector<Token> tokens;
  std::vector<BpeSymbol> symbols;
  PieceMerger merger(merges_);
  for (std::size_t start = 0; start < text.size();) {
    const std::size_t end = options_.split_pieces ? end_of_gpt2_piece(text, start) : text.size();
    symbols.clear();
    for (std::size_t at = start; at < end; ++at) {
      std::optional<TokenId> id = byte_ids_[static_cast<std::uint8_t>(text[at])];
      if (!id) id = options_.unknown;
      if (!id) return unknown_byte(text, at);
      symbols.push_back({*id, 1});
    }
    merger.merge(symbols);
    for (const BpeSymbol& symbol : symbols) {
      tokens.push_back({symbol.id, shown(symbol.id), start, start + symbol.size});
      start += symbol.size;
    }
  }
  return tokens;
}

Error ByteLevelBpe::unknown_byte(std::string_view text, std::size_t at) const {
  const std::string byte = with_bytes_shown(text.substr(at, 1));
  std::size_t first = at;
  while ((text[first] & 0xC0) == 0x80) --first;  // back over continuation bytes
  const std::string_view character = text.substr(first, utf8_char_at(text, first).size);
  if (character.size() == 1) {
    return invalid_text("the character " + in_quotes(character) +
                        " is not in this model's vocabulary");
  }
  return invalid_text("the character " + in_quotes(character) +
                      " is not in this model's vocabulary: it lacks the byte " + byte);
}

std::string ByteLevelBpe::bytes_of(TokenId id) const {
  const VocabEntry* entry = vocabulary().find(id);
  if (entry == nullptr) return {};
  if (entry->kind != TokenKind::kOrdinary) return entry->token;
  return from_byte_alphabet(entry->token).value_or(entry->token);
}

std::size_t ByteLevelBpe::longest_token() const {
  std::size_t longest = 1;  // an unknown byte
  for (const VocabEntry& entry : vocabulary().entries()) {
    longest = std::max(longest, bytes_of(entry.id).size());
  }
  return longest;
}

}  // namespace glassformer
