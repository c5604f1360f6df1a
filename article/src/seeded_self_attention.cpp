#include "glassformer/article/seeded_self_attention.hpp"

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <string>
#include <utility>

#include "glassformer/memory_limit.hpp"
#include "glassformer/random.hpp"

namespace glassformer {
namespace {

constexpr std::size_t kVocabulary = 50'000;
constexpr std::size_t kWidth = 3;
constexpr std::size_t kKeyWidth = 2;
constexpr std::size_t kValueWidth = 4;
// Of every word against every word: raw, masked and scaled scores and weights with what a copy of
// each takes on its way to the caller.
constexpr std::size_t kMatrices = 27;

Status check_word_count(std::size_t words) {
  if (words > kVocabulary) {
    return invalid_text("the sentence has " + std::to_string(words) +
                        " words; the example's vocabulary holds " + std::to_string(kVocabulary));
  }
  return check_memory("matrices of " + std::to_string(words) + " words against each other",
                      MemorySize(words) * words * kMatrices * sizeof(float));
}

/// The first `rows` rows of torch.nn.Embedding(50_000, 3), and a few values more. Its 150,000
/// normals are whole blocks of 16, of which those behind the rows in use need not be drawn: nothing
/// reads the stream after them.
std::vector<float> embedding_rows(std::size_t rows, std::uint64_t seed) {
  constexpr std::size_t kBlock = 16;
  static_assert(kVocabulary * kWidth % kBlock == 0);
  std::vector<float> values((rows * kWidth + kBlock - 1) / kBlock * kBlock);
  Generator(seed).randn(values);
  return values;
}

/// The words' rows, in the order of the sentence.
Tensor embed(const std::vector<WordToken>& words, std::uint64_t seed) {
  const TokenId last = std::ranges::max(words, {}, &WordToken::id).id;
  const std::vector<float> table = embedding_rows(static_cast<std::size_t>(last) + 1, seed);
  Tensor embedded({words.size(), kWidth});
  for (std::size_t t = 0; t < words.size(); ++t) {
    const std::size_t row = static_cast<std::size_t>(words[t].id);
    std::copy_n(&table[row * kWidth], kWidth, &embedded.data[t * kWidth]);
  }
  return embedded;
}

Tensor uniform(Generator& generator, Shape shape) {
  Tensor weight(std::move(shape));
  generator.rand(weight.data);
  return weight;
}

}  // namespace

Result<SeededSelfAttention> seeded_self_attention(std::string_view sentence, std::uint64_t seed) {
  Result<std::vector<WordToken>> words = article_words(sentence);
  if (!words) return words.error();
  if (const Status count = check_word_count(words->size()); !count) return count.error();

  assert(!words->empty() && "article_words finds a word or gives an Error");
  SeededSelfAttention example;
  example.words = std::move(*words);
  example.embedded = embed(example.words, seed);
  Generator weights(seed);
  example.w_query = uniform(weights, {kWidth, kKeyWidth});
  example.w_key = uniform(weights, {kWidth, kKeyWidth});
  example.w_value = uniform(weights, {kWidth, kValueWidth});

  Result<SelfAttention> attention =
      self_attention(example.embedded.view(), example.w_query.view(), example.w_key.view(),
                     example.w_value.view(), /*scaled=*/true);
  if (!attention) return attention.error();
  example.result = std::move(*attention);
  return example;
}

}  // namespace glassformer
