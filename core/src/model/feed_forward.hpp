// The position-wise feed-forward network (Vaswani et al. 2017, section 3.3).
#pragma once

#include "model/pass.hpp"
#include "weights/weights.hpp"

namespace glassformer {

/// x (rows, D) → buffers.added (rows, D). Hooks of `hooks`: pre, post.
void feed_forward(const Pass& pass, const FeedForwardWeights& weights, const HookScope& hooks,
                  Buffers& buffers, const float* x);

}  // namespace glassformer
