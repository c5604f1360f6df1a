// How often, and how much, the program has taken memory by `new`.
#pragma once

#include <cstddef>

namespace glassformer::test {

/// 0 under the address sanitizer, which has an operator new of its own.
std::size_t allocations();
/// Bytes that these took, freed or not.
std::size_t allocated_bytes();

}  // namespace glassformer::test
