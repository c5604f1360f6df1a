// Small tokenizers for the tests, and what must hold of all of them.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "base/utf8.hpp"
#include "glassformer/tokenizer.hpp"
#include "golden.hpp"
#include "messages.hpp"
#include "text/byte_alphabet.hpp"

namespace glassformer::test {

using Ids = std::vector<TokenId>;
using Texts = std::vector<std::string>;

inline std::unique_ptr<Tokenizer> open(const TokenizerFiles& files) {
  auto tokenizer = must(make_tokenizer(files));
  REQUIRE(tokenizer != nullptr);
  return tokenizer;
}

inline std::unique_ptr<Tokenizer> open_json(const nlohmann::json& json) {
  return open({.tokenizer_json = json.dump()});
}

/// The sentence with which files are refused.
inline std::string message(const TokenizerFiles& files) {
  const auto tokenizer = make_tokenizer(files);
  CHECK(code_of(tokenizer) == ErrorCode::kInvalidFile);
  return message_of(tokenizer);
}

inline std::string json_message(const nlohmann::json& json) {
  return message({.tokenizer_json = json.dump()});
}

inline Ids ids_of(const Tokenizer& tokenizer, std::string_view text) {
  Ids ids;
  for (const Token& token : must(tokenizer.encode(text))) ids.push_back(token.id);
  return ids;
}

inline Texts texts_of(const Tokenizer& tokenizer, std::string_view text) {
  Texts texts;
  for (const Token& token : must(tokenizer.encode(text))) texts.push_back(token.text);
  return texts;
}

/// they follow each other, and their bytes are the text's.
inline void check_round_trip(const Tokenizer& tokenizer, const std::string& text) {
  const std::vector<Token> tokens = must(tokenizer.encode(text));
  Ids ids;
  std::size_t done = 0;
  for (const Token& token : tokens) {
    ids.push_back(token.id);
    REQUIRE(token.start == done);
    REQUIRE(text.substr(token.start, token.end - token.start) == tokenizer.bytes_of(token.id));
    REQUIRE(check_utf8(token.text).ok());
    done = token.end;
  }
  REQUIRE(done == text.size());
  REQUIRE(must(tokenizer.decode(ids)) == text);
  StreamDecoder stream(tokenizer);
  std::string streamed;
  for (const TokenId id : ids) {
    const std::string certain = stream.push(id);
    REQUIRE(check_utf8(certain).ok());
    streamed += certain;
  }
  REQUIRE(streamed + stream.finish() == text);
}

// A small vocabulary of GPT-2's kind: the 256 bytes have their own number as id, merges follow.
inline const Texts kMerges = {"l o", "lo w", "e r", "Ġ low", "Ġlow er",
                              "ä ½", "ä½ ł", "å ¥", "Ċ Ċ",   "Ġ Ġ"};

inline nlohmann::json small_bpe_vocab() {
  nlohmann::json vocab;
  for (int byte = 0; byte < 256; ++byte) {
    std::string symbol;
    append_utf8(symbol, symbol_of_byte(static_cast<std::uint8_t>(byte)));
    vocab[symbol] = byte;
  }
  for (std::string merge : kMerges) {
    merge.erase(merge.find(' '), 1);
    vocab[merge] = vocab.size();
  }
  vocab["<|endoftext|>"] = vocab.size();
  return vocab;
}

inline TokenizerFiles small_bpe_files() {
  std::string merges = "#version: 0.2\n";
  for (const std::string& merge : kMerges) merges += merge + "\n";
  return {.vocab_json = small_bpe_vocab().dump(), .merges_txt = merges};
}

inline nlohmann::json small_bpe_json() {
  return {{"model", {{"type", "BPE"}, {"vocab", small_bpe_vocab()}, {"merges", kMerges}}},
          {"pre_tokenizer", {{"type", "ByteLevel"}, {"add_prefix_space", false}}},
          {"added_tokens",
           {{{"id", 266}, {"content", "<|endoftext|>"}, {"special", true}},
            {{"id", 267}, {"content", "<|end"}, {"special", false}}}}};
}

inline nlohmann::json word_level_json(const std::string& pre_tokenizer) {
  return {{"model",
           {{"type", "WordLevel"},
            {"vocab", {{"[UNK]", 0}, {"[BOS]", 1}, {"[EOS]", 2}, {"hi", 3}, {"you", 4}, {",", 5}}},
            {"unk_token", "[UNK]"}}},
          {"pre_tokenizer", {{"type", pre_tokenizer}}},
          {"added_tokens",
           {{{"id", 0}, {"content", "[UNK]"}, {"special", true}},
            {{"id", 1}, {"content", "[BOS]"}, {"special", true}},
            {{"id", 2}, {"content", "[EOS]"}, {"special", true}}}}};
}

inline const std::string kAnyTexts[] = {"",
                                        " ",
                                        "Hello world",
                                        "lower  lowlow\n\n\nslow",
                                        "你好，世界 😀 é",
                                        std::string("\t \r\n\0x", 6),
                                        "don't I'LL we've 12 3½ _x_"};

}  // namespace glassformer::test
