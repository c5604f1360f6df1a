#include "glassformer/article/seeded_self_attention.hpp"

#include <cstdint>
#include <string>
#include <vector>

#include "glassformer/random.hpp"
#include "golden.hpp"

namespace glassformer {
namespace {

TEST_CASE("golden: the article's sentence gives the article's numbers", "[examples][golden]") {
  test::need("seed000_self_attention.json");
  const auto json = test::read_json(test::golden_path("seed000_self_attention.json"));
  const test::TensorFile golden(std::string("seed000_self_attention.safetensors"));
  const auto width = [&](const char* name) { return golden[name].shape.at(1); };
  test::need(width("W_query") == 2 && width("W_value") == 4 && golden["embedded"].shape.at(1) == 3,
             "an example of the article's widths");
  const auto example = test::must(seeded_self_attention(
      json["sentence"].get<std::string>(), json["torch_manual_seed"].get<std::uint64_t>()));

  std::vector<TokenId> ids;
  for (const WordToken& word : example.words) ids.push_back(word.id);
  CHECK(ids == json["ids"].get<std::vector<TokenId>>());
  test::check_close("embedded", example.embedded, golden["embedded"], {5e-7, 0});
  test::check_close("W_query", example.w_query, golden["W_query"], {0, 0});
  test::check_close("W_key", example.w_key, golden["W_key"], {0, 0});
  test::check_close("W_value", example.w_value, golden["W_value"], {0, 0});
  test::check_close("queries", example.result.query, golden["queries"]);
  test::check_close("keys", example.result.key, golden["keys"]);
  test::check_close("values", example.result.value, golden["values"]);
  const AttentionOutput& attention = example.result.attention;
  test::check_close("scores", attention.raw_scores.data, golden["scores"].data);
  test::check_close("weights", attention.pattern.data, golden["attention_weights"].data,
                    test::kProbability);
  test::check_close("output", attention.z.data, golden["output"].data);
}

TEST_CASE("a word's row is that of PyTorch's whole embedding", "[examples]") {
  std::vector<float> table(50'000 * 3);
  Generator(7).randn(table);
  std::string sentence;
  for (int i = 0; i < 100; ++i) sentence += "word" + std::to_string(i * i) + " ";
  const auto example = test::must(seeded_self_attention(sentence, 7));
  REQUIRE(example.words.size() == 100);
  for (std::size_t t = 0; t < 100; ++t) {
    const auto row = static_cast<std::size_t>(example.words[t].id) * 3;
    for (std::size_t i = 0; i < 3; ++i) {
      CHECK(example.embedded.data[t * 3 + i] == table[row + i]);
    }
  }
}

TEST_CASE("a repeated word has one row", "[examples]") {
  const auto example = test::must(seeded_self_attention("to be or not to be"));
  REQUIRE(example.words.size() == 6);
  const auto row = [&](std::size_t t) {
    const float* first = &example.embedded.data[t * 3];
    return std::vector<float>(first, first + 3);
  };
  CHECK(row(0) == row(4));
  CHECK(row(1) == row(5));
  CHECK(row(0) != row(1));
  CHECK(example.result.attention.pattern.shape == Shape{1, 6, 6});
}

TEST_CASE("a Chinese sentence goes the same way", "[examples]") {
  const auto example = test::must(seeded_self_attention("人生苦短，先吃甜点"));
  CHECK(example.words.size() == 8);
  CHECK(example.embedded.shape == Shape{8, 3});
}

TEST_CASE("a sentence that is none, or too long, is an Error", "[examples]") {
  for (const char* none : {"", "  ", " ,, ", "\xFF"}) {
    const auto example = seeded_self_attention(none);
    REQUIRE_FALSE(example.ok());
    CHECK(example.error().code == ErrorCode::kInvalidText);
  }
  std::string words;
  for (int i = 0; i < 20'000; ++i) words += "a ";
  CHECK(seeded_self_attention(words).error().code == ErrorCode::kOutOfMemory);
  for (int i = 0; i < 30'001; ++i) words += "a ";
  CHECK(seeded_self_attention(words).error().message ==
        "the sentence has 50001 words; the example's vocabulary holds 50000");
}

}  // namespace
}  // namespace glassformer
