// Which sub-layers a layer has, in the order in which they are computed. The list of parameters,
// the layer of inference, both directions of training and the count of a run's memory all go over
// it.
#pragma once

#include <cstdint>
#include <span>

#include "glassformer/config.hpp"

namespace glassformer {

enum class Sublayer : std::uint8_t { kSelfAttention, kCrossAttention, kFeedForward };

/// A layer of a decoder that reads an encoder has cross-attention. Each sub-layer has a norm of its
/// own, unless the config has none.
inline std::span<const Sublayer> sublayers_of(const ModelConfig& config, bool has_cross) {
  static constexpr Sublayer kWithCross[] = {Sublayer::kSelfAttention, Sublayer::kCrossAttention,
                                            Sublayer::kFeedForward};
  static constexpr Sublayer kWithout[] = {Sublayer::kSelfAttention, Sublayer::kFeedForward};
  const auto all = has_cross ? std::span<const Sublayer>(kWithCross) : kWithout;
  return all.first(all.size() - (config.d_ff > 0 ? 0 : 1));
}

}  // namespace glassformer
