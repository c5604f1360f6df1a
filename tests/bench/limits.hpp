// What this machine can do at most in one thread: the ceilings that kernels and models are held
// against.
#pragma once

#include <string>

namespace glassformer::bench {

struct Limits {
  double gflops = 0;      // multiply-adds of vectors in registers, two operations each
  double byte_gops = 0;   // products of bytes and their sums in registers; 0: not measured
  double memory_gbs = 0;  // reading 256 MB
  double cache_gbs = 0;   // reading 8 MB again and again
};

/// For the vector width and the instructions of the table of kernels named `table`.
Limits measure_limits(const std::string& table, double seconds);

}  // namespace glassformer::bench
