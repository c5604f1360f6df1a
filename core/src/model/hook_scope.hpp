// The hooks of one part of the model: a prefix for its names, and the layouts of its tensors. An
// empty scope wants nothing and builds no names.
#pragma once

#include <string>
#include <string_view>

#include "glassformer/hooks.hpp"

namespace glassformer {

class HookScope {
 public:
  HookScope() = default;
  explicit HookScope(Hooks* hooks, std::string prefix = {})
      : hooks_(hooks != nullptr && hooks->active() ? hooks : nullptr), prefix_(std::move(prefix)) {}

  explicit operator bool() const { return hooks_ != nullptr; }
  /// The scope of a part: its names begin with this one's prefix and `part`.
  HookScope inside(std::string_view part) const;
  HookScope inside(std::string_view part, std::size_t index) const;  // "blocks.3."

  bool wants(std::string_view name) const;

  /// x (batch, rows, width), contiguous.
  void visit_rows(std::string_view name, float* x, std::size_t batch, std::size_t rows,
                  std::size_t width) const;
  /// x (batch, width), one row of each sequence: shown without a dimension of rows.
  void visit_vectors(std::string_view name, float* x, std::size_t batch, std::size_t width) const;
  /// x (batch, rows, heads · width) with `stride` floats from row to row, shown as (batch, heads,
  /// rows, width).
  void visit_heads(std::string_view name, float* x, std::size_t stride, std::size_t batch,
                   std::size_t heads, std::size_t rows, std::size_t width) const;
  /// x (batch, heads, queries, keys), contiguous.
  void visit_scores(std::string_view name, float* x, std::size_t batch, std::size_t heads,
                    std::size_t queries, std::size_t keys) const;

 private:
  void visit(std::string_view name, std::size_t batch, Shape shape, float* values) const;

  Hooks* hooks_ = nullptr;
  std::string prefix_;
};

}  // namespace glassformer
