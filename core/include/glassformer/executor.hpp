// Threads that somebody else has started, for what can be computed side by side.
#pragma once

#include <cstddef>

namespace glassformer {

/// Runs tasks side by side.
class Executor {
 public:
  virtual ~Executor() = default;
  /// How many threads take part at most, the caller's among them.
  virtual std::size_t workers() const = 0;
  /// Calls task(data, i) for every i below `count`, on any thread, and returns when all are done.
  virtual void run(std::size_t count, void (*task)(void* data, std::size_t i), void* data) = 0;
};

/// What all models of this program compute on (torch.set_num_threads): null, as at first, is the
/// caller's thread alone. Results have the same bits with any. To be set while no model computes;
/// it must outlive its use, and one thread at a time may use models.
void set_executor(Executor* executor);

}  // namespace glassformer
