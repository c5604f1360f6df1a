#include "text/tokenizer_split.hpp"

#include <catch_amalgamated.hpp>
#include <string>
#include <vector>

namespace glassformer {

namespace {

using Pieces = std::vector<std::string>;

Pieces gpt2_pieces(const std::string& text) {
  Pieces pieces;
  for (std::size_t start = 0; start < text.size();) {
    const std::size_t end = end_of_gpt2_piece(text, start);
    pieces.push_back(text.substr(start, end - start));
    start = end;
  }
  return pieces;
}

Pieces words(const std::string& text, WordSplit split) {
  Pieces pieces;
  for (auto piece = next_word(text, 0, split); piece; piece = next_word(text, piece->end, split)) {
    pieces.push_back(text.substr(piece->start, piece->end - piece->start));
  }
  return pieces;
}

}  // namespace

TEST_CASE("a space belongs to the word after it, the last of several too", "[split]") {
  CHECK(gpt2_pieces("Hello big  world") == Pieces{"Hello", " big", " ", " world"});
  CHECK(gpt2_pieces(" a") == Pieces{" a"});
  CHECK(gpt2_pieces("a   ") == Pieces{"a", "   "});
  CHECK(gpt2_pieces("   ") == Pieces{"   "});
}

TEST_CASE("other white space is a piece of its own before a word", "[split]") {
  CHECK(gpt2_pieces("a\nb") == Pieces{"a", "\n", "b"});
  CHECK(gpt2_pieces("a\n\n\nb") == Pieces{"a", "\n\n", "\n", "b"});
  CHECK(gpt2_pieces("a\n b") == Pieces{"a", "\n", " b"});
  CHECK(gpt2_pieces("a\u3000b") == Pieces{"a", "\u3000", "b"});
  CHECK(gpt2_pieces("a \u3000 ") == Pieces{"a", " \u3000 "});
}

TEST_CASE("letters, numbers and marks are cut apart, contractions before anything", "[split]") {
  CHECK(gpt2_pieces("abc123!? x") == Pieces{"abc", "123", "!?", " x"});
  CHECK(gpt2_pieces("I'll don't 's 'S!'s") ==
        Pieces{"I", "'ll", " don", "'t", " '", "s", " '", "S", "!'", "s"});
  CHECK(gpt2_pieces("你好，世界½") == Pieces{"你好", "，", "世界", "½"});
}

TEST_CASE("words are cut between spaces, or at marks as well, or at every character", "[split]") {
  CHECK(words("  Hi, you_2!  ", WordSplit::kBetweenSpaces) == Pieces{"Hi,", "you_2!"});
  CHECK(words("  Hi, you_2!? ", WordSplit::kWordsAndMarks) == Pieces{"Hi", ",", "you_2", "!?"});
  CHECK(words("a é\n", WordSplit::kCharacters) == Pieces{"a", " ", "é", "\n"});
  CHECK(words("", WordSplit::kCharacters).empty());
  CHECK(words(" \u3000", WordSplit::kBetweenSpaces).empty());
}

}  // namespace glassformer
