#include "model/hook_scope.hpp"

#include <algorithm>
#include <vector>

namespace glassformer {

HookScope HookScope::inside(std::string_view part) const {
  if (hooks_ == nullptr) return {};
  return HookScope(hooks_, prefix_ + std::string(part));
}

HookScope HookScope::inside(std::string_view part, std::size_t index) const {
  if (hooks_ == nullptr) return {};
  return HookScope(hooks_, prefix_ + std::string(part) + "." + std::to_string(index) + ".");
}

bool HookScope::wants(std::string_view name) const {
  return hooks_ != nullptr && hooks_->wants(prefix_ + std::string(name));
}

void HookScope::visit(std::string_view name, std::size_t batch, Shape shape, float* values) const {
  if (batch > 1) shape.insert(shape.begin(), batch);
  hooks_->visit(prefix_ + std::string(name), shape, values);
}

void HookScope::visit_rows(std::string_view name, float* x, std::size_t batch, std::size_t rows,
                           std::size_t width) const {
  if (wants(name)) visit(name, batch, {rows, width}, x);
}

void HookScope::visit_vectors(std::string_view name, float* x, std::size_t batch,
                              std::size_t width) const {
  if (wants(name)) visit(name, batch, {width}, x);
}

void HookScope::visit_heads(std::string_view name, float* x, std::size_t stride, std::size_t batch,
                            std::size_t heads, std::size_t rows, std::size_t width) const {
  if (!wants(name)) return;
  std::vector<float> by_head(batch * heads * rows * width);  // (B, H, T, K)
  const auto for_each_vector = [&](auto&& action) {
    for (std::size_t b = 0; b < batch; ++b)
      for (std::size_t h = 0; h < heads; ++h)
        for (std::size_t t = 0; t < rows; ++t)
          action(x + (b * rows + t) * stride + h * width,
                 by_head.data() + ((b * heads + h) * rows + t) * width);
  };
  for_each_vector(
      [&](const float* in_row, float* in_head) { std::copy_n(in_row, width, in_head); });
  visit(name, batch, {heads, rows, width}, by_head.data());
  for_each_vector(
      [&](float* in_row, const float* in_head) { std::copy_n(in_head, width, in_row); });
}

void HookScope::visit_scores(std::string_view name, float* x, std::size_t batch, std::size_t heads,
                             std::size_t queries, std::size_t keys) const {
  if (wants(name)) visit(name, batch, {heads, queries, keys}, x);
}

}  // namespace glassformer
