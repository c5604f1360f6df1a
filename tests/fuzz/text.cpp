// Any text, through tokenizers that accept all of it, through a word level that accepts none, and
// through the self-attention article's words.
#include "expect.hpp"
#include "glassformer/article/words.hpp"
#include "glassformer/tokenizer.hpp"
#include "text/byte_alphabet.hpp"
#include "tokens.hpp"

namespace glassformer::fuzz {
namespace {

// All 256 bytes, and merges that reach into Chinese characters and over spaces.
TokenizerFiles byte_level_files() {
  TokenizerFiles files;
  int count = 0;
  const auto add = [&](const std::string& token) {
    files.vocab_json += count == 0 ? "{" : ",";
    files.vocab_json += (token == "\"" || token == "\\" ? "\"\\" : "\"") + token + "\":";
    files.vocab_json += std::to_string(count++);
  };
  for (int byte = 0; byte < 256; ++byte) {
    std::string symbol;
    append_utf8(symbol, symbol_of_byte(static_cast<std::uint8_t>(byte)));
    add(symbol);
  }
  for (const std::string merge : {"t h", "th e", "Ġ t", "Ġ the", "Ġ Ġ", "ĠĠ ĠĠ", "Ċ Ċ", "ä ½",
                                  "ä½ ł", "å ¥", "ð Ł", "ðŁ ĺ", "a a", "aa aa"}) {
    files.merges_txt += merge + "\n";
    const std::size_t space = merge.find(' ');
    add(merge.substr(0, space) + merge.substr(space + 1));
  }
  files.vocab_json += "}";
  return files;
}

std::unique_ptr<Tokenizer> open(const TokenizerFiles& files) {
  auto tokenizer = make_tokenizer(files);
  expect(tokenizer.ok(), "the target's own files are right");
  return std::move(tokenizer).value();
}

void check_words(std::string_view text) {
  const auto words = article_words(text);
  if (!words) return expect_sentence(words.error());
  std::size_t done = 0;
  for (const WordToken& word : words.value()) {
    expect(word.start >= done && word.end > word.start && word.end <= text.size(),
           "words follow each other inside the text");
    expect(!word.text.empty() && check_utf8(word.text).ok(), "a word can be shown");
    expect(word.id >= 0 && static_cast<std::size_t>(word.id) < words.value().size(),
           "an id is a place among the words");
    done = word.end;
  }
}

}  // namespace
}  // namespace glassformer::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace glassformer;
  static const auto bytes = fuzz::open(fuzz::byte_level_files());
  static const auto characters = fuzz::open({.vocab_txt = "a\nb\n<unk>"});
  static const auto words = fuzz::open({.vocab_txt = "hello\nworld"});
  const std::string_view text = fuzz::text_of(data, size);
  const auto decoded = fuzz::through(*bytes, text);
  fuzz::expect(decoded.has_value() == check_utf8(text).ok(), "all valid text is encoded");
  if (decoded) fuzz::expect(*decoded == text, "decode(encode(x)) is x");
  fuzz::through(*characters, text);
  fuzz::through(*words, text);
  fuzz::check_words(text);
  return 0;
}
