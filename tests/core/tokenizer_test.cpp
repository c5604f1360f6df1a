#include "glassformer/tokenizer.hpp"

#include <chrono>

#include "byte_alphabet.hpp"
#include "golden.hpp"
#include "messages.hpp"
#include "tokenizer_split.hpp"
#include "utf8.hpp"

namespace glassformer {

using namespace test;

namespace {

using Ids = std::vector<TokenId>;
using Texts = std::vector<std::string>;

std::unique_ptr<Tokenizer> open(const TokenizerFiles& files) {
  auto tokenizer = must(make_tokenizer(files));
  REQUIRE(tokenizer != nullptr);
  return tokenizer;
}

std::unique_ptr<Tokenizer> from_json(const nlohmann::json& json) {
  return open({.tokenizer_json = json.dump()});
}
std::string message(const TokenizerFiles& files) {
  const auto tokenizer = make_tokenizer(files);
  CHECK(code_of(tokenizer) == ErrorCode::kInvalidFile);
  return message_of(tokenizer);
}
std::string json_message(const nlohmann::json& json) {
  return message({.tokenizer_json = json.dump()});
}

Ids ids_of(const Tokenizer& tokenizer, std::string_view text) {
  Ids ids;
  for (const Token& token : must(tokenizer.encode(text))) ids.push_back(token.id);
  return ids;
}

Texts texts_of(const Tokenizer& tokenizer, std::string_view text) {
  Texts texts;
  for (const Token& token : must(tokenizer.encode(text))) texts.push_back(token.text);
  return texts;
}

// What must hold of the tokens of any text: they follow each other, and their bytes are the text's.
void check_round_trip(const Tokenizer& tokenizer, const std::string& text) {
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
  REQUIRE(tokenizer.decode(ids) == text);
  StreamDecoder stream(tokenizer);
  std::string streamed;
  for (const TokenId id : ids) {
    streamed += stream.push(id);
    REQUIRE(check_utf8(streamed).ok());
  }
  REQUIRE(streamed + stream.finish() == text);
}

// A small vocabulary of GPT-2's kind: the 256 bytes have their own number as id, merges follow.
const Texts kMerges = {"l o", "lo w", "e r", "Ġ low", "Ġlow er",
                       "ä ½", "ä½ ł", "å ¥", "Ċ Ċ",   "Ġ Ġ"};

nlohmann::json small_bpe_vocab() {
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

TokenizerFiles small_bpe_files() {
  std::string merges = "#version: 0.2\n";
  for (const std::string& merge : kMerges) merges += merge + "\n";
  return {.vocab_json = small_bpe_vocab().dump(), .merges_txt = merges};
}

nlohmann::json small_bpe_json() {
  return {{"model", {{"type", "BPE"}, {"vocab", small_bpe_vocab()}, {"merges", kMerges}}},
          {"pre_tokenizer", {{"type", "ByteLevel"}, {"add_prefix_space", false}}},
          {"added_tokens",
           {{{"id", 266}, {"content", "<|endoftext|>"}, {"special", true}},
            {{"id", 267}, {"content", "<|end"}, {"special", false}}}}};
}

nlohmann::json word_level_json(const std::string& pre_tokenizer) {
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

const std::string kGpt2Texts[] = {"",
                                  " ",
                                  "Hello world",
                                  "lower  lowlow\n\n\nslow",
                                  "你好，世界 😀 é",
                                  "\t \r\n\0x",
                                  "don't I'LL we've 12 3½ _x_"};

}  // namespace

// GPT-2's byte-level BPE

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
  for (const std::string& text : kGpt2Texts) check_round_trip(*tokenizer, text);
}

TEST_CASE("a stream holds an unfinished character back", "[tokenizer]") {
  const auto tokenizer = open(small_bpe_files());
  StreamDecoder stream(*tokenizer);
  CHECK(stream.push('a') == "a");
  CHECK(stream.push(0xE5).empty());
  CHECK(stream.push(0xA5).empty());
  CHECK(stream.push(266).empty());  // a special token says nothing and breaks nothing
  CHECK(stream.push(0xBD) == "好");
  CHECK(stream.push(0xE5).empty());
  CHECK(stream.push('b') == "\uFFFDb");
  CHECK(stream.push(0xF0).empty());
  CHECK(stream.finish() == "\uFFFD");
  CHECK(stream.finish().empty());
}

TEST_CASE("a stream of any bytes says what decoding them at once says", "[tokenizer]") {
  const auto tokenizer = open(small_bpe_files());
  std::uint32_t random = 1;
  for (int round = 0; round < 2000; ++round) {
    Ids ids;
    for (int i = 0; i < 8; ++i) {
      random = random * 1664525 + 1013904223;
      const std::uint32_t high = random >> 24;
      ids.push_back(static_cast<TokenId>(round % 2 == 0 ? high : 0x80 + high % 0x80));
    }
    StreamDecoder stream(*tokenizer);
    std::string streamed;
    for (const TokenId id : ids) streamed += stream.push(id);
    streamed += stream.finish();
    CHECK(streamed == tokenizer->decode(ids));
  }
}

TEST_CASE("special tokens are left out of decoded text unless asked for", "[tokenizer]") {
  const auto tokenizer = open(small_bpe_files());
  const TokenId end = must(Result<TokenId>(*tokenizer->id_of("<|endoftext|>")));
  CHECK(end == 266);
  CHECK(tokenizer->is_special(end));
  CHECK_FALSE(tokenizer->is_special('a'));
  CHECK(tokenizer->decode(Ids{'a', end, 'b'}) == "ab");
  CHECK(tokenizer->decode(Ids{'a', end, 'b'}, false) == "a<|endoftext|>b");
  CHECK(tokenizer->shown(end) == "<|endoftext|>");
}

TEST_CASE("unknown ids have no bytes", "[tokenizer]") {
  const auto tokenizer = open(small_bpe_files());
  for (const TokenId id : {-1, 267, 2'000'000'000}) {
    CHECK(tokenizer->bytes_of(id).empty());
    CHECK_FALSE(tokenizer->is_special(id));
  }
  CHECK(tokenizer->decode(Ids{'a', -1, 'b', 999}) == "ab");
  CHECK_FALSE(tokenizer->id_of("nothing"));
  CHECK(tokenizer->id_of("Ġlower") == 260);
}

TEST_CASE("vocab.json and merges.txt find no special tokens in text", "[tokenizer]") {
  const auto tokenizer = open(small_bpe_files());
  CHECK(texts_of(*tokenizer, "<|e") == Texts{"<", "|", "e"});
  CHECK(ids_of(*tokenizer, "<|endoftext|>").size() == 13);
}

TEST_CASE("invalid text is an error that names the place", "[tokenizer]") {
  for (const auto& tokenizer : {open(small_bpe_files()), from_json(small_bpe_json()),
                                open({.vocab_txt = "a\nb\n"}), open({.vocab_txt = "hi\nyou\n"})}) {
    const auto tokens = tokenizer->encode("ab\xC3(");
    CHECK(code_of(tokens) == ErrorCode::kInvalidText);
    CHECK(message_of(tokens) ==
          "the text is not valid UTF-8: byte 0xC3 at offset 2 begins no character");
  }
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

TEST_CASE("gaps in the ids and very large ids cost nothing", "[tokenizer]") {
  const auto tokenizer = open({.vocab_json = R"({"a": 5, "b": 9999999})"});
  CHECK(ids_of(*tokenizer, "ab") == Ids{5, 9999999});
  CHECK(tokenizer->vocab_size() == 10'000'000);
  CHECK(tokenizer->bytes_of(6).empty());
}

// Hugging Face's tokenizer.json

TEST_CASE("tokenizer.json gives the same tokens as vocab.json and merges.txt", "[tokenizer]") {
  const auto files = open(small_bpe_files());
  nlohmann::json json = small_bpe_json();
  const auto as_text = from_json(json);
  for (nlohmann::json& merge : json["model"]["merges"]) {
    const std::string text = merge;
    const std::size_t space = text.find(' ');
    merge = {text.substr(0, space), text.substr(space + 1)};
  }
  json["model"].erase("type");  // as older files
  const auto as_pairs = from_json(json);
  for (const std::string& text : kGpt2Texts) {
    CHECK(ids_of(*as_text, text) == ids_of(*files, text));
    CHECK(ids_of(*as_pairs, text) == ids_of(*files, text));
    check_round_trip(*as_text, text);
  }
}

TEST_CASE("added tokens are found in text before anything else, the longest first", "[tokenizer]") {
  const auto tokenizer = from_json(small_bpe_json());
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
  CHECK(tokenizer->decode(Ids{266, 267}) == "<|end");
  CHECK(ids_of(*tokenizer, "<|endoftext|><|endoftext|>") == Ids{266, 266});
}

TEST_CASE("add_prefix_space sets a space before every stretch, and offsets stay the text's",
          "[tokenizer]") {
  nlohmann::json json = small_bpe_json();
  json["pre_tokenizer"]["add_prefix_space"] = true;
  const auto tokenizer = from_json(json);
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
  CHECK(texts_of(*from_json(json), "low low") == Texts{"low", " low"});
  json["pre_tokenizer"]["use_regex"] = false;
  CHECK(texts_of(*from_json(json), "low low") == Texts{"lo", "w ", "low"});
}

TEST_CASE("a BPE's unknown bytes become its unk_token", "[tokenizer]") {
  const auto tokenizer =
      from_json({{"model",
                  {{"type", "BPE"},
                   {"vocab", {{"<unk>", 0}, {"a", 1}, {"b", 2}, {"ab", 3}}},
                   {"merges", {"a b"}},
                   {"unk_token", "<unk>"}}},
                 {"pre_tokenizer", {{"type", "ByteLevel"}, {"add_prefix_space", false}}}});
  CHECK(ids_of(*tokenizer, "abéa") == Ids{3, 0, 0, 1});
}

TEST_CASE("a word level tokenizer.json cuts as its pre-tokenizer says", "[tokenizer]") {
  const auto between_spaces = from_json(word_level_json("WhitespaceSplit"));
  CHECK(ids_of(*between_spaces, " hi you, hi\n") == Ids{3, 0, 3});
  const auto words_and_marks = from_json(word_level_json("Whitespace"));
  const std::vector<Token> tokens = must(words_and_marks->encode(" hi you, man"));
  REQUIRE(tokens.size() == 4);
  CHECK(tokens[2].id == 5);
  CHECK(tokens[2].start == 7);
  CHECK(tokens[3].text == "[UNK]");
  CHECK(tokens[3].end == 12);
  CHECK(words_and_marks->decode(Ids{1, 3, 0, 4, 2}) == "hi you");
  CHECK(words_and_marks->decode(Ids{1, 3, 4, 2}, false) == "[BOS] hi you [EOS]");
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
  const auto tokenizer = from_json(json);
  CHECK(ids_of(*tokenizer, "a 你") == Ids{0, 1, 2});
  CHECK(tokenizer->decode(Ids{2, 1, 0}) == "你 a");
  check_round_trip(*tokenizer, "你你 a");
  CHECK(message_of(tokenizer->encode("ab")) ==
        "the character 'b' is not in this model's vocabulary (a, <U+0020>, 你)");
  json["pre_tokenizer"]["pretokenizers"][0]["pattern"] = {{"Regex", "[aeiou]"}};
  CHECK(json_message(json) ==
        "tokenizer.json has the pre-tokenizer 'Split' with a WordLevel model, expected "
        "'WhitespaceSplit', 'Whitespace', or 'Split' with an empty pattern, isolated");
}

TEST_CASE("a template sets its special tokens around every text", "[tokenizer]") {
  nlohmann::json json = word_level_json("WhitespaceSplit");
  json["post_processor"] = {{"type", "TemplateProcessing"},
                            {"single",
                             {{{"SpecialToken", {{"id", "[BOS]"}, {"type_id", 0}}}},
                              {{"Sequence", {{"id", "A"}, {"type_id", 0}}}},
                              {{"SpecialToken", {{"id", "[EOS]"}, {"type_id", 0}}}}}}};
  const auto tokenizer = from_json(json);
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

// Vocabularies alone

TEST_CASE("a vocabulary of single characters makes a character level", "[tokenizer]") {
  const auto tokenizer = open({.vocab_txt = "<blank>\n<s>\n</s>\na\nb\n你\n"});
  CHECK(ids_of(*tokenizer, "b你a") == Ids{5 - 1, 5, 3});
  CHECK(tokenizer->is_special(1));
  CHECK(tokenizer->decode(Ids{1, 3, 4, 2}) == "ab");
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
  CHECK(words->decode(Ids{1, 2}) == "good day");
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

TEST_CASE("a vocab.txt that cannot be meant is an error", "[tokenizer]") {
  CHECK(message({.vocab_txt = "a\n\nb"}) == "vocab.txt line 2 is empty, expected a token");
  CHECK(message({.vocab_txt = "a\nb\na"}) == "vocab.txt holds the token 'a' twice, as 0 and as 2");
  CHECK(message({.vocab_txt = "<s>\n</s>"}) == "vocab.txt holds no ordinary token");
  CHECK(message({.vocab_txt = "a\n\xFF"}) ==
        "vocab.txt: the text is not valid UTF-8: byte 0xFF at offset 2 begins no character");
}

TEST_CASE("a folder without a tokenizer has none, and that is no error", "[tokenizer]") {
  CHECK(must(make_tokenizer({})) == nullptr);
}

// GPT-2's own files

namespace {

std::unique_ptr<Tokenizer> gpt2() {
  const char* chosen = std::getenv("GLASSFORMER_DATA_DIR");
  const auto data = chosen != nullptr && *chosen != '\0'
                        ? std::filesystem::path(chosen)
                        : std::filesystem::path(GLASSFORMER_TESTS_DIR) / "../../shared/data";
  if (!std::filesystem::exists(data / "gpt2/vocab.json")) {
    SKIP("gpt2/vocab.json is not in " << data.string());
  }
  return open({.vocab_json = read_file(data / "gpt2/vocab.json"),
               .merges_txt = read_file(data / "gpt2/merges.txt")});
}

}  // namespace

TEST_CASE("GPT-2's pieces are those of the golden cases", "[tokenizer][golden]") {
  need("gpt2_tokenizer.json");
  const nlohmann::json golden = read_json(golden_path("gpt2_tokenizer.json"));
  for (const nlohmann::json& example : golden["cases"]) {
    const std::string text = example["text"];
    CAPTURE(text);
    Texts pieces;
    for (std::size_t start = 0; start < text.size();) {
      const std::size_t end = end_of_gpt2_piece(text, start);
      pieces.push_back(text.substr(start, end - start));
      start = end;
    }
    CHECK(pieces == example["pieces"].get<Texts>());
  }
}

TEST_CASE("GPT-2's tokens are those of the golden and the published cases", "[tokenizer][golden]") {
  need("gpt2_tokenizer.json");
  const auto tokenizer = gpt2();
  const nlohmann::json golden = read_json(golden_path("gpt2_tokenizer.json"));
  REQUIRE_FALSE(golden["cases"].empty());
  REQUIRE_FALSE(golden["published"].empty());
  for (const char* kind : {"cases", "published"}) {
    for (const nlohmann::json& example : golden[kind]) {
      const std::string text = example["text"];
      CAPTURE(text);
      CHECK(ids_of(*tokenizer, text) == example["ids"].get<Ids>());
      check_round_trip(*tokenizer, text);
    }
  }
  CHECK(tokenizer->vocab_size() == 50257);
  CHECK(tokenizer->is_special(50256));
}

TEST_CASE("GPT-2 takes ten thousand characters of any kind in milliseconds",
          "[tokenizer][golden]") {
  const auto tokenizer = gpt2();
  std::string prose, chinese, emoji;
  while (prose.size() < 10'000) prose += "It's a truth universally acknowledged, in 1813. ";
  for (int i = 0; i < 10'000; ++i)
    append_utf8(chinese, 0x4E00 + static_cast<char32_t>(i) * 2 % 20'000);
  for (int i = 0; i < 10'000; ++i) emoji += "😀";
  for (const std::string& text :
       {prose, chinese, emoji, std::string(10'000, 'a'), std::string(10'000, ' ')}) {
    const auto begin = std::chrono::steady_clock::now();
    const std::size_t count = must(tokenizer->encode(text)).size();
    const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - begin;
    CAPTURE(text.substr(0, 40), count, took.count());
    CHECK(took.count() <
          2'000);  // a bound that only a quadratic algorithm meets, sanitizers or not
  }
}

}  // namespace glassformer
