// Equal parts of a whole.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace glassformer {

/// Which of `count` equal parts of `total` begins at or before `place`. In 64 bits, because a place
/// among a corpus' tokens times the number of its batches exceeds the 32 of WebAssembly's size_t.
inline std::size_t part_at(std::size_t place, std::size_t total, std::size_t count) {
  const std::uint64_t part = std::uint64_t{place} * count / std::max<std::size_t>(1, total);
  return std::min(count - 1, static_cast<std::size_t>(part));
}

}  // namespace glassformer
