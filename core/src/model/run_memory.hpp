// The memory of a run beside the weights, counted before any of it is allocated.
#pragma once

#include <cstddef>
#include <string_view>

#include "glassformer/config.hpp"
#include "glassformer/error.hpp"
#include "glassformer/hooks.hpp"
#include "glassformer/memory_limit.hpp"

namespace glassformer {

struct RunSizes {
  std::size_t batch = 1;
  std::size_t target = 0;  // tokens of the longest sequence of the stack that gives the logits
  std::size_t source = 0;  // of the longest source of an encoder–decoder
  std::size_t logits = 0;  // rows of logits for each sequence
  bool cached = false;     // the target's keys and values are kept
  std::size_t past = 0;    // positions before the target's, whose keys and values are kept already
  bool encoded = false;    // the encoder has run: each sequence only points to the source's rows
};

/// Floats of the tensors that a run shows to hooks and that `hooks` wants.
struct HookedFloats {
  MemorySize total;  // what is kept where each is recorded
  /// Scores that exist at once: one head's, or all heads' where a hook sees them.
  MemorySize max_scores;
};
HookedFloats hooked_floats(const ModelConfig& config, const RunSizes& sizes, Hooks* hooks);

/// Floats of the keys and values that a run keeps for all layers of the decoder: those of the
/// source, and with a cache those of the target.
MemorySize key_value_floats(const ModelConfig& config, const RunSizes& sizes);

/// Bytes of what a run works in, which a session keeps from step to step: its buffers, scores and
/// pointers to keys and values.
MemorySize working_bytes(const ModelConfig& config, const RunSizes& sizes, Hooks* hooks);

/// check_memory (glassformer/memory_limit.hpp) of a run's buffers, keys and values, scores, logits
/// and recorded tensors.
Status check_run_memory(std::string_view what, const ModelConfig& config, const RunSizes& sizes,
                        Hooks* hooks);

}  // namespace glassformer
