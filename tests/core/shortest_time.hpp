// How long something takes, where other programs may take the processor in between.
#pragma once

#include <algorithm>
#include <chrono>
#include <limits>

namespace glassformer::test {

/// The shortest of five runs, in seconds.
template <typename Work>
double shortest_seconds(const Work& work) {
  double shortest = std::numeric_limits<double>::infinity();
  for (int i = 0; i < 5; ++i) {
    const auto start = std::chrono::steady_clock::now();
    work();
    const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - start;
    shortest = std::min(shortest, taken.count());
  }
  return shortest;
}

}  // namespace glassformer::test
