// The benchmarks as functions: run_bench measures, report.hpp tells. A number that has a limit
// (what the processor can multiply, what the memory can read) comes with its share of that limit,
// measured next to it.
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace glassformer::bench {

struct Options {
  std::vector<std::string> groups = {"tiny", "small", "kernels"};  // what to measure, in this order
  std::string table;     // of kernels, for group "kernels"; empty: the active one
  double seconds = 0.5;  // for each measurement
};

enum class Bound {
  kNone,
  kArithmetic,  // GFLOP/s
  kBytes,       // Gop/s, of products of bytes
  kMemory,      // GB/s, from main memory
  kCache,       // GB/s, from the last cache
};

struct Measurement {
  std::string group;
  std::string name;
  double value = 0;
  std::string unit;
  Bound bound = Bound::kNone;
  double rate = 0;      // the value as the bound counts it
  double of_limit = 0;  // rate over limit; 0 where there is no bound
};

struct Results {
  std::string table;  // the active table, with which the models ran
  std::vector<Measurement> measurements;
  std::string error;  // empty, or why the run ended early
};

/// Measures what `options` ask for and, after each group, tells `progress` (if set) its name.
Results run_bench(const Options& options,
                  const std::function<void(const std::string&)>& progress = {});

}  // namespace glassformer::bench
