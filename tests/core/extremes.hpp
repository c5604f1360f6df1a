// Values that are no ordinary numbers.
#pragma once

#include <limits>

namespace glassformer::test {

inline constexpr float kInfinity = std::numeric_limits<float>::infinity();
inline constexpr float kNan = std::numeric_limits<float>::quiet_NaN();

}  // namespace glassformer::test
