// The kernels of one table, at the sizes at which models call them.
#pragma once

#include <vector>

#include "bench.hpp"
#include "kernels/kernels.hpp"

namespace glassformer::bench {

std::vector<Measurement> bench_kernels(const kernels::Kernels& table, double seconds);

}  // namespace glassformer::bench
