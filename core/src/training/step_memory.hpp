// The memory of examples and of a pass over them, forward and backward, counted before any of it is
// allocated.
#pragma once

#include <span>

#include "glassformer/memory_limit.hpp"
#include "glassformer/training.hpp"

namespace glassformer::training {

inline constexpr const char* kLessMemory =
    "; texts or a max_length that are shorter, or a smaller micro_batch_tokens, take less";

/// Bytes of an example with so many tokens, as many targets as inputs.
MemorySize example_memory(std::size_t source_tokens, std::size_t input_tokens);

/// Values that run_pass (network.hpp) takes of its arena for these examples at most, backward
/// included where it is `learning`.
MemorySize pass_values(const ModelConfig& config, const TrainingOptions& options,
                       std::span<const TrainingExample> examples, bool learning);

}  // namespace glassformer::training
