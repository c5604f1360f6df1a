#include "model/logits.hpp"

#include <algorithm>

namespace glassformer {

void copy_last_rows(const float* x, std::size_t batch, std::size_t length,
                    std::span<const std::size_t> lengths, std::size_t width, float* out) {
  for (std::size_t b = 0; b < batch; ++b) {
    const float* row = x + (b * length + (lengths.empty() ? length : lengths[b]) - 1) * width;
    if (row != out + b * width) std::copy_n(row, width, out + b * width);
  }
}

void pool_rows(const Model::Parts& parts, const float* x, std::size_t batch, std::size_t length,
               std::span<const std::size_t> lengths, float* out) {
  const std::size_t d = parts.config.d_model;
  if (parts.config.pooling == Pooling::kLast)
    return copy_last_rows(x, batch, length, lengths, d, out);
  const bool mean = parts.config.pooling == Pooling::kMean;
  for (std::size_t b = 0; b < batch; ++b) {
    float* pooled = out + b * d;
    std::copy_n(x + b * length * d, d, pooled);
    for (std::size_t t = 1; mean && t < lengths[b]; ++t)
      parts.kernels.axpy(1.0F, x + (b * length + t) * d, pooled, d);
    if (mean) parts.kernels.scale(1.0F / static_cast<float>(lengths[b]), pooled, d);
  }
}

void classify(const Model::Parts& parts, const float* x, std::size_t batch, std::size_t length,
              std::span<const std::size_t> lengths, const HookScope& hooks, float* logits) {
  const std::size_t d = parts.config.d_model;
  std::vector<float> pooled(batch * d);
  pool_rows(parts, x, batch, length, lengths, pooled.data());
  hooks.visit_vectors("pooled", pooled.data(), batch, d);
  project_to_logits(parts, pooled.data(), batch, logits);
  hooks.visit_vectors("logits", logits, batch, parts.config.head_rows());
}

bool project_to_logits(const Model::Parts& parts, const float* rows, std::size_t n, float* logits) {
  const Linear& head = parts.weights.head;
  const bool is_own = head.weight.has_values();
  if (!is_own && !parts.config.tied_head) return false;
  const PackedMatrix& matrix = is_own ? head.weight : parts.weights.embedding.tokens;
  matrix.multiply(rows, matrix.in(), n, head.bias.empty() ? nullptr : head.bias.data(), logits);
  return true;
}

bool write_logits(const Model::Parts& parts, const float* rows, std::size_t batch,
                  std::size_t length, const HookScope& hooks, float* logits) {
  if (!project_to_logits(parts, rows, batch * length, logits)) return false;
  hooks.visit_rows("logits", logits, batch, length, parts.config.vocab_size);
  return true;
}

}  // namespace glassformer
