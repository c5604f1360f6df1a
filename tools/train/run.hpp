// A training run from its first step to its last: progress, evaluation, checkpoints, and going on
// after an interruption.
#pragma once

#include <atomic>
#include <filesystem>
#include <ostream>
#include <vector>

#include "glassformer/error.hpp"

namespace glassformer::tools {

struct RunOptions {
  std::filesystem::path recipe;
  std::vector<std::filesystem::path> train;
  std::filesystem::path valid;
  std::filesystem::path out;
  std::size_t threads = 1;
  std::size_t steps = 0;  // instead of the recipe's, which 0 leaves as they are
  bool restart = false;   // do not go on from a checkpoint in `out`
};

/// Trains until the recipe's last step or until `stop` is set, which writes a checkpoint too. What
/// `out` holds at any moment is whole: config.json, the tokenizers, model.safetensors (the weights
/// with the lowest held-out loss), checkpoint.safetensors and log.tsv. Progress goes to `log`.
Status run_training(const RunOptions& options, const std::atomic<bool>& stop, std::ostream& log);

}  // namespace glassformer::tools
