// Several hypotheses at once: beam search and, with do_sample, beam sampling.
#pragma once

#include <memory>

#include "decoding/stepper.hpp"

namespace glassformer {

std::unique_ptr<Generation> make_beam_search(GenerationSetup setup);

}  // namespace glassformer
