#include "model/embedding.hpp"

#include <algorithm>
#include <cmath>

#include "model/positions.hpp"

namespace glassformer {

void embed(const Model::Parts& parts, const EmbeddingWeights& tokens, std::span<const TokenId> ids,
           std::size_t batch, std::size_t first_position, const HookScope& hooks,
           Buffers& buffers) {
  const ModelConfig& config = parts.config;
  const std::size_t d = config.d_model, length = ids.size() / batch;
  std::vector<float>& x = buffers.stream;
  x.resize(ids.size() * d);
  for (std::size_t i = 0; i < ids.size(); ++i)
    tokens.tokens.row(static_cast<std::size_t>(ids[i]), x.data() + i * d);
  if (config.scale_embedding)
    parts.kernels.scale(std::sqrt(static_cast<float>(d)), x.data(), x.size());
  hooks.visit_rows("embed", x.data(), batch, length, d);
  if (config.positions == Positions::kNone) return;

  std::vector<float>& positions = buffers.positions;  // (batch, length, D)
  positions.resize(x.size());
  write_positions(config, parts.weights.embedding.positions.data(), length, first_position,
                  positions.data());
  for (std::size_t b = 1; b < batch; ++b)
    std::copy_n(positions.data(), length * d, positions.data() + b * length * d);
  hooks.visit_rows("pos_embed", positions.data(), batch, length, d);
  parts.kernels.axpy(1.0F, positions.data(), x.data(), x.size());
}

}  // namespace glassformer
