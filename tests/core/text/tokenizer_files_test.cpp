#include "tokenizers.hpp"

namespace glassformer {

using namespace test;

TEST_CASE("broken GPT-2 files are errors that name the line or the token", "[tokenizer]") {
  const auto with_merges = [](const std::string& merges) {
    return message({.vocab_json = R"({"a": 0, "b": 1, "ab": 2})", .merges_txt = merges});
  };
  CHECK(with_merges("#version: 0.2\na b\nab\n") ==
        "merges.txt line 3 is 'ab', expected two tokens and a space between");
  CHECK(with_merges("a b c").starts_with("merges.txt line 1 is 'a b c'"));
  CHECK(with_merges("a ").starts_with("merges.txt line 1 is 'a '"));
  CHECK(with_merges("a c") == "merges.txt merges 'a' and 'c', but the vocabulary has no 'c'");
  CHECK(with_merges("b a") == "merges.txt merges 'b' and 'a', but the vocabulary has no 'ba'");
  CHECK(with_merges("a b\r\na b\r\n") == "merges.txt merges 'a' and 'b' twice");
  CHECK(with_merges("a \xFF").starts_with("merges.txt: the text is not valid UTF-8"));

  const auto with_vocab = [](const std::string& vocab) {
    return message({.vocab_json = vocab, .merges_txt = "a b"});
  };
  CHECK(with_vocab("[]") == "vocab.json is a list, expected an object of tokens and ids");
  CHECK(with_vocab(R"({"a": 0, "b": 0})") ==
        "vocab.json gives the id 0 to two tokens, 'a' and 'b'");
  CHECK(with_vocab(R"({"a": 0, "a": 1})") == "vocab.json has the name 'a' twice in one object");
  CHECK(with_vocab(R"({"a": -1})") ==
        "vocab.json gives 'a' the id -1, expected an integer from 0 to 9999999");
  CHECK(with_vocab(R"({"": 1})") == "vocab.json holds an empty token");
  CHECK(with_vocab("{}") == "vocab.json holds no tokens");
  CHECK(with_vocab("{") == "vocab.json is not valid JSON: it ends too early");
  CHECK(message({.merges_txt = "a b"}) == "merges.txt needs a vocab.json beside it");
  CHECK(message({.vocab_json = R"({"Ġthe": 0, "a": 1})"}) ==
        "vocab.json is a byte-level BPE vocabulary (it holds 'Ġthe'), but merges.txt is missing");
}

TEST_CASE("a vocab.txt that cannot be meant is an error", "[tokenizer]") {
  CHECK(message({.vocab_txt = "a\n\nb"}) == "vocab.txt line 2 is empty, expected a token");
  CHECK(message({.vocab_txt = "a\nb\na"}) == "vocab.txt holds the token 'a' twice, as 0 and as 2");
  CHECK(message({.vocab_txt = "<s>\n</s>"}) == "vocab.txt holds no ordinary token");
  CHECK(message({.vocab_txt = "a\n\xFF"}) ==
        "vocab.txt: the text is not valid UTF-8: byte 0xFF at offset 2 begins no character");
}

}  // namespace glassformer
