// Memory that begins at a cache line, so that no vector that is read from it lies across two.
#pragma once

#include <cstddef>
#include <limits>
#include <memory>
#include <new>

namespace glassformer {

inline constexpr std::align_val_t kCacheLine{64};

struct AlignedDelete {
  void operator()(void* memory) const { ::operator delete(memory, kCacheLine); }
};

template <typename T>
using AlignedArray = std::unique_ptr<T[], AlignedDelete>;

/// `count` elements without values; null where there is not enough memory.
template <typename T>
AlignedArray<T> make_aligned(std::size_t count) {
  if (count > std::numeric_limits<std::size_t>::max() / 2 / sizeof(T)) return nullptr;
  return AlignedArray<T>(
      static_cast<T*>(::operator new(count * sizeof(T), kCacheLine, std::nothrow)));
}

}  // namespace glassformer
