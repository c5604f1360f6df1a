#include "glassformer/vocabulary_learning.hpp"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "base/sorting.hpp"
#include "base/utf8.hpp"
#include "files/json_string.hpp"
#include "text/byte_alphabet.hpp"
#include "text/tokenizer_split.hpp"
#include "text/tokenizer_vocab.hpp"
#include "text/vocabulary_learning_bpe.hpp"

namespace glassformer {

namespace {

constexpr std::size_t kBytes = 256;

using Texts = std::span<const std::string_view>;

Status check_documents(Texts documents) {
  bool has_text = false;
  for (std::size_t i = 0; i < documents.size(); ++i) {
    if (Status status = check_utf8(documents[i]); !status) {
      return invalid_text("document " + std::to_string(i + 1) + ": " + status.error().message);
    }
    has_text = has_text || !documents[i].empty();
  }
  if (!has_text) return invalid_text("there is no text to learn a vocabulary from");
  return ok_status();
}

Status check_special_tokens(Texts tokens) {
  std::unordered_set<std::string_view> seen;
  for (const std::string_view token : tokens) {
    if (token.empty()) return invalid_argument("a special token is empty");
    if (!check_utf8(token)) {
      return invalid_argument("the special token '" + with_bytes_shown(token) +
                              "' is not valid UTF-8");
    }
    if (!seen.insert(token).second) {
      return invalid_argument("the special token " + in_quotes(token) + " is given twice");
    }
  }
  return ok_status();
}

Status check_size(std::size_t vocab_size, std::size_t needed, const std::string& for_what) {
  if (vocab_size >= needed) return ok_status();
  return invalid_argument("a vocabulary of " + std::to_string(vocab_size) +
                          " tokens is too small: " + for_what + " need " + std::to_string(needed));
}

// {"token": place, …}
void append_vocab(std::string& json, const std::vector<std::string>& tokens) {
  json += '{';
  for (std::size_t id = 0; id < tokens.size(); ++id) {
    if (id > 0) json += ',';
    append_json_string(json, tokens[id]);
    json += ':' + std::to_string(id);
  }
  json += '}';
}

// --- Byte-pair encoding ---

std::vector<std::string> byte_symbols() {
  std::vector<char32_t> symbols;
  for (std::size_t byte = 0; byte < kBytes; ++byte) {
    symbols.push_back(symbol_of_byte(static_cast<std::uint8_t>(byte)));
  }
  std::sort(symbols.begin(), symbols.end());
  std::vector<std::string> texts(kBytes);
  for (std::size_t i = 0; i < kBytes; ++i) append_utf8(texts[i], symbols[i]);
  return texts;
}

// Every distinct piece of the texts is a word, in bytes; pieces are merged independently,
// so that their order does not matter.
MergeLearner count_words(Texts documents, const std::vector<std::string>& tokens,
                         std::size_t first_byte) {
  std::unordered_map<std::string_view, std::size_t> words;
  for (const std::string_view text : documents) {
    for (std::size_t start = 0; start < text.size();) {
      const std::size_t end = end_of_gpt2_piece(text, start);
      ++words[text.substr(start, end - start)];
      start = end;
    }
  }
  TokenId byte_ids[kBytes] = {};
  for (std::size_t id = first_byte; id < first_byte + kBytes; ++id) {
    byte_ids[static_cast<std::uint8_t>(from_byte_alphabet(tokens[id])->front())] =
        static_cast<TokenId>(id);
  }
  MergeLearner learner;
  std::vector<TokenId> symbols;
  for (const auto& [word, count] : words) {
    symbols.clear();
    for (const char c : word) symbols.push_back(byte_ids[static_cast<std::uint8_t>(c)]);
    learner.add_word(symbols, count);
  }
  return learner;
}

// Extends `tokens` up to vocab_size.
std::vector<NeighbourPair> learn_merges(MergeLearner learner, std::size_t vocab_size,
                                        Texts special_tokens, std::vector<std::string>& tokens) {
  std::vector<NeighbourPair> merges;
  while (tokens.size() < vocab_size) {
    const std::optional<NeighbourPair> pair = learner.most_frequent();
    if (!pair) break;
    std::string token = tokens[static_cast<std::size_t>(pair->left)] +
                        tokens[static_cast<std::size_t>(pair->right)];
    // A merge must not end in a special token, whose text stands for something else.
    if (std::find(special_tokens.begin(), special_tokens.end(), token) != special_tokens.end()) {
      learner.forbid(*pair);
      continue;
    }
    learner.merge(*pair, static_cast<TokenId>(tokens.size()));
    merges.push_back(*pair);
    tokens.push_back(std::move(token));
  }
  return merges;
}

// Hugging Face's file in full, so that their tokenizers open it too.
std::string tokenizer_json(const std::vector<std::string>& tokens, std::size_t special_count,
                           const std::vector<NeighbourPair>& merges) {
  std::string json = R"({"version":"1.0","truncation":null,"padding":null,"added_tokens":[)";
  for (std::size_t id = 0; id < special_count; ++id) {
    json += (id > 0 ? ",{\"id\":" : "{\"id\":") + std::to_string(id) + ",\"content\":";
    append_json_string(json, tokens[id]);
    json +=
        R"(,"single_word":false,"lstrip":false,"rstrip":false,"normalized":false,"special":true})";
  }
  json +=
      R"(],"normalizer":null,)"
      R"("pre_tokenizer":{"type":"ByteLevel","add_prefix_space":false,"trim_offsets":true,"use_regex":true},)"
      R"("post_processor":null,)"
      R"("decoder":{"type":"ByteLevel","add_prefix_space":true,"trim_offsets":true,"use_regex":true},)"
      R"("model":{"type":"BPE","dropout":null,"unk_token":null,"continuing_subword_prefix":null,)"
      R"("end_of_word_suffix":null,"fuse_unk":false,"byte_fallback":false,"vocab":)";
  append_vocab(json, tokens);
  json += ",\"merges\":[";
  for (std::size_t i = 0; i < merges.size(); ++i) {
    if (i > 0) json += ',';
    append_json_string(json, tokens[static_cast<std::size_t>(merges[i].left)] + ' ' +
                                 tokens[static_cast<std::size_t>(merges[i].right)]);
  }
  return json + "]}}\n";
}

// --- Characters ---

struct CountedCharacter {
  char32_t character;
  std::size_t count;
};

std::vector<CountedCharacter> count_characters(Texts documents) {
  std::unordered_map<char32_t, std::size_t> counts;
  for (const std::string_view text : documents) {
    for (std::size_t at = 0; at < text.size();) {
      const Utf8Char next = utf8_char_at(text, at);
      ++counts[next.value];
      at += next.size;
    }
  }
  std::vector<CountedCharacter> characters;
  for (const auto& [character, count] : counts) characters.push_back({character, count});
  small_sort(std::span(characters), [](const CountedCharacter& a, const CountedCharacter& b) {
    return a.count != b.count ? a.count > b.count : a.character < b.character;
  });
  return characters;
}

}  // namespace

Result<TokenizerFiles> learn_byte_bpe(Texts documents, std::size_t vocab_size,
                                      Texts special_tokens) {
  if (Status status = check_special_tokens(special_tokens); !status) return status.error();
  const std::vector<std::string> bytes = byte_symbols();
  for (const std::string_view token : special_tokens) {
    if (std::find(bytes.begin(), bytes.end(), token) != bytes.end()) {
      return invalid_argument("the special token " + in_quotes(token) +
                              " is the symbol of a byte, expected more than one character");
    }
  }
  const std::size_t base = special_tokens.size() + kBytes;
  Status status =
      check_size(vocab_size, base,
                 "256 bytes and " + std::to_string(special_tokens.size()) + " special tokens");
  if (!status) return status.error();
  if (Status texts = check_documents(documents); !texts) return texts.error();

  std::vector<std::string> tokens(special_tokens.begin(), special_tokens.end());
  tokens.insert(tokens.end(), bytes.begin(), bytes.end());
  const std::vector<NeighbourPair> merges = learn_merges(
      count_words(documents, tokens, special_tokens.size()), vocab_size, special_tokens, tokens);
  TokenizerFiles files;
  files.tokenizer_json = tokenizer_json(tokens, special_tokens.size(), merges);
  return files;
}

Result<TokenizerFiles> learn_characters(Texts documents, const CharacterLimits& limits,
                                        Texts special_tokens) {
  if (Status status = check_special_tokens(special_tokens); !status) return status.error();
  for (const std::string_view token : special_tokens) {
    if (!looks_special(token)) {
      return invalid_argument("the special token " + in_quotes(token) +
                              " is not of the form <name> or [NAME]");
    }
  }
  Status status =
      check_size(limits.vocab_size, special_tokens.size() + 1,
                 "a character and " + std::to_string(special_tokens.size()) + " special tokens");
  if (!status) return status.error();
  if (Status texts = check_documents(documents); !texts) return texts.error();

  std::vector<std::string> tokens(special_tokens.begin(), special_tokens.end());
  for (const auto& [character, count] : count_characters(documents)) {
    if (count < limits.min_count || tokens.size() == limits.vocab_size) break;
    append_utf8(tokens.emplace_back(), character);
  }
  if (tokens.size() == special_tokens.size()) {
    return invalid_text("no character occurs " + std::to_string(limits.min_count) +
                        " times in the texts");
  }
  TokenizerFiles files;
  append_vocab(files.vocab_json, tokens);
  files.vocab_json += '\n';
  return files;
}

}  // namespace glassformer
