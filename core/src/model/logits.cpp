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
