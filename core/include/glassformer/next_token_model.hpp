// What decoding and models have in common: neither needs the other.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "glassformer/error.hpp"
#include "glassformer/tokenizer.hpp"

namespace glassformer {

/// What decoding asks of a model: the logits that follow several hypotheses, which grow out of one
/// another.
class NextTokenModel {
 public:
  virtual ~NextTokenModel() = default;
  virtual std::size_t vocab_size() const = 0;
  /// Reads the prompt. logits (V): for the token after it.
  virtual Status start(std::span<float> logits) = 0;
  /// Hypothesis i of the new set continues hypothesis parents[i] of the old set with tokens[i].
  /// logits (n, V).
  virtual Status advance(std::span<const std::int32_t> parents, std::span<const TokenId> tokens,
                         std::span<float> logits) = 0;
};

}  // namespace glassformer
