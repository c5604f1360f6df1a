#include "shortest_time.hpp"
#include "tokenizers.hpp"

namespace glassformer {

using namespace test;

TEST_CASE("added tokens are found in text before anything else, the longest first", "[tokenizer]") {
  const auto tokenizer = open_json(small_bpe_json());
  const std::vector<Token> tokens = must(tokenizer->encode("low<|endoftext|> low<|end<|"));
  REQUIRE(tokens.size() == 6);
  CHECK(tokens[1].id == 266);
  CHECK(tokens[1].text == "<|endoftext|>");
  CHECK(tokens[1].start == 3);
  CHECK(tokens[1].end == 16);
  CHECK(tokens[2].text == " low");
  CHECK(tokens[2].start == 16);
  CHECK(tokens[3].id == 267);
  CHECK_FALSE(tokenizer->is_special(267));
  CHECK(must(tokenizer->decode(Ids{266, 267})) == "<|end");
  CHECK(ids_of(*tokenizer, "<|endoftext|><|endoftext|>") == Ids{266, 266});
}

TEST_CASE("of many added tokens the longest that begins the text is found", "[tokenizer]") {
  nlohmann::json json = small_bpe_json();
  const std::vector<std::string> contents = {"<|",      "<|a|>", "<|a",  "<|ab",
                                             "<|a|>b>", "~~",    "<|b>", "<|aa"};
  json["added_tokens"] = nlohmann::json::array();
  for (std::size_t i = 0; i < contents.size(); ++i)
    json["added_tokens"].push_back({{"id", 267 + i}, {"content", contents[i]}, {"special", false}});
  const auto tokenizer = open_json(json);
  for (const std::string& text : contents) {
    for (const std::string after : {"", "\x01", "~", "<", "?"}) {
      // What follows may make it a longer one, which is looked for as the definition says.
      std::string longest;
      const std::string whole = text + after;
      for (const std::string& content : contents)
        if (whole.starts_with(content) && content.size() > longest.size()) longest = content;
      CAPTURE(whole);
      CHECK(must(tokenizer->encode(whole))[0].text == longest);
    }
  }
}

TEST_CASE("a text costs the same with many added tokens as with few", "[tokenizer]") {
  const auto seconds = [](std::size_t count) {
    nlohmann::json json = small_bpe_json();
    json["added_tokens"] = nlohmann::json::array();
    for (std::size_t i = 1; i <= count; ++i)
      json["added_tokens"].push_back(
          {{"id", 266 + i}, {"content", "a" + std::to_string(i) + "!"}, {"special", false}});
    const auto tokenizer = open_json(json);
    const std::string text(20'000, 'a');
    return shortest_seconds([&] { must(tokenizer->encode(text)); });
  };
  CHECK(seconds(10'000) < 10 * seconds(10));
}

TEST_CASE("a template sets its special tokens around every text", "[tokenizer]") {
  nlohmann::json json = word_level_json("WhitespaceSplit");
  json["post_processor"] = {{"type", "TemplateProcessing"},
                            {"single",
                             {{{"SpecialToken", {{"id", "[BOS]"}, {"type_id", 0}}}},
                              {{"Sequence", {{"id", "A"}, {"type_id", 0}}}},
                              {{"SpecialToken", {{"id", "[EOS]"}, {"type_id", 0}}}}}}};
  const auto tokenizer = open_json(json);
  const std::vector<Token> tokens = must(tokenizer->encode("hi [EOS] you"));
  REQUIRE(tokens.size() == 5);
  CHECK(tokens[0].id == 1);
  CHECK(tokens[0].end == 0);
  CHECK(tokens[2].id == 2);
  CHECK(tokens[2].start == 3);
  CHECK(tokens[4].id == 2);
  CHECK(tokens[4].start == 12);
  CHECK(tokens[4].end == 12);
  CHECK(ids_of(*tokenizer, "") == Ids{1, 2});

  json["post_processor"]["single"][0]["SpecialToken"]["id"] = "[NONE]";
  CHECK(json_message(json) ==
        "tokenizer.json has a post-processing template with something else than one sequence and "
        "special tokens of its vocabulary");
  json["post_processor"]["single"] = nlohmann::json::array();
  CHECK(json_message(json) == "tokenizer.json has a post-processing template without a sequence");
}

}  // namespace glassformer
