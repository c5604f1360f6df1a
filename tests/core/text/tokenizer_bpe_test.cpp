#include "tokenizers.hpp"

namespace glassformer {

using namespace test;

TEST_CASE("bytes are merged by rank, a space with the word after it", "[tokenizer]") {
  const auto tokenizer = open(small_bpe_files());
  CHECK(texts_of(*tokenizer, "lower low lower") == Texts{"low", "er", " low", " lower"});
  CHECK(ids_of(*tokenizer, "low lower") == Ids{257, 260});
  CHECK(ids_of(*tokenizer, "").empty());
  CHECK(tokenizer->vocab_size() == 267);
}

TEST_CASE("a token inside a character shows its bytes, a whole one its text", "[tokenizer]") {
  const auto tokenizer = open(small_bpe_files());
  // 你 is E4 BD A0, merged; 好 is E5 A5 BD, of which two bytes are merged.
  const std::vector<Token> tokens = must(tokenizer->encode("你好 x"));
  REQUIRE(tokens.size() == 5);
  CHECK(tokens[0].text == "你");
  CHECK(tokens[0].end == 3);
  CHECK(tokens[1].text == "<0xE5><0xA5>");
  CHECK(tokens[1].start == 3);
  CHECK(tokens[1].end == 5);
  CHECK(tokens[2].text == "<0xBD>");
  CHECK(tokens[3].text == " ");
  CHECK(tokens[4].text == "x");
}

TEST_CASE("decode(encode(x)) gives x back, at once and as a stream", "[tokenizer]") {
  const auto tokenizer = open(small_bpe_files());
  for (const std::string& text : kAnyTexts) check_round_trip(*tokenizer, text);
}

TEST_CASE("vocab.json and merges.txt find no special tokens in text", "[tokenizer]") {
  const auto tokenizer = open(small_bpe_files());
  CHECK(texts_of(*tokenizer, "<|e") == Texts{"<", "|", "e"});
  CHECK(ids_of(*tokenizer, "<|endoftext|>").size() == 13);
}

TEST_CASE("a vocabulary may lack bytes; text that needs them is an error", "[tokenizer]") {
  const auto tokenizer =
      open({.vocab_json = R"({"a": 0, "b": 1, "ab": 2, "Ã": 3})", .merges_txt = "a b"});
  CHECK(ids_of(*tokenizer, "abba") == Ids{2, 1, 0});
  CHECK(message_of(tokenizer->encode("abc")) ==
        "the character 'c' is not in this model's vocabulary");
  CHECK(message_of(tokenizer->encode("é")) ==
        "the character 'é' is not in this model's vocabulary: it lacks the byte <0xA9>");
}

}  // namespace glassformer
