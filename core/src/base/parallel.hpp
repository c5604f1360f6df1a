// What can be computed in parts, and the parts on several threads. Which part computes a number
// never changes its bits.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "glassformer/executor.hpp"

namespace glassformer {

#if GLASSFORMER_THREADS
/// What set_executor() was given.
Executor* executor();
#endif

/// executor.run with any callable.
template <class F>
void parallel(Executor& executor, std::size_t count, F f) {
  executor.run(
      count, [](void* data, std::size_t i) { (*static_cast<F*>(data))(i); }, &f);
}

/// Threads that take part, the caller's among them.
inline std::size_t thread_count() {
#if GLASSFORMER_THREADS
  if (Executor* const threads = executor(); threads != nullptr) return threads->workers();
#endif
  return 1;
}

/// Several for each thread, so that a slower one takes fewer.
inline constexpr std::size_t kPartsOfThread = 4;

/// How many parts parallel_parts() should make of `count` things, whose multiply-adds are `work`
/// together: at most `of_thread` for each thread.
inline std::size_t parts_of([[maybe_unused]] std::size_t count, [[maybe_unused]] std::uint64_t work,
                            [[maybe_unused]] std::size_t of_thread = kPartsOfThread) {
#if GLASSFORMER_THREADS
  if (thread_count() == 1) return 1;
  // Less takes no longer than another thread needs to begin.
  constexpr std::uint64_t kLeastWork = 100'000;
  const std::uint64_t most = std::min<std::uint64_t>(count, work / kLeastWork);
  return static_cast<std::size_t>(std::clamp<std::uint64_t>(most, 1, thread_count() * of_thread));
#else
  return 1;
#endif
}

/// Calls f(part, first, last) for `parts` parts of [0, count).
template <class F>
void parallel_parts([[maybe_unused]] std::size_t parts, std::size_t count, const F& f) {
#if GLASSFORMER_THREADS
  if (parts > 1) {
    const auto begin = [&](std::size_t part) {
      return static_cast<std::size_t>(std::uint64_t{count} * part / parts);
    };
    return parallel(*executor(), parts, [&](std::size_t p) { f(p, begin(p), begin(p + 1)); });
  }
#endif
  f(0, 0, count);
}

}  // namespace glassformer
