// How long something takes. All that is measured runs in one thread, so time is the processor's
// time spent on us, where the system tells it: a busy machine then disturbs less.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

namespace glassformer::bench {

/// Seconds since some moment.
double now();

inline double median(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

/// Seconds of single calls of f, over about `budget` seconds. Short calls are repeated within a
/// sample, so that a coarse clock does no harm; a part of the budget goes to warming up caches and,
/// in WebAssembly, the compiler.
template <typename F>
std::vector<double> sample_seconds(double budget, F f) {
  constexpr double kSample = 0.005;
  std::size_t calls = 0;
  const double begin = now();
  do {
    f();
    ++calls;
  } while (now() < begin + 0.3 * budget);
  const double once = std::max((now() - begin) / static_cast<double>(calls), 1e-8);
  const auto repeats = static_cast<std::size_t>(std::max(1.0, kSample / once));
  std::vector<double> samples;
  for (const double end = now() + budget; samples.size() < 3 || now() < end;) {
    const double start = now();
    for (std::size_t i = 0; i < repeats; ++i) f();
    samples.push_back((now() - start) / static_cast<double>(repeats));
  }
  return samples;
}

template <typename F>
double median_seconds(double budget, F f) {
  return median(sample_seconds(budget, f));
}

}  // namespace glassformer::bench
