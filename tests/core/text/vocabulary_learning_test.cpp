#include "glassformer/vocabulary_learning.hpp"

#include <catch_amalgamated.hpp>
#include <map>
#include <random>

#include "text/tokenizer_split.hpp"
#include "tokenizers.hpp"

namespace glassformer {
namespace {

using namespace test;
using Views = std::vector<std::string_view>;

const Views kNoSpecials;
const Views kSpecials = {"<pad>", "<|endoftext|>"};

Texts merges_of(const TokenizerFiles& files) {
  return nlohmann::json::parse(files.tokenizer_json)["model"]["merges"].get<Texts>();
}

std::map<std::string, TokenId> vocab_of(const std::string& json) {
  return nlohmann::json::parse(json).get<std::map<std::string, TokenId>>();
}

std::string symbols_of(std::string_view bytes) {
  std::string text;
  for (const char byte : bytes) append_utf8(text, symbol_of_byte(static_cast<std::uint8_t>(byte)));
  return text;
}

// The definition, word for word: count all neighbours in all pieces, join, begin anew.
Texts merges_by_definition(const Views& documents, std::size_t merge_count) {
  std::vector<Texts> words;
  for (const std::string_view text : documents) {
    for (std::size_t start = 0; start < text.size();) {
      const std::size_t end = end_of_gpt2_piece(text, start);
      Texts& word = words.emplace_back();
      for (; start < end; ++start) word.push_back(symbols_of(text.substr(start, 1)));
    }
  }
  std::map<std::string, int> ids;
  std::map<char32_t, std::string> alphabet;
  for (int byte = 0; byte < 256; ++byte) {
    const std::string symbol = symbols_of(std::string(1, static_cast<char>(byte)));
    alphabet[*single_character(symbol)] = symbol;
  }
  for (const auto& [character, symbol] : alphabet) ids.emplace(symbol, ids.size());

  Texts merges;
  while (merges.size() < merge_count) {
    std::map<std::pair<int, int>, std::size_t> counts;
    std::map<std::pair<int, int>, std::pair<std::string, std::string>> names;
    for (const Texts& word : words) {
      for (std::size_t i = 0; i + 1 < word.size(); ++i) {
        const std::pair key(ids.at(word[i]), ids.at(word[i + 1]));
        ++counts[key];
        names[key] = {word[i], word[i + 1]};
      }
    }
    const auto best =
        std::max_element(counts.begin(), counts.end(), [](const auto& a, const auto& b) {
          return a.second != b.second ? a.second < b.second : a.first > b.first;
        });
    if (best == counts.end() || best->second < 2) break;
    const auto [left, right] = names[best->first];
    merges.push_back(left + " " + right);
    REQUIRE(ids.emplace(left + right, ids.size()).second);
    for (Texts& word : words) {
      for (std::size_t i = 0; i + 1 < word.size(); ++i) {
        if (word[i] != left || word[i + 1] != right) continue;
        word[i] += word[i + 1];
        word.erase(word.begin() + static_cast<std::ptrdiff_t>(i) + 1);
      }
    }
  }
  return merges;
}

std::string random_text(std::mt19937& random) {
  const Texts letters = {"a", "a", "b", "c", " ", " ", "\n", "!", "'s", "é", "你", "好", "😀", "7"};
  std::string text;
  for (std::size_t i = random() % 60; i > 0; --i) text += letters[random() % letters.size()];
  return text;
}

}  // namespace

TEST_CASE("learned merges are those of the definition, on random texts", "[vocabulary]") {
  std::mt19937 random(3);
  for (int round = 0; round < 60; ++round) {
    Texts texts = {"a"};
    for (std::size_t i = random() % 6; i > 0; --i) texts.push_back(random_text(random));
    const Views documents(texts.begin(), texts.end());
    const std::size_t merges = random() % 60;
    const auto files = must(learn_byte_bpe(documents, 256 + merges, kNoSpecials));
    CHECK(merges_of(files) == merges_by_definition(documents, merges));
  }
}

TEST_CASE("a learned byte-level vocabulary opens and gives every text back", "[vocabulary]") {
  std::mt19937 random(4);
  std::string text = "lower lowest low lower newest widest";
  for (int i = 0; i < 50; ++i) text += random_text(random);
  const Views documents = {text};
  const auto files = must(learn_byte_bpe(documents, 330, kSpecials));
  const auto tokenizer = open(files);
  CHECK(tokenizer->vocab_size() == 330);
  for (const std::string& any : kAnyTexts) check_round_trip(*tokenizer, any);
  check_round_trip(*tokenizer, text);
  CHECK(ids_of(*tokenizer, text).size() < text.size() / 2);
}

TEST_CASE("ids are special tokens, then bytes, then merges in their order", "[vocabulary]") {
  const Views documents = {"lo lo lo low low", "lo"};
  const auto files = must(learn_byte_bpe(documents, 262, kSpecials));
  const auto tokenizer = open(files);
  CHECK(tokenizer->id_of("<pad>") == 0);
  CHECK(tokenizer->id_of("<|endoftext|>") == 1);
  CHECK(tokenizer->id_of("!") == 2);  // GPT-2's first byte
  CHECK(tokenizer->id_of("lo") == 258);
  CHECK(merges_of(files) == Texts{"l o", "Ġ lo", "Ġlo w"});
  CHECK(tokenizer->vocab_size() == 261);  // one less than asked for: no pair stands twice any more
}

TEST_CASE("learned special tokens are found in text and known as special", "[vocabulary]") {
  const Views documents = {"<pad> <pad> <pad>"};
  const auto tokenizer = open(must(learn_byte_bpe(documents, 300, kSpecials)));
  CHECK(tokenizer->is_special(0));
  CHECK(tokenizer->is_special(1));
  CHECK_FALSE(tokenizer->is_special(2));
  const Ids ids = ids_of(*tokenizer, "a<|endoftext|><pad>");
  CHECK(ids == Ids{*tokenizer->id_of("a"), 1, 0});
  CHECK(must(tokenizer->decode(ids)) == "a");
}

TEST_CASE("no merge ends in the text of a special token", "[vocabulary]") {
  // A piece of a text holds no more than one kind of characters, so the token does as well.
  const Views documents = {"pad pad pad", "padding padding"};
  const Views specials = {"pad"};
  const auto files = must(learn_byte_bpe(documents, 300, specials));
  const auto vocab = nlohmann::json::parse(files.tokenizer_json)["model"]["vocab"]
                         .get<std::map<std::string, int>>();
  CHECK(vocab.at("pad") == 0);
  for (const std::string& merge : merges_of(files)) {
    std::string token = merge;
    token.erase(token.find(' '), 1);
    CHECK(token != "pad");
    CHECK(vocab.contains(token));
  }
  CHECK(must(open(files)->decode(ids_of(*open(files), "padding"))) == "ding");
}

TEST_CASE("learning twice gives the same bytes, whatever the documents' order", "[vocabulary]") {
  std::mt19937 random(5);
  Texts texts = {"a"};
  for (int i = 0; i < 40; ++i) texts.push_back(random_text(random));
  const Views documents(texts.begin(), texts.end());
  const Views reversed(texts.rbegin(), texts.rend());
  const std::string first = must(learn_byte_bpe(documents, 400, kSpecials)).tokenizer_json;
  CHECK(must(learn_byte_bpe(documents, 400, kSpecials)).tokenizer_json == first);
  CHECK(must(learn_byte_bpe(reversed, 400, kSpecials)).tokenizer_json == first);
  const std::string characters = must(learn_characters(documents, {}, kSpecials)).vocab_json;
  CHECK(must(learn_characters(reversed, {}, kSpecials)).vocab_json == characters);
}

TEST_CASE("one long piece without a break is learned from in reasonable time", "[vocabulary]") {
  std::mt19937 random(6);
  std::string text;
  for (int i = 0; i < 200'000; ++i) text += static_cast<char>('a' + random() % 26);
  const Views documents = {text};
  const auto tokenizer = open(must(learn_byte_bpe(documents, 2000, kNoSpecials)));
  CHECK(tokenizer->vocab_size() == 2000);
  const std::string same(100'000, 'a');
  const Views alike = {same};
  // a a, aa aa, … up to 2^15, which stands three times; then two of those.
  CHECK(merges_of(must(learn_byte_bpe(alike, 2000, kNoSpecials))).size() == 16);
}

TEST_CASE("characters come by falling frequency, then by code point", "[vocabulary]") {
  const Views documents = {"春眠不觉晓，", "春春\n\"\\", "，a"};
  const Views specials = {"<pad>", "<unk>"};
  const auto files = must(learn_characters(documents, {}, specials));
  const std::map<std::string, TokenId> want = {{"<pad>", 0}, {"<unk>", 1}, {"春", 2},  {"，", 3},
                                               {"\n", 4},    {"\"", 5},    {"\\", 6},  {"a", 7},
                                               {"不", 8},    {"晓", 9},    {"眠", 10}, {"觉", 11}};
  CHECK(vocab_of(files.vocab_json) == want);
  const auto tokenizer = open(files);
  CHECK(tokenizer->is_special(0));
  for (const std::string_view text : documents) check_round_trip(*tokenizer, std::string(text));
  CHECK(ids_of(*tokenizer, "春秋") == Ids{2, 1});
}

TEST_CASE("rare characters, and those beyond the size, are left out", "[vocabulary]") {
  const Views documents = {"aaabbc"};
  const Views specials = {"<unk>"};
  const auto vocab = [&](const CharacterLimits& limits) {
    return vocab_of(must(learn_characters(documents, limits, specials)).vocab_json);
  };
  CHECK(vocab({.min_count = 2}) ==
        std::map<std::string, TokenId>{{"<unk>", 0}, {"a", 1}, {"b", 2}});
  CHECK(vocab({.min_count = 1, .vocab_size = 2}) ==
        std::map<std::string, TokenId>{{"<unk>", 0}, {"a", 1}});
}

TEST_CASE("what nothing can be learned from is refused with a sentence", "[vocabulary]") {
  const Views one = {"text"};
  const auto bpe = [](const Views& documents, std::size_t size, const Views& specials) {
    return message_of(learn_byte_bpe(documents, size, specials));
  };
  const auto characters = [](const Views& documents, const CharacterLimits& limits,
                             const Views& specials) {
    return message_of(learn_characters(documents, limits, specials));
  };
  const std::string no_text = "there is no text to learn a vocabulary from";
  CHECK(bpe({}, 300, {}) == no_text);
  CHECK(bpe({"", ""}, 300, {}) == no_text);
  CHECK(characters({""}, {}, {}) == no_text);
  CHECK(bpe(one, 257, kSpecials) ==
        "a vocabulary of 257 tokens is too small: 256 bytes and 2 special tokens need 258");
  CHECK(characters(one, {.min_count = 1, .vocab_size = 2}, kSpecials) ==
        "a vocabulary of 2 tokens is too small: a character and 2 special tokens need 3");
  CHECK(characters(one, {.min_count = 3}, {}) == "no character occurs 3 times in the texts");
  const std::string broken =
      "document 2: the text is not valid UTF-8: byte 0xFF at offset 1 begins no character";
  CHECK(bpe({"a", "b\xFF"}, 300, {}) == broken);
  CHECK(characters({"a", "b\xFF"}, {}, {}) == broken);
  CHECK(bpe(one, 300, {"<s>", "<s>"}) == "the special token '<s>' is given twice");
  CHECK(bpe(one, 300, {""}) == "a special token is empty");
  CHECK(bpe(one, 300, {"<\xFF>"}) == "the special token '<<0xFF>>' is not valid UTF-8");
  CHECK(bpe(one, 300, {"a"}) ==
        "the special token 'a' is the symbol of a byte, expected more than one character");
  CHECK(characters(one, {}, {"pad"}) ==
        "the special token 'pad' is not of the form <name> or [NAME]");
}

}  // namespace glassformer
