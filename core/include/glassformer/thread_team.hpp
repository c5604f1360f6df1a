// An executor of threads that come to it, as WebAssembly's must: who has started one has it call
// serve().
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

#include "glassformer/executor.hpp"

namespace glassformer {

class ThreadTeam final : public Executor {
 public:
  std::size_t workers() const override { return 1 + serving_; }
  /// A thread that comes too late for these tasks takes no part in them, so that a processor that
  /// is busy otherwise holds up nobody.
  void run(std::size_t count, void (*task)(void* data, std::size_t i), void* data) override;

  /// Takes part in what is run from now on, until stop().
  void serve();
  /// Lets go of all threads; nothing is run at that time or later.
  void stop();

 private:
  void take_part();
  void wait_while(std::uint32_t jobs);
  void wake_all();

  // What is written at one time by several threads has a cache line of its own.
  alignas(64) std::atomic<std::uint32_t> jobs_ = 0;  // begun so far
  alignas(64) std::atomic<std::size_t> next_ = 0;    // task
  alignas(64) std::atomic<std::size_t> inside_ = 0;  // threads that look at the job below
  std::atomic<std::size_t> asleep_ = 0;
  std::atomic<std::size_t> serving_ = 0;
  std::atomic<bool> is_open_ = false;
  std::atomic<bool> is_stopped_ = false;
  std::size_t count_ = 0;
  void (*task_)(void* data, std::size_t i) = nullptr;
  void* data_ = nullptr;
};

}  // namespace glassformer
