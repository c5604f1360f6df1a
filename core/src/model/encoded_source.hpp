// What the decoder sees of the source: keys and values that each of its layers makes of the
// encoder's output.
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
  std::vector<std::vector<float>> key_values;  // per layer (batch, S, 2D)
  std::vector<std::uint8_t> padding;           // (batch, S) or empty

  /// The rows for `copies` hypotheses on each source.
  Memory memory(std::size_t d_model, std::size_t copies = 1) const;
};

/// Runs the encoder. Hooks: those of run_encoder with the prefix "encoder.", and
/// decoder.blocks.{l}.cross_attn.k and .v.
EncodedSource encode_source(const Model::Parts& parts, std::span<const TokenIds> sources,
                            Hooks* hooks);

/// The scope of the stack that gives the logits: "decoder." in an encoder–decoder, plain names
/// elsewhere.
HookScope output_scope(const Model::Parts& parts, Hooks* hooks);

}  // namespace glassformer
