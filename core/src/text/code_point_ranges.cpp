#include "text/code_point_ranges.hpp"

#include <algorithm>

namespace glassformer {

bool contains(std::span<const std::uint32_t> ranges, char32_t character) {
  const auto after = std::upper_bound(ranges.begin(), ranges.end(), character << 11 | 0x7FF);
  if (after == ranges.begin()) return false;
  const std::uint32_t range = *(after - 1);
  return character - (range >> 11) <= (range & 0x7FF);
}

}  // namespace glassformer
