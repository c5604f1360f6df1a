// A batch of sequences of tokens, checked and padded.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "glassformer/model.hpp"
#include "model/model_parts.hpp"

namespace glassformer {

/// A batch of sequences, the shorter ones padded at their end.
struct Sequences {
  std::size_t batch = 0;
  std::size_t length = 0;             // of the longest
  std::vector<TokenId> ids;           // (batch, length)
  std::vector<std::size_t> lengths;   // (batch)
  std::vector<std::uint8_t> padding;  // (batch, length), 1 = padding; empty where there is none

  Sequences(std::span<const TokenIds> sequences, TokenId pad);
  const std::uint8_t* padding_or_null() const { return padding.empty() ? nullptr : padding.data(); }
};

/// Ids inside the vocabulary and sequences that are not empty and fit the context. `what` names
/// them in the message.
Status check_tokens(const Model::Parts& parts, std::span<const TokenIds> sequences,
                    std::size_t vocab, const char* what, bool check_length = true);

}  // namespace glassformer
