// Everything is in sequence (seq_cst), and two pairs of writes and reads rest on it. A thread
// counts itself as inside and then looks whether the job is open; run() closes it and then looks
// whether anybody is inside: one of them sees the other, so no thread reads a job that is being
// replaced. A thread counts itself as asleep and then looks for a new job; run() announces one and
// then looks for sleepers: so none sleeps on.
#include "glassformer/thread_team.hpp"

#if GLASSFORMER_THREADS
namespace glassformer {
namespace {
// A thread looks for the next job for some ten µs before it sleeps: those of a step of generation
// are closer together, and to be woken takes longer.
constexpr int kLooks = 20'000;
}  // namespace

void ThreadTeam::run(std::size_t count, void (*task)(void*, std::size_t), void* data) {
  count_ = count;
  task_ = task;
  data_ = data;
  next_ = 0;
  is_open_ = true;
  ++jobs_;
  if (asleep_ > 0) wake_all();
  take_part();
  is_open_ = false;
  while (inside_ > 0) {
    // Its last task is no longer than those that were done here.
  }
}

void ThreadTeam::serve() {
  std::uint32_t seen = jobs_;
  ++serving_;
  while (!is_stopped_) {
    for (int i = 0; i < kLooks && jobs_.load(std::memory_order_relaxed) == seen; ++i) {
      // looking
    }
    ++asleep_;
    if (!is_stopped_) wait_while(seen);
    --asleep_;
    seen = jobs_;
    ++inside_;
    if (is_open_) take_part();
    --inside_;
  }
  --serving_;
}

void ThreadTeam::stop() {
  is_stopped_ = true;
  ++jobs_;
  wake_all();
}

void ThreadTeam::take_part() {
  for (std::size_t i = next_++; i < count_; i = next_++) task_(data_, i);
}

#if defined(__wasm__)
// The C++ library waits by asking again and again where it was not built for threads.
void ThreadTeam::wait_while(std::uint32_t jobs) {
  int* const address = reinterpret_cast<int*>(&jobs_);
  while (jobs_ == jobs) __builtin_wasm_memory_atomic_wait32(address, static_cast<int>(jobs), -1);
}
void ThreadTeam::wake_all() {
  __builtin_wasm_memory_atomic_notify(reinterpret_cast<int*>(&jobs_), ~0U);
}
#else
void ThreadTeam::wait_while(std::uint32_t jobs) { jobs_.wait(jobs); }
void ThreadTeam::wake_all() { jobs_.notify_all(); }
#endif

}  // namespace glassformer
#endif
