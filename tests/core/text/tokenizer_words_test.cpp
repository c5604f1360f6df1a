#include "tokenizers.hpp"

namespace glassformer {

using namespace test;

TEST_CASE("a vocabulary of single characters makes a character level", "[tokenizer]") {
  const auto tokenizer = open({.vocab_txt = "<blank>\n<s>\n</s>\na\nb\n你\n"});
  CHECK(ids_of(*tokenizer, "b你a") == Ids{5 - 1, 5, 3});
  CHECK(tokenizer->is_special(1));
  CHECK(must(tokenizer->decode(Ids{1, 3, 4, 2})) == "ab");
  check_round_trip(*tokenizer, "ab你ba");
  CHECK(message_of(tokenizer->encode("abc")) ==
        "the character 'c' is not in this model's vocabulary (a, b, 你)");
  CHECK(message_of(tokenizer->encode("a\n")) ==
        "the character '<U+000A>' is not in this model's vocabulary (a, b, 你)");
  CHECK(code_of(tokenizer->encode("<s>")) == ErrorCode::kInvalidText);
}

TEST_CASE("<unk> stands for what a vocabulary lacks", "[tokenizer]") {
  const auto characters = open({.vocab_txt = "a\nb\n<unk>"});
  const std::vector<Token> tokens = must(characters->encode("a好"));
  CHECK(tokens[1].id == 2);
  CHECK(tokens[1].text == "<unk>");
  CHECK(tokens[1].end == 4);
  const auto words = open({.vocab_json = R"({"[UNK]": 0, "good": 1, "day": 2})"});
  CHECK(ids_of(*words, "good  day\tsir [UNK]") == Ids{1, 2, 0, 0});
  CHECK(must(words->decode(Ids{1, 2})) == "good day");
}

TEST_CASE("an unknown word is an error that names it", "[tokenizer]") {
  const auto tokenizer = open({.vocab_txt = "good\r\nday\r\n"});
  CHECK(ids_of(*tokenizer, "day good") == Ids{1, 0});
  CHECK(message_of(tokenizer->encode("good night")) ==
        "the word 'night' is not in this model's vocabulary (good, day)");
  std::string many = "w";
  for (int i = 0; i < 20; ++i) many += "\nword" + std::to_string(i);
  CHECK(message_of(open({.vocab_txt = many})->encode("x")) ==
        "the word 'x' is not in this model's vocabulary");
}

}  // namespace glassformer
