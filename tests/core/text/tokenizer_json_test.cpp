#include "tokenizers.hpp"

namespace glassformer {

using namespace test;

TEST_CASE("tokenizer.json gives the same tokens as vocab.json and merges.txt", "[tokenizer]") {
  const auto files = open(small_bpe_files());
  nlohmann::json json = small_bpe_json();
  const auto as_text = open_json(json);
  for (nlohmann::json& merge : json["model"]["merges"]) {
    const std::string text = merge;
    const std::size_t space = text.find(' ');
    merge = {text.substr(0, space), text.substr(space + 1)};
  }
  json["model"].erase("type");  // as older files
  const auto as_pairs = open_json(json);
  for (const std::string& text : kAnyTexts) {
    CHECK(ids_of(*as_text, text) == ids_of(*files, text));
    CHECK(ids_of(*as_pairs, text) == ids_of(*files, text));
    check_round_trip(*as_text, text);
  }
}

TEST_CASE("add_prefix_space sets a space before every stretch, and offsets stay the text's",
          "[tokenizer]") {
  nlohmann::json json = small_bpe_json();
  json["pre_tokenizer"]["add_prefix_space"] = true;
  const auto tokenizer = open_json(json);
  const std::vector<Token> tokens = must(tokenizer->encode("low<|endoftext|>lower"));
  REQUIRE(tokens.size() == 3);
  CHECK(tokens[0].text == " low");
  CHECK(tokens[0].start == 0);
  CHECK(tokens[0].end == 3);
  CHECK(tokens[2].text == " lower");
  CHECK(tokens[2].start == 16);
  CHECK(tokens[2].end == 21);
  CHECK(ids_of(*tokenizer, " low") == ids_of(*tokenizer, "low"));
  CHECK(ids_of(*tokenizer, "").empty());
  const std::vector<Token> space_alone = must(tokenizer->encode("x"));
  REQUIRE(space_alone.size() == 2);
  CHECK(space_alone[0].start == 0);
  CHECK(space_alone[0].end == 0);
  CHECK(space_alone[1].end == 1);
}

TEST_CASE("without use_regex a text is one piece", "[tokenizer]") {
  nlohmann::json json = small_bpe_json();
  json["model"]["vocab"]["w "] = 300;
  json["model"]["vocab"]["wĠ"] = 301;
  json["model"]["merges"].insert(json["model"]["merges"].begin(), "w Ġ");
  CHECK(texts_of(*open_json(json), "low low") == Texts{"low", " low"});
  json["pre_tokenizer"]["use_regex"] = false;
  CHECK(texts_of(*open_json(json), "low low") == Texts{"lo", "w ", "low"});
}

TEST_CASE("a BPE's unknown bytes become its unk_token", "[tokenizer]") {
  const auto tokenizer =
      open_json({{"model",
                  {{"type", "BPE"},
                   {"vocab", {{"<unk>", 0}, {"a", 1}, {"b", 2}, {"ab", 3}}},
                   {"merges", {"a b"}},
                   {"unk_token", "<unk>"}}},
                 {"pre_tokenizer", {{"type", "ByteLevel"}, {"add_prefix_space", false}}}});
  CHECK(ids_of(*tokenizer, "abéa") == Ids{3, 0, 0, 1});
}

TEST_CASE("a word level tokenizer.json cuts as its pre-tokenizer says", "[tokenizer]") {
  const auto between_spaces = open_json(word_level_json("WhitespaceSplit"));
  CHECK(ids_of(*between_spaces, " hi you, hi\n") == Ids{3, 0, 3});
  const auto words_and_marks = open_json(word_level_json("Whitespace"));
  const std::vector<Token> tokens = must(words_and_marks->encode(" hi you, man"));
  REQUIRE(tokens.size() == 4);
  CHECK(tokens[2].id == 5);
  CHECK(tokens[2].start == 7);
  CHECK(tokens[3].text == "[UNK]");
  CHECK(tokens[3].end == 12);
  CHECK(must(words_and_marks->decode(Ids{1, 3, 0, 4, 2})) == "hi you");
  CHECK(must(words_and_marks->decode(Ids{1, 3, 4, 2}, false)) == "[BOS] hi you [EOS]");
  StreamDecoder stream(*words_and_marks);
  CHECK(stream.push(1).empty());
  CHECK(stream.push(3) == "hi");
  CHECK(stream.push(4) == " you");
}

TEST_CASE("a Split at every character makes a character level", "[tokenizer]") {
  nlohmann::json json = {
      {"model",
       {{"type", "WordLevel"}, {"vocab", {{"a", 0}, {" ", 1}, {"你", 2}}}, {"unk_token", "?"}}},
      {"pre_tokenizer",
       {{"type", "Sequence"},
        {"pretokenizers",
         {{{"type", "Split"},
           {"pattern", {{"Regex", ""}}},
           {"behavior", "Isolated"},
           {"invert", false}}}}}}};
  CHECK(json_message(json) ==
        "tokenizer.json has the unk_token '?', which is not in its vocabulary");
  json["model"]["unk_token"] = nullptr;
  const auto tokenizer = open_json(json);
  CHECK(ids_of(*tokenizer, "a 你") == Ids{0, 1, 2});
  CHECK(must(tokenizer->decode(Ids{2, 1, 0})) == "你 a");
  check_round_trip(*tokenizer, "你你 a");
  CHECK(message_of(tokenizer->encode("ab")) ==
        "the character 'b' is not in this model's vocabulary (a, <U+0020>, 你)");
  json["pre_tokenizer"]["pretokenizers"][0]["pattern"] = {{"Regex", "[aeiou]"}};
  CHECK(json_message(json) ==
        "tokenizer.json has the pre-tokenizer 'Split' with a WordLevel model, expected "
        "'WhitespaceSplit', 'Whitespace', or 'Split' with an empty pattern, isolated");
}

TEST_CASE("an added token that is as long as a text is an error", "[tokenizer]") {
  const auto with_added = [](std::size_t length) {
    nlohmann::json json = small_bpe_json();
    json["added_tokens"] = nlohmann::json::array(
        {{{"id", json["model"]["vocab"].size()}, {"content", std::string(length, 'a')}}});
    return json;
  };
  CHECK(make_tokenizer({.tokenizer_json = with_added(1024).dump()}).ok());
  CHECK(json_message(with_added(1025)) == "tokenizer.json holds the token '" +
                                              std::string(60, 'a') +
                                              "…' of 1025 bytes, expected at most 1024");
}

TEST_CASE("what a tokenizer.json asks for beyond this is an error, never another result",
          "[tokenizer]") {
  const auto with = [](const std::string& path, const nlohmann::json& value) {
    nlohmann::json json = small_bpe_json();
    json[nlohmann::json::json_pointer(path)] = value;
    return json_message(json);
  };
  CHECK(with("/model/type", "Unigram") ==
        "tokenizer.json has the model type 'Unigram', expected 'BPE' or 'WordLevel'");
  CHECK(with("/normalizer", {{"type", "NFKC"}}) ==
        "tokenizer.json has the normalizer 'NFKC', expected none");
  CHECK(with("/pre_tokenizer", {{"type", "Metaspace"}}) ==
        "tokenizer.json has the pre-tokenizer 'Metaspace' with a BPE model, expected 'ByteLevel'");
  CHECK(with("/pre_tokenizer", nullptr) ==
        "tokenizer.json has the pre-tokenizer '' with a BPE model, expected 'ByteLevel'");
  CHECK(with("/post_processor", {{"type", "BertProcessing"}}) ==
        "tokenizer.json has the post-processor 'BertProcessing', expected 'ByteLevel', "
        "'TemplateProcessing' or none");
  CHECK(with("/post_processor", {{"type", "TemplateProcessing"}}) ==
        "tokenizer.json has a post-processor 'TemplateProcessing' without the list 'single'");
  CHECK(with("/model/byte_fallback", true) ==
        "tokenizer.json has byte_fallback = true in its model, which is not supported");
  CHECK(with("/model/dropout", 0.1) ==
        "tokenizer.json has dropout = 0.1 in its model, which is not supported");
  CHECK(with("/model/merges/0", "l o w") ==
        "tokenizer.json has the merge 'l o w', expected two tokens, as \"a b\" or as [\"a\", "
        "\"b\"]");
  CHECK(with("/model/merges", nullptr) == "tokenizer.json has no list of merges in its model");
  CHECK(with("/model/vocab", nullptr) ==
        "tokenizer.json is null, expected an object of tokens and ids");
  CHECK(with("/model", nullptr) == "tokenizer.json has no model with a vocab");
  CHECK(with("/added_tokens/0/id", 5) ==
        "tokenizer.json adds the token '<|endoftext|>' as 5, but its vocabulary has it as 266");
  CHECK(with("/added_tokens/0/id", "5") ==
        "tokenizer.json has an added token without an id from 0 to 9999999 and a content");
  CHECK(with("/added_tokens/1/id", 3) ==
        "tokenizer.json gives the id 3 to two tokens, '<|end' and 'ă'");
  CHECK(with("/added_tokens/0/lstrip", true) ==
        "tokenizer.json has lstrip = true in its added token '<|endoftext|>', which is not "
        "supported");
  CHECK(message({.tokenizer_json = "{"}) == "tokenizer.json is not valid JSON: it ends too early");
}

}  // namespace glassformer
