// How often the program has taken memory by `new`.
#pragma once

#include <cstddef>

namespace glassformer::test {

/// 0 under the address sanitizer, which has an operator new of its own.
std::size_t allocations();

}  // namespace glassformer::test
