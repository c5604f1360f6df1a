#include "glassformer/tokenizer.hpp"

#include <algorithm>

#include "base/utf8.hpp"
#include "text/token_ids.hpp"
#include "text/tokenizer_files.hpp"

namespace glassformer {

Result<std::string> Tokenizer::decode(std::span<const TokenId> ids, bool skip_special,
                                      std::size_t rows) const {
  if (Status status = check_ids("ids", ids, std::max(rows, vocab_size())); !status) {
    return status.error();
  }
  std::string bytes;
  for (const TokenId id : ids) {
    if (skip_special && is_special(id)) continue;
    const std::string token = bytes_of(id);
    if (!bytes.empty() && !token.empty()) bytes += separator();
    bytes += token;
  }
  return to_valid_utf8(bytes);
}

std::string Tokenizer::shown(TokenId id) const {
  const std::string bytes = bytes_of(id);
  return bytes.empty() ? "[unused" + std::to_string(id) + "]" : with_bytes_shown(bytes);
}

std::string StreamDecoder::push(TokenId id) {
  if (tokenizer_->is_special(id)) return {};
  const std::string token = tokenizer_->bytes_of(id);
  if (token.empty()) return {};
  if (has_begun_) pending_ += tokenizer_->separator();
  has_begun_ = true;
  pending_ += token;
  const std::size_t certain = size_without_truncated_end(pending_);
  const std::string text = to_valid_utf8(std::string_view(pending_).substr(0, certain));
  pending_.erase(0, certain);
  return text;
}

std::string StreamDecoder::finish() {
  const std::string text = to_valid_utf8(pending_);
  pending_.clear();
  has_begun_ = false;
  return text;
}

Result<std::unique_ptr<Tokenizer>> make_tokenizer(const TokenizerFiles& files) {
  if (!files.tokenizer_json.empty()) return read_tokenizer_json(files.tokenizer_json);
  if (!files.merges_txt.empty() && files.vocab_json.empty()) {
    return invalid_file("merges.txt needs a vocab.json beside it");
  }
  if (!files.merges_txt.empty()) return read_gpt2_files(files.vocab_json, files.merges_txt);
  if (!files.vocab_json.empty()) return read_vocab_json(files.vocab_json);
  if (!files.vocab_txt.empty()) return read_vocab_txt(files.vocab_txt);
  return std::unique_ptr<Tokenizer>();
}

}  // namespace glassformer
