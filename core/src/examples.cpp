#include "glassformer/examples.hpp"

#include <algorithm>
#include <cstddef>
#include <string>
#include <utility>

#include "glassformer/random.hpp"

namespace glassformer {
namespace {

constexpr std::size_t kVocabulary = 50'000;
constexpr std::size_t kWidth = 3;
constexpr std::size_t kKeyWidth = 2;
constexpr std::size_t kValueWidth = 4;
constexpr std::size_t kMatrixBytes = std::size_t{1}
                                     << 30;  // for the three (T, T) matrices together

Status check_word_count(std::size_t words) {
  if (words == 0) return invalid_text("the sentence has no words; expected at least one");
  if (words > kVocabulary) {
    return invalid_text("the sentence has " + std::to_string(words) +
                        " words; the example's vocabulary holds " + std::to_string(kVocabulary));
  }
  if (words * words > kMatrixBytes / (3 * sizeof(float))) {
    return out_of_memory("the sentence has " + std::to_string(words) +
                         " words, too many for matrices of every word against every word");
  }
  return ok_status();
}

/// The first rows of torch.nn.Embedding(50_000, 3). Its 150,000 normals are whole blocks of 16, of
/// which those behind the rows in use need not be drawn: nothing reads the stream after them.
Tensor embedding_rows(std::size_t rows, std::uint64_t seed) {
  constexpr std::size_t kBlock = 16;
  static_assert(kVocabulary * kWidth % kBlock == 0);
  Tensor table({rows, kWidth});
  std::vector<float> blocks((rows * kWidth + kBlock - 1) / kBlock * kBlock);
  Generator(seed).randn(blocks);
  std::copy_n(blocks.begin(), table.data.size(), table.data.begin());
  return table;
}

/// The words' rows, in the order of the sentence.
Tensor embed(const std::vector<WordToken>& words, std::uint64_t seed) {
  const TokenId last = std::ranges::max(words, {}, &WordToken::id).id;
  const Tensor table = embedding_rows(static_cast<std::size_t>(last) + 1, seed);
  Tensor embedded({words.size(), kWidth});
  for (std::size_t t = 0; t < words.size(); ++t) {
    std::copy_n(table.data.begin() + words[t].id * static_cast<std::ptrdiff_t>(kWidth), kWidth,
                embedded.data.begin() + static_cast<std::ptrdiff_t>(t * kWidth));
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
  if (!words.ok()) return words.error();
  if (const Status count = check_word_count(words->size()); !count.ok()) return count.error();

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
  if (!attention.ok()) return attention.error();
  example.result = std::move(*attention);
  return example;
}

}  // namespace glassformer
