// The two stacks: sequences through the encoder to the keys and values of its memory, and rows
// through the decoder.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "model/model_parts.hpp"
#include "model/pass.hpp"
#include "model/sequences.hpp"

namespace glassformer {

/// Keys and values that every decoder layer makes of the encoder's output, for a batch of sources.
struct EncodedSource {
  std::size_t batch = 0;
  std::size_t length = 0;
  std::vector<std::vector<float>> key_values;  // per layer (batch, S, 2D)
  std::vector<std::uint8_t> padding;           // (batch, S) or empty

  /// The rows for `copies` hypotheses on each source.
  Memory memory(std::size_t d_model, std::size_t copies = 1) const;
};

/// The encoder: (batch · length, D) after its final norm. Hooks of its stack and ln_final.
std::vector<float> encode(const Model::Parts& parts, const Sequences& sequences,
                          const EmbeddingWeights& tokens, const HookScope& hooks);

/// Hooks: decoder.blocks.{l}.cross_attn.k and .v.
EncodedSource encode_source(const Model::Parts& parts, std::span<const TokenIds> sources,
                            Hooks* hooks);

/// The scope of the causal or decoding stack: "decoder." in an encoder–decoder, plain names
/// elsewhere.
HookScope decoder_scope(const Model::Parts& parts, Hooks* hooks);

/// The decoder over x, in place, final norm included. Hooks of its stack and ln_final.
void decode(const Pass& pass, const Model::Parts& parts, Buffers& buffers, float* x);

}  // namespace glassformer
