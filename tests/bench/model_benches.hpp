// Whole models: loading, reading a prompt, decoding, and what it costs to look inside.
#pragma once

#include <string>
#include <vector>

#include "bench.hpp"
#include "glassformer/error.hpp"
#include "synthetic_gpt2.hpp"

namespace glassformer::bench {

/// "tiny" or "small"; nullptr for any other name.
const Gpt2Size* find_gpt2_size(const std::string& name);

Result<std::vector<Measurement>> bench_model(const Gpt2Size& size, double seconds);

}  // namespace glassformer::bench
