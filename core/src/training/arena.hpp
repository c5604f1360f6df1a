// The memory of one pass, forward and backward: allocated in pieces, released all at once.
#pragma once

#include <algorithm>
#include <cstddef>
#include <new>
#include <vector>

#include "base/aligned_array.hpp"

namespace glassformer::training {

/// Values of a cache line: what is taken begins with one.
template <class T>
inline constexpr std::size_t kArenaLine = static_cast<std::size_t>(kCacheLine) / sizeof(T);

template <class T>
class Arena {
 public:
  /// n values, not initialised, from the beginning of a cache line on; valid until reset().
  T* take(std::size_t n) {
    const std::size_t size = (n + kLine - 1) / kLine * kLine;
    if (blocks_.empty() || size > blocks_.back().size - used_) {
      add_block(std::max(size, kSmallestBlock));
    }
    T* values = blocks_.back().values.get() + used_;
    used_ += size;
    return values;
  }
  T* zeros(std::size_t n) {
    T* values = take(n);
    std::fill_n(values, n, T(0));
    return values;
  }
  T* copy(const T* from, std::size_t n) {
    T* values = take(n);
    std::copy_n(from, n, values);
    return values;
  }

  /// The present position; give_back_to() releases what is taken after it.
  struct Mark {
    std::size_t blocks;
    std::size_t used;
  };
  Mark mark() const { return {blocks_.size(), used_}; }
  /// Reused memory stays in the processor's cache.
  void give_back_to(const Mark& mark) {
    if (mark.blocks == blocks_.size()) used_ = mark.used;  // else reset() releases it
  }

  std::size_t capacity() const {
    std::size_t total = 0;
    for (const Block& block : blocks_) total += block.size;
    return total;
  }
  /// Between two passes: no memory at all, and then one block of n values.
  void release() { blocks_.clear(); }
  void reserve(std::size_t n) {
    release();
    add_block(n);
  }

  /// Everything is given back; the next pass of this size needs one block only. Where the memory is
  /// left in pieces alone, it takes blocks as the first one did.
  void reset() {
    if (blocks_.size() > 1) {
      const std::size_t total = capacity();
      blocks_.clear();
      void* memory = ::operator new(total * sizeof(T), kCacheLine, std::nothrow);
      if (memory != nullptr) add_block(memory, total);
    }
    used_ = 0;
  }

 private:
  static constexpr std::size_t kLine = kArenaLine<T>;
  static constexpr std::size_t kSmallestBlock = std::size_t{1} << 16;

  struct Block {
    AlignedArray<T> values;
    std::size_t size;
  };
  void add_block(std::size_t size) {
    add_block(::operator new(size * sizeof(T), kCacheLine), size);
  }
  void add_block(void* memory, std::size_t size) {
    blocks_.push_back({AlignedArray<T>(static_cast<T*>(memory)), size});
    used_ = 0;
  }

  std::vector<Block> blocks_;
  std::size_t used_ = 0;  // of the last block
};

}  // namespace glassformer::training
