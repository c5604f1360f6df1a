// How much memory one call may take. Vectors end the program when there is none left, so what may
// be large is counted and asked for before anything of it is made.
#pragma once

#include <string_view>

#include "glassformer/error.hpp"

namespace glassformer {

/// Ok if a call that takes `bytes` besides what is there already (a double, in which sizes do not
/// overflow) stays within 1 GiB and the machine has them; otherwise an Error of kind kOutOfMemory
/// that tells the size. `what` begins the sentence; `advice`, if any, ends it.
Status check_memory(std::string_view what, double bytes, std::string_view advice = {});

}  // namespace glassformer
