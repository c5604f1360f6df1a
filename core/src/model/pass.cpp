#include "model/pass.hpp"

namespace glassformer {

void Buffers::fit(const ModelConfig& config, std::size_t row_count) {
  const auto at_least = [](std::vector<float>& buffer, std::size_t size) {
    if (buffer.size() < size) buffer.resize(size);
  };
  at_least(normed, row_count * config.d_model);
  at_least(qkv, row_count * config.qkv_width());
  at_least(z, row_count * config.query_width());
  at_least(added, row_count * config.d_model);
  at_least(hidden, row_count * config.d_ff);
}

}  // namespace glassformer
