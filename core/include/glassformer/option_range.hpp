// What the value of an option may be.
#pragma once

#include <limits>

namespace glassformer {

/// From low to high, both included; a value that is no number is in no range.
struct OptionRange {
  double low, high;
  const char* expected;  // the range in words; none: any value
};

inline constexpr double kFinite = std::numeric_limits<double>::max();
inline constexpr double kAboveZero = std::numeric_limits<double>::denorm_min();
inline constexpr double kBelowOne = 1.0 - std::numeric_limits<double>::epsilon() / 2;
inline constexpr OptionRange kAnyValue{-kFinite, kFinite, nullptr};

}  // namespace glassformer
