// Results for people and for programs.
#pragma once

#include <string>

#include "bench.hpp"

namespace glassformer::bench {

/// A table, one measurement a line.
std::string to_table(const Results& results);

/// One JSON object a line, one line a measurement; a last line for an error.
std::string to_json_lines(const Results& results);

}  // namespace glassformer::bench
