// The words of a sentence as the self-attention article numbers them.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "glassformer/error.hpp"
#include "glassformer/tokenizer.hpp"

namespace glassformer {

/// The word-level tokenization of the self-attention article: commas are taken out, words are split
/// at white space, the sorted words are numbered and a word's id is its last place in that order (a
/// repeated word leaves a gap). The order is that of code points. What the article leaves open: a
/// Chinese character is a word, and so is a run of emoji; the full-width comma is taken out too,
/// and like all full-width punctuation it ends a word, since no space follows it; what has neither
/// letters nor digits nor symbols, such as a dash between spaces, is no word. A sentence without
/// words is an Error.
struct WordToken {
  TokenId id;
  std::string text;
  std::size_t start, end;  // bytes of the sentence
};
Result<std::vector<WordToken>> article_words(std::string_view sentence);

}  // namespace glassformer
