// The attention sub-layers of a layer: projections around attend() (model/attention.hpp).
#pragma once

#include "model/pass.hpp"
#include "weights/weights.hpp"

namespace glassformer {

/// x (rows, D) → buffers.added (rows, D); layer `index` of its stack. With a cache, keys and values
/// of earlier positions too. Hooks of `hooks`: q, k, v and those of attend().
void self_attention(const Pass& pass, const SelfAttentionWeights& weights, std::size_t index,
                    const HookScope& hooks, Buffers& buffers, const float* x);

/// The same with keys and values of pass.encoder_output. Hooks of `hooks`: q and those of attend().
void cross_attention(const Pass& pass, const CrossAttentionWeights& weights, std::size_t index,
                     const HookScope& hooks, Buffers& buffers, const float* x);

}  // namespace glassformer
