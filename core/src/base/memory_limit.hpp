// How much memory one call may take. A vector that cannot be allocated ends the program, so large
// sizes are counted and checked before anything is allocated.
#pragma once

#include <string_view>

#include "glassformer/error.hpp"

namespace glassformer {

/// Ok if a call that takes `bytes` besides what is there already (a double, in which sizes do not
/// overflow) stays within 1 GiB and the machine has them; otherwise an Error of kind kOutOfMemory
/// that tells the size. `what` begins the sentence; `advice`, if any, ends it.
Status check_memory(std::string_view what, double bytes, std::string_view advice = {});

}  // namespace glassformer
