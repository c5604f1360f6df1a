// One hypothesis: greedy decoding and sampling.
#pragma once

#include <memory>

#include "decoding/stepper.hpp"

namespace glassformer {

std::unique_ptr<Generation> make_sampling(GenerationSetup setup);

}  // namespace glassformer
