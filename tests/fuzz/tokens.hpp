// What holds of the tokens of any text in any tokenizer.
#pragma once

#include <vector>

#include "expect.hpp"
#include "glassformer/tokenizer.hpp"

namespace glassformer::fuzz {

inline std::string stream(const Tokenizer& tokenizer, const std::vector<TokenId>& ids) {
  StreamDecoder decoder(tokenizer);
  std::string text;
  for (const TokenId id : ids) {
    const std::string certain = decoder.push(id);
    expect(check_utf8(certain).ok(), "a stream never shows half a character");
    text += certain;
  }
  return text + decoder.finish();
}

/// Encodes, checks, decodes; gives the decoded text (special tokens included), or nothing where the
/// text is refused.
inline std::optional<std::string> through(const Tokenizer& tokenizer, std::string_view text) {
  const Result<std::vector<Token>> tokens = tokenizer.encode(text);
  if (!tokens) {
    expect_sentence(tokens.error());
    return std::nullopt;
  }
  expect(check_utf8(text).ok(), "only valid UTF-8 is encoded");
  std::vector<TokenId> ids;
  std::size_t done = 0;
  for (const Token& token : tokens.value()) {
    expect(token.start >= done && token.end >= token.start && token.end <= text.size(),
           "tokens follow each other inside the text");
    expect(!tokenizer.bytes_of(token.id).empty(), "a token is of the vocabulary");
    expect(token.id >= 0 && static_cast<std::size_t>(token.id) < tokenizer.vocab_size(),
           "an id is below the vocabulary's size");
    expect(!token.text.empty() && check_utf8(token.text).ok(), "a token can be shown");
    done = token.end;
    ids.push_back(token.id);
  }
  const auto decoded = tokenizer.decode(ids), whole = tokenizer.decode(ids, /*skip_special=*/false);
  expect(decoded.ok() && whole.ok(), "what was encoded can be decoded");
  expect(stream(tokenizer, ids) == *decoded, "a stream says what decode says");
  if (const std::size_t longest = tokenizer.longest_token(); longest > 0) {
    expect(text.size() <= longest * ids.size(), "no token stands for more bytes than the longest");
  }
  return *whole;
}

}  // namespace glassformer::fuzz
