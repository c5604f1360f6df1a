#include "tokenizers.hpp"

#include "places.hpp"
#include "text/tokenizer_split.hpp"

namespace glassformer {

using namespace test;

namespace {

// GPT-2's own files, which are others'.
std::unique_ptr<Tokenizer> gpt2_tokenizer() {
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

TEST_CASE("special tokens are left out of decoded text unless asked for", "[tokenizer]") {
  const auto tokenizer = open(small_bpe_files());
  const TokenId end = must(Result<TokenId>(*tokenizer->id_of("<|endoftext|>")));
  CHECK(end == 266);
  CHECK(tokenizer->is_special(end));
  CHECK_FALSE(tokenizer->is_special('a'));
  CHECK(must(tokenizer->decode(Ids{'a', end, 'b'})) == "ab");
  CHECK(must(tokenizer->decode(Ids{'a', end, 'b'}, false)) == "a<|endoftext|>b");
  CHECK(tokenizer->shown(end) == "<|endoftext|>");
}

TEST_CASE("unknown ids have no bytes", "[tokenizer]") {
  const auto tokenizer = open(small_bpe_files());
  for (const TokenId id : {-1, 267, 2'000'000'000}) {
    CHECK(tokenizer->bytes_of(id).empty());
    CHECK_FALSE(tokenizer->is_special(id));
  }
  for (const TokenId id : {-1, 267, 999}) {
    CHECK(message_of(tokenizer->decode(Ids{'a', id})) ==
          "ids[1] is " + std::to_string(id) + "; expected an id from 0 to 266");
  }
  CHECK_FALSE(tokenizer->id_of("nothing"));
  CHECK(tokenizer->id_of("Ġlower") == 260);
}

TEST_CASE("rows of a model that no token stands for are known, and say nothing", "[tokenizer]") {
  const auto tokenizer = open(small_bpe_files());
  CHECK(tokenizer->vocab_size() == 267);
  CHECK(must(tokenizer->decode(Ids{'a', 267, 299, 'b'}, true, 300)) == "ab");
  CHECK(message_of(tokenizer->decode(Ids{'a', 300}, true, 300)) ==
        "ids[1] is 300; expected an id from 0 to 299");
  CHECK(tokenizer->shown(299) == "[unused299]");
  StreamDecoder stream(*tokenizer);
  CHECK(stream.push('a') + stream.push(299) + stream.push('b') + stream.finish() == "ab");
}

TEST_CASE("no token stands for more bytes than the longest one", "[tokenizer]") {
  const auto bytes = open(small_bpe_files());
  std::size_t longest = 0;
  for (TokenId id = 0; id < 267; ++id) longest = std::max(longest, bytes->bytes_of(id).size());
  CHECK(bytes->longest_token() == longest);
  CHECK(open({.vocab_txt = "ab\nb\n<unk>\n"})->longest_token() == 0);  // any word may be <unk>
  CHECK(open({.vocab_json = R"({"a": 0, "b": 1, "<unk>": 2})"})->longest_token() == 4);
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
    CHECK(streamed == must(tokenizer->decode(ids)));
  }
}

TEST_CASE("gaps in the ids and very large ids cost nothing", "[tokenizer]") {
  const auto tokenizer = open({.vocab_json = R"({"a": 5, "b": 9999999})"});
  CHECK(ids_of(*tokenizer, "ab") == Ids{5, 9999999});
  CHECK(tokenizer->vocab_size() == 10'000'000);
  CHECK(tokenizer->bytes_of(6).empty());
}

TEST_CASE("invalid text is an error that names the place", "[tokenizer]") {
  for (const auto& tokenizer : {open(small_bpe_files()), open_json(small_bpe_json()),
                                open({.vocab_txt = "a\nb\n"}), open({.vocab_txt = "hi\nyou\n"})}) {
    const auto tokens = tokenizer->encode("ab\xC3(");
    CHECK(code_of(tokens) == ErrorCode::kInvalidText);
    CHECK(message_of(tokens) ==
          "the text is not valid UTF-8: byte 0xC3 at offset 2 begins no character");
  }
}

TEST_CASE("a folder without a tokenizer has none, and that is no error", "[tokenizer]") {
  CHECK(must(make_tokenizer({})) == nullptr);
}

// GPT-2's own files

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
  const auto tokenizer = gpt2_tokenizer();
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

TEST_CASE("GPT-2 takes long texts of any kind without ado", "[tokenizer][golden]") {
  const auto tokenizer = gpt2_tokenizer();
  std::string prose, chinese, emoji, letters;
  for (int i = 0; i < 200; ++i) prose += "It's a truth universally acknowledged, in 1813. ";
  for (char32_t i = 0; i < 10'000; ++i) append_utf8(chinese, 0x4E00 + i * 2);
  for (int i = 0; i < 10'000; ++i) emoji += "😀";
  for (int i = 0; i < 100'000; ++i)
    letters += static_cast<char>('a' + i % 1000 * i % 26);  // one word
  for (const std::string& text : {prose, chinese, emoji, letters, std::string(100'000, ' ')}) {
    CAPTURE(text.substr(0, 40));
    check_round_trip(*tokenizer, text);
  }
}

}  // namespace glassformer
