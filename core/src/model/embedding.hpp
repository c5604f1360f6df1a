// Token embeddings and positions.
#pragma once

#include <span>

#include "model/model_parts.hpp"
#include "model/pass.hpp"

namespace glassformer {

/// Token embeddings plus positions from `first_position` on, into buffers.stream: (batch · length,
/// D). Hooks: embed, pos_embed.
void embed(const Model::Parts& parts, const EmbeddingWeights& tokens, std::span<const TokenId> ids,
           std::size_t batch, std::size_t first_position, const HookScope& hooks, Buffers& buffers);

}  // namespace glassformer
