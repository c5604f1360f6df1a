#include "glassformer/article/words.hpp"
#include "golden.hpp"
#include "messages.hpp"

namespace glassformer {

using namespace test;

namespace {

using Words = std::vector<std::string>;

Words words_of(const std::string& sentence) {
  Words words;
  for (const WordToken& word : must(article_words(sentence))) words.push_back(word.text);
  return words;
}

std::vector<TokenId> ids_of(const std::string& sentence) {
  std::vector<TokenId> ids;
  for (const WordToken& word : must(article_words(sentence))) ids.push_back(word.id);
  return ids;
}

}  // namespace

TEST_CASE("the article's sentence has the article's ids", "[article_words]") {
  const nlohmann::json golden = read_json(golden_path("seed000_self_attention.json"));
  const std::string sentence = golden["sentence"];
  CHECK(ids_of(sentence) == golden["ids"].get<std::vector<TokenId>>());
  for (const WordToken& word : must(article_words(sentence))) {
    CHECK(word.id == golden["word_ids"][word.text].get<TokenId>());
    CHECK(sentence.substr(word.start, word.end - word.start) == word.text);
  }
}

TEST_CASE("a repeated word has the last of its places and leaves a gap", "[article_words]") {
  CHECK(ids_of("the cat and the dog") == std::vector<TokenId>{4, 1, 0, 4, 2});
}

TEST_CASE("commas are taken out, as in the article's code", "[article_words]") {
  CHECK(words_of("one, two ,three ,") == Words{"one", "two", "three"});
  const std::vector<WordToken> words = must(article_words("x 3,000 y"));
  CHECK(words[1].text == "3000");
  CHECK(words[1].start == 2);
  CHECK(words[1].end == 7);
}

TEST_CASE("every Chinese character is a word", "[article_words]") {
  CHECK(words_of("我喜欢苹果，也喜欢梨。") ==
        Words{"我", "喜", "欢", "苹", "果", "也", "喜", "欢", "梨"});
  CHECK(words_of("我用Python 3写代码") == Words{"我", "用", "Python", "3", "写", "代", "码"});
  const std::vector<WordToken> words = must(article_words("你好"));
  CHECK(words[1].start == 3);
  CHECK(words[1].end == 6);
}

TEST_CASE("full-width punctuation ends a word, other punctuation belongs to it",
          "[article_words]") {
  CHECK(words_of("Life is short，eat dessert first！") ==
        Words{"Life", "is", "short", "eat", "dessert", "first"});
  CHECK(words_of("don't stop. Really?") == Words{"don't", "stop.", "Really?"});
  CHECK(words_of("well - yes … “no” ——") == Words{"well", "yes", "“no”"});
}

TEST_CASE("kana, hangul and other scripts stay words", "[article_words]") {
  CHECK(words_of("日本語です 한국어 слово") == Words{"日", "本", "語", "です", "한국어", "слово"});
  CHECK(words_of("全\u3000角") == Words{"全", "角"});
}

TEST_CASE("a run of emoji is a word, whatever joins it", "[article_words]") {
  CHECK(words_of("hi😀😀there 👩‍👩‍👧 👍🏽❤️ 🇨🇳!") ==
        Words{"hi", "😀😀", "there", "👩‍👩‍👧", "👍🏽❤️", "🇨🇳"});
  CHECK(words_of("1 + 1 = 2") == Words{"1", "+", "1", "=", "2"});
}

TEST_CASE("words are ordered by code points, as Python orders them", "[article_words]") {
  CHECK(ids_of("b a B é 中 😀 ｚ") == std::vector<TokenId>{2, 1, 0, 3, 4, 6, 5});
}

TEST_CASE("a sentence without words is an error", "[article_words]") {
  for (const std::string sentence : {"", "  ", ",", "，。！", "- -", "\u200B", "\uFE0F"}) {
    CAPTURE(sentence);
    CHECK(message_of(article_words(sentence)) ==
          "the sentence has no words: type at least one letter, digit or character");
  }
  CHECK(code_of(article_words("a\xFF")) == ErrorCode::kInvalidText);
}

}  // namespace glassformer
