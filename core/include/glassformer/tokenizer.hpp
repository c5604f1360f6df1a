// Text to tokens and back. Every token knows the stretch of text it came from; what is decoded
// piece by piece never shows half a character.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "glassformer/error.hpp"

namespace glassformer {

using TokenId = std::int32_t;

struct Token {
  TokenId id = 0;
  std::string text;  // how to show it: valid UTF-8; a token that ends inside a character shows its
                     // bytes as <0xE4>
  std::size_t start = 0;  // byte offsets into the UTF-8 text; [start, end), empty for a token that
                          // no text stands for
  std::size_t end = 0;
};

/// Text in UTF-8 is checked by encode; an invalid byte gives an Error that names its place. Tokens
/// come in the order of the text, and n characters take O(n log n) time at most.
class Tokenizer {
 public:
  virtual ~Tokenizer() = default;

  virtual Result<std::vector<Token>> encode(std::string_view text) const = 0;
  /// The bytes of one token; an unknown id has none. Special tokens have their written form.
  virtual std::string bytes_of(TokenId id) const = 0;
  /// The highest id of a token, plus one.
  virtual std::size_t vocab_size() const = 0;
  /// No token of encode() stands for more bytes of the text; 0 where there is no such bound.
  virtual std::size_t longest_token() const { return 0; }
  /// By the form that the vocabulary's file writes: GPT-2's " is" is "Ġis".
  virtual std::optional<TokenId> id_of(std::string_view token) const = 0;
  virtual bool is_special(TokenId id) const = 0;
  /// What stands between the bytes of two tokens in decoded text: a space at word level, else
  /// nothing.
  virtual std::string_view separator() const { return {}; }

  /// All ids' bytes, joined (special tokens left out unless asked for), with U+FFFD for what is no
  /// UTF-8. An id without a token adds nothing; one that is not below vocab_size() and not below
  /// `rows` is an Error. `rows` is the vocabulary of a model, which may have more rows than there
  /// are tokens: checkpoints pad theirs to a round number.
  Result<std::string> decode(std::span<const TokenId> ids, bool skip_special = true,
                             std::size_t rows = 0) const;
  /// How to show one token: its text where that is valid UTF-8, else its bytes as "<0xE4>"; an id
  /// without a token as "[unused7]".
  std::string shown(TokenId id) const;
};

/// Decodes a stream: each call gives the text that has become certain, holding back the bytes of an
/// unfinished character. All calls' texts together are decode() of all ids; special tokens are left
/// out.
class StreamDecoder {
 public:
  explicit StreamDecoder(const Tokenizer& tokenizer) : tokenizer_(&tokenizer) {}
  std::string push(TokenId id);
  std::string finish();  // what is left, with U+FFFD for an unfinished character

 private:
  const Tokenizer* tokenizer_;
  std::string pending_;
  bool has_begun_ = false;
};

/// The files of a model's folder that may describe its tokenizer; empty where the folder lacks one.
struct TokenizerFiles {
  std::string tokenizer_json{};  // Hugging Face tokenizers
  std::string vocab_json{};      // {"token": id}
  std::string merges_txt{};      // with vocab_json: GPT-2's byte-level BPE
  std::string vocab_txt{};       // a token a line
};

/// Chooses by what is there, the first of these; no file at all gives a null pointer, not an Error.
///   tokenizer.json of Hugging Face's tokenizers: model type BPE with ByteLevel, or WordLevel with
///   a WhitespaceSplit,
///     Whitespace or per-character Split pre-tokenizer. Its added tokens are found in text before
///     anything else, and a TemplateProcessing puts its special tokens around every text. What it
///     asks for beyond that is an Error.
///   vocab.json + merges.txt: GPT-2's byte-level BPE.
///   vocab.json or vocab.txt alone: character level if every ordinary entry is a single character,
///   else word level, cut
///     at white space. <unk>, [UNK] or <UNK> stands for what the vocabulary lacks; without one that
///     is an Error.
/// Without a tokenizer.json, special tokens are known by their form (<s>, <|endoftext|>, [PAD]) and
/// never found in text.
Result<std::unique_ptr<Tokenizer>> make_tokenizer(const TokenizerFiles& files);

}  // namespace glassformer
