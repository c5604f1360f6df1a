// What a layer consists of: its sub-layers in the order in which they are computed, and the steps
// around each of them. The list of parameters, the layer of inference, both directions of training
// and the count of a run's memory all go over these two lists; none has an order of its own.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "glassformer/config.hpp"
#include "glassformer/weight_info.hpp"

namespace glassformer {

/// Of one layer.
inline constexpr std::size_t kMaxSublayers = 3;

/// A layer of a decoder that reads an encoder has cross-attention. Each sub-layer has a norm of its
/// own, unless the config has none.
inline std::span<const Sublayer> sublayers_of(const ModelConfig& config, bool has_cross) {
  static constexpr Sublayer kWithCross[kMaxSublayers] = {
      Sublayer::kSelfAttention, Sublayer::kCrossAttention, Sublayer::kFeedForward};
  static constexpr Sublayer kWithout[] = {Sublayer::kSelfAttention, Sublayer::kFeedForward};
  const auto all = has_cross ? std::span<const Sublayer>(kWithCross) : kWithout;
  return all.first(all.size() - (config.d_ff > 0 ? 0 : 1));
}

/// The steps of one sub-layer f. The residual stream is x; what f gets and gives is its branch,
/// which begins as x. run_layer and training's network.hpp take one norm for a sub-layer, of what f
/// gets or of the sum; an order with a norm of what f gives, or with two, needs them too.
enum class ResidualStep : std::uint8_t {
  kNormBranch,  // branch = norm(branch)
  kSublayer,    // branch = f(branch)
  kAdd,         // x = x + branch
  kNormStream,  // x = norm(x)
};

/// x + f(norm(x)) under pre-norm (GPT-2), norm(x + f(x)) under post-norm ("Attention Is All You
/// Need", 3.1), x + f(x) without norms.
inline std::span<const ResidualStep> residual_steps(NormPlace norm) {
  using enum ResidualStep;
  static constexpr ResidualStep kPreNorm[] = {kNormBranch, kSublayer, kAdd};
  static constexpr ResidualStep kPostNorm[] = {kSublayer, kAdd, kNormStream};
  static constexpr ResidualStep kNoNorm[] = {kSublayer, kAdd};
  switch (norm) {
    case NormPlace::kPre:
      return kPreNorm;
    case NormPlace::kPost:
      return kPostNorm;
    case NormPlace::kNone:
      break;
  }
  return kNoNorm;
}

}  // namespace glassformer
