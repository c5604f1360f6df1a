// What the sizes of a config may be.
#pragma once

#include <cstddef>

namespace glassformer {

inline constexpr std::size_t kMaxTokens = 10'000'000;
inline constexpr std::size_t kMaxPositions = 10'000'000;
inline constexpr std::size_t kMaxWidth = 65'536;
inline constexpr std::size_t kMaxFeedForwardWidth = 16 * kMaxWidth;
inline constexpr std::size_t kMaxLayers = 1'000;
inline constexpr std::size_t kMaxLabels = 4'096;

// Kernels take a float, in which it must not be 0: rows without variance are divided by its root.
inline constexpr const char* kEpsilonRange =
    "a number from 1e-45 (about the smallest float) to below 1";
inline bool is_epsilon(double value) { return value >= 1e-45 && value < 1; }

}  // namespace glassformer
