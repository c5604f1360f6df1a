#include "text/tokenizer_vocab.hpp"

#include "golden.hpp"
#include "messages.hpp"

namespace glassformer {

using namespace test;

TEST_CASE("entries are found by id and by token, whatever their order and gaps", "[tokenizer]") {
  const Vocabulary vocabulary = must(Vocabulary::make({{7, "c"}, {0, "a"}, {2, "b"}}, "x"));
  CHECK(vocabulary.find(0)->token == "a");
  CHECK(vocabulary.find(2)->token == "b");
  CHECK(vocabulary.find("c")->id == 7);
  CHECK(vocabulary.size() == 8);
  for (const TokenId id : {-1, 1, 3, 6, 8}) CHECK(vocabulary.find(id) == nullptr);
  CHECK(vocabulary.find("d") == nullptr);
}

TEST_CASE("an id or a token given twice is an error", "[tokenizer]") {
  CHECK(message_of(Vocabulary::make({{1, "a"}, {1, "b"}}, "x")) ==
        "x gives the id 1 to two tokens, 'a' and 'b'");
  CHECK(message_of(Vocabulary::make({{1, "a"}, {2, "a"}}, "x")) ==
        "x holds the token 'a' twice, as 1 and as 2");
  CHECK(message_of(Vocabulary::make({}, "x")) == "x holds no tokens");
  CHECK(Vocabulary::make({{0, std::string(1024, 'a')}}, "x").ok());
  CHECK(message_of(Vocabulary::make({{0, std::string(1025, 'a')}}, "x")) ==
        "x holds the token '" + std::string(60, 'a') + "…' of 1025 bytes, expected at most 1024");
}

TEST_CASE("a small vocabulary is listed in messages, blank characters by number", "[tokenizer]") {
  const Vocabulary vocabulary = must(Vocabulary::make(
      {{0, "<s>", TokenKind::kSpecial}, {1, "a"}, {2, " "}, {3, "\u200E"}, {4, ","}}, "x"));
  CHECK(vocabulary.listed_if_small() == " (a, <U+0020>, <U+200E>, ,)");
}

TEST_CASE("a few very long tokens are not listed: a message stays short", "[tokenizer]") {
  const std::string control(60, '\1');  // shown as <U+0001>, eight times as long
  const Vocabulary vocabulary =
      must(Vocabulary::make({{0, control + "a"}, {1, control + "b"}, {2, "c"}}, "x"));
  CHECK(vocabulary.listed_if_small().empty());
}

TEST_CASE("special tokens are known by their form", "[tokenizer]") {
  for (const char* token :
       {"<s>", "</s>", "<unk>", "<|endoftext|>", "[PAD]", "[SEP]", "<｜end｜>"}) {
    CHECK(looks_special(token));
  }
  for (const char* token :
       {"<", "<>", "<->", "<3>", "<a b>", "<a><b>", "[i]", "[]", "[0]", "s>", ""}) {
    CHECK_FALSE(looks_special(token));
  }
}

}  // namespace glassformer
