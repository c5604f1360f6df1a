// The memory of a pass, forward and backward, counted before any of it is allocated.
#pragma once

#include <span>

#include "glassformer/memory_limit.hpp"
#include "glassformer/training.hpp"

namespace glassformer::training {

/// Values that run_pass (network.hpp) takes of its arena for these examples at most, backward
/// included where it is `learning`.
MemorySize pass_values(const ModelConfig& config, const TrainingOptions& options,
                       std::span<const TrainingExample* const> examples, bool learning);

}  // namespace glassformer::training
