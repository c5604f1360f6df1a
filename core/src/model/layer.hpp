// One layer and a stack of them, encoder's or decoder's. A layer is the sequence of its sub-layers
// (weights/sublayers.hpp), each added to the residual stream, with the norm where the config puts
// it.
#pragma once

#include <span>

#include "model/pass.hpp"
#include "weights/sublayers.hpp"
#include "weights/weights.hpp"

namespace glassformer {

/// The names of the hooks around one sub-layer.
struct SublayerNames {
  const char* inside;  // "attn.": before the names of what it computes itself
  const char* norm;    // "ln1"
  const char* out;     // "attn_out": what is added to the stream
  const char* after;   // "resid_mid": the stream after the addition
};

/// Those of sub-layer i of a layer.
SublayerNames hook_names(std::span<const Sublayer> sublayers, std::size_t i);

/// x (rows, D) becomes the layer's output.
void run_layer(const Pass& pass, const LayerWeights& weights, std::size_t index,
               const HookScope& hooks, Buffers& buffers, float* x);

/// All layers, without the final norm.
void run_stack(const Pass& pass, const StackWeights& weights, Buffers& buffers, float* x);

}  // namespace glassformer
