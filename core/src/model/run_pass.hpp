// A pass of token ids through a stack, encoder's or decoder's, cached or not.
#pragma once

#include <cstdint>
#include <span>

#include "model/model_parts.hpp"
#include "model/pass.hpp"

namespace glassformer {

struct PassInput {
  std::span<const TokenId> ids;  // (batch, T)
  std::size_t batch = 1;
  std::size_t first_position = 0;
  const std::uint8_t* padding = nullptr;          // (batch, T) or null, 1 = padding
  KeyValueCache* cache = nullptr;                 // decoder only
  const EncoderOutput* encoder_output = nullptr;  // decoder of an encoder–decoder only
};

/// Embedding, layers and final norm of the encoder: buffers.stream becomes (batch · T, D). Hooks:
/// embed, pos_embed, those of the layers and ln_final.
void run_encoder(const Model::Parts& parts, const PassInput& input, const HookScope& hooks,
                 Buffers& buffers);

/// The same of the decoder, whose attention is causal.
void run_decoder(const Model::Parts& parts, const PassInput& input, const HookScope& hooks,
                 Buffers& buffers);

}  // namespace glassformer
