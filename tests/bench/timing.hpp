// How long something takes: the median of several runs. All that is measured runs in this one thread, so time is the processor's
// time spent on us, where the system tells: a busy machine then disturbs less.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <vector>
#if defined(__unix__)
#include <time.h>
#endif

namespace glassformer::bench {

/// Seconds since some moment.
inline double now() {
#if defined(__unix__) && !defined(__EMSCRIPTEN__)
  timespec time;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
#else
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
#endif
}

inline double median(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

/// Median seconds of one call of f. Short calls are repeated within a sample, so that a coarse clock does no harm.
template <typename F>
double median_seconds(double budget, F f) {
  constexpr double kSample = 0.005;
  f();  // warms up caches and, in a browser, the compiler
  const double first = now();
  f();
  const double once = std::max(now() - first, 1e-7);
  const auto repeats = static_cast<std::size_t>(std::max(1.0, kSample / once));
  std::vector<double> samples;
  for (const double end = now() + budget; samples.size() < 3 || now() < end;) {
    const double start = now();
    for (std::size_t i = 0; i < repeats; ++i) f();
    samples.push_back((now() - start) / static_cast<double>(repeats));
  }
  return median(std::move(samples));
}

}  // namespace glassformer::bench
