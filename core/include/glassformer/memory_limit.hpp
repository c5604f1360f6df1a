// How much memory one call may take. A vector that cannot be allocated ends the program, so large
// sizes are counted and checked before anything is allocated.
#pragma once

#include <cstdint>
#include <string_view>

#include "glassformer/error.hpp"

namespace glassformer {

/// A number of floats or bytes, counted in 64 bits on every machine. Sums and products that would
/// overflow stay at the largest number, which is more memory than there can be.
class MemorySize {
 public:
  constexpr MemorySize(std::uint64_t value = 0) : value_(value) {}
  constexpr std::uint64_t value() const { return value_; }

  friend MemorySize operator+(MemorySize a, MemorySize b);
  friend MemorySize operator*(MemorySize a, MemorySize b);
  MemorySize& operator+=(MemorySize other) { return *this = *this + other; }
  friend constexpr auto operator<=>(MemorySize, MemorySize) = default;

 private:
  std::uint64_t value_;
};

/// Ok if a call that takes `bytes` besides `held`, which it holds already, stays within 1 GiB and
/// the machine has them; otherwise an Error of kind kOutOfMemory that tells the size. `what` begins
/// the sentence; `advice`, if any, ends it.
Status check_memory(std::string_view what, MemorySize bytes, std::string_view advice = {},
                    MemorySize held = {});

/// The same without a limit but that of the machine.
Status check_available(std::string_view what, MemorySize bytes);

}  // namespace glassformer
