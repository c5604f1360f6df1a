// The source as the decoder's cross-attention reads it: each layer's keys and values, projected
// from the encoder's output.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "model/model_parts.hpp"
#include "model/pass.hpp"

namespace glassformer {

/// Of a batch of sources.
struct EncodedSource {
  std::size_t batch = 0;
  std::size_t length = 0;
  std::vector<std::vector<float>> key_values;  // per layer (batch, S, K + V): keys and values
  std::vector<std::uint8_t> padding;           // (batch, S) or empty

  /// The rows for `copies` hypotheses on each source. The padding is not repeated: more than one
  /// copy is made of sources without padding only, as the one source of a session.
  EncoderOutput output(const ModelConfig& config, std::size_t copies = 1) const;
};

/// Runs the encoder. Hooks: those of run_encoder with the prefix "encoder.", and
/// decoder.blocks.{l}.cross_attn.k and .v.
EncodedSource encode_source(const Model::Parts& parts, std::span<const TokenIds> sources,
                            Hooks* hooks);

/// The scope of the stack that gives the logits: "decoder." in an encoder–decoder, plain names
/// elsewhere.
HookScope output_scope(const Model::Parts& parts, Hooks* hooks);

}  // namespace glassformer
