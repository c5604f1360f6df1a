#include "model/logits.hpp"

namespace glassformer {

bool project_to_logits(const Model::Parts& parts, const float* rows, std::size_t n, float* logits) {
  const Linear& head = parts.weights.head;
  const PackedMatrix& matrix =
      head.weight.data() != nullptr ? head.weight : parts.weights.embedding.tokens;
  if (head.weight.data() == nullptr && !parts.config.tied_head) return false;
  const float* bias = head.bias.empty() ? nullptr : head.bias.data();
  parts.kernels.matmul(rows, matrix.in(), n, matrix.data(), matrix.in(), matrix.out(), bias, logits,
                       matrix.out());
  return true;
}

}  // namespace glassformer
