// The self-attention article's worked example, from the sentence to the last number.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "glassformer/article/words.hpp"
#include "glassformer/attention.hpp"
#include "glassformer/error.hpp"
#include "glassformer/tensor.hpp"

namespace glassformer {

/// The self-attention article's example, "Life is short, eat dessert first", for a sentence of T
/// words.
struct SeededSelfAttention {
  std::vector<WordToken> words;  // T
  Tensor embedded;               // (T, 3): the words' rows of the embedding
  Tensor w_query;                // (3, 2)
  Tensor w_key;                  // (3, 2)
  Tensor w_value;                // (3, 4)
  SelfAttention
      result;  // queries, keys, values; scores scaled by 1/sqrt(2); weights and context vectors
};

/// What these lines of PyTorch compute for any sentence in the place of the article's:
///
///     torch.manual_seed(seed); embed = torch.nn.Embedding(50_000, 3)
///     torch.manual_seed(seed); W_query = torch.rand(3, 2); W_key = torch.rand(3, 2); W_value =
///     torch.rand(3, 4)
///
/// with the words' ids of article_words, then self_attention. A sentence without a word, with more
/// than 50,000 words, or too long for its (T, T) matrices to fit into memory is an Error.
Result<SeededSelfAttention> seeded_self_attention(std::string_view sentence,
                                                  std::uint64_t seed = 123);

}  // namespace glassformer
