// What a weight of a model is for, and how it lies in its file.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "glassformer/tensor.hpp"

namespace glassformer {

enum class Role : std::uint8_t {
  // The linear layers of a layer.
  kQkv,  // query, key and value columns one after the other
  kSelfOut,
  kCrossQuery,
  kCrossKey,
  kCrossValue,
  kCrossQkv,  // the three above in one tensor, where the naming scheme packs them
  kCrossOut,
  kFeedForwardIn,
  kFeedForwardOut,

  kNorm,
  kFinalNorm,
  kEmbedding,
  kSourceEmbedding,
  kPositions,
  kHead,
};

enum class Stack : std::uint8_t { kEncoder, kDecoder };

enum class Sublayer : std::uint8_t { kSelfAttention, kCrossAttention, kFeedForward };

/// How a file stores a weight that maps `in` features to `out`.
enum class WeightLayout : std::uint8_t {
  kInOut,  // (in, out): y = x · w, as GPT-2's Conv1D
  kOutIn,  // (out, in): y = x · wᵀ, as torch.nn.Linear
};

struct WeightInfo {
  std::string name{};  // as the file has it
  Shape shape{};       // as in the file

  Role role{};
  bool is_bias = false;
  Stack stack{};
  std::size_t layer = 0;  // of that stack; 0 for what stands outside of the layers
  Sublayer sublayer{};    // of the linear layers and of kNorm
  WeightLayout layout{};  // of matrices and tables
};

}  // namespace glassformer
