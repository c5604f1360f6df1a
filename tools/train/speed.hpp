// How fast a recipe's model learns on this machine.
#pragma once

#include <cstddef>
#include <filesystem>
#include <ostream>

#include "glassformer/error.hpp"

namespace glassformer::tools {

/// Trains the recipe's decoder on random tokens, `sequences` sequences of its whole context a step,
/// and writes a line `step n: x tokens/s` for every step.
Status measure_speed(const std::filesystem::path& recipe, std::size_t vocab_size,
                     std::size_t sequences, std::size_t steps, std::size_t threads,
                     std::ostream& log);

}  // namespace glassformer::tools
