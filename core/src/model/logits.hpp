// From rows of the last layer to logits.
#pragma once

#include <cstddef>
#include <span>

#include "model/hook_scope.hpp"
#include "model/model_parts.hpp"

namespace glassformer {

/// The last row of each sequence of x (batch, length, width), one after the other, into `out`
/// (batch, width), which may be x. `lengths` (batch): rows of each sequence that are not padding;
/// empty: all `length`.
void copy_last_rows(const float* x, std::size_t batch, std::size_t length,
                    std::span<const std::size_t> lengths, std::size_t width, float* out);

/// What a classifier's head is given: the mean, the first or the last row of each sequence of x
/// (batch, length, D) into `out` (batch, D). `lengths` (batch): rows that are not padding.
void pool_rows(const Model::Parts& parts, const float* x, std::size_t batch, std::size_t length,
               std::span<const std::size_t> lengths, float* out);

/// rows (n, D) → logits (n, head_rows()). False where the model has no head.
bool project_to_logits(const Model::Parts& parts, const float* rows, std::size_t n, float* logits);

/// logits (batch, labels) of x (batch, length, D). Hooks: `pooled` and `logits`.
void classify(const Model::Parts& parts, const float* x, std::size_t batch, std::size_t length,
              std::span<const std::size_t> lengths, const HookScope& hooks, float* logits);

/// project_to_logits of rows (batch, length, D) of the output stack, seen by its hook `logits`.
bool write_logits(const Model::Parts& parts, const float* rows, std::size_t batch,
                  std::size_t length, const HookScope& hooks, float* logits);

}  // namespace glassformer
