// One layer and a stack of them, encoder's or decoder's. A layer reads like the paper's figure 1:
// attention, cross-attention where there is a memory, feed-forward, each added to the residual
// stream, with the norm where the config puts it.
#pragma once

#include "model/pass.hpp"
#include "weights/weights.hpp"

namespace glassformer {

/// x (rows, D) becomes the layer's output.
void run_layer(const Pass& pass, const LayerWeights& weights, std::size_t index,
               const HookScope& hooks, Buffers& buffers, float* x);

/// All layers, without the final norm.
void run_stack(const Pass& pass, const StackWeights& weights, Buffers& buffers, float* x);

}  // namespace glassformer
