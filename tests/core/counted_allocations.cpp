#include "counted_allocations.hpp"

#include <atomic>
#include <cstdlib>
#include <new>

namespace {
std::atomic<std::size_t> taken = 0;
std::atomic<std::size_t> taken_bytes = 0;
}  // namespace

namespace glassformer::test {
std::size_t allocations() { return taken; }
std::size_t allocated_bytes() { return taken_bytes; }
}  // namespace glassformer::test

#if !defined(GLASSFORMER_SANITIZED)

// For the whole program: counts, and else does what the library's does.
void* operator new(std::size_t size) {
  ++taken;
  taken_bytes += size;
  if (void* memory = std::malloc(size == 0 ? 1 : size)) return memory;
  throw std::bad_alloc();
}
void* operator new(std::size_t size, std::align_val_t alignment) {
  ++taken;
  taken_bytes += size;
  const auto unit = static_cast<std::size_t>(alignment);
  if (void* memory = std::aligned_alloc(unit, (size + unit) / unit * unit)) return memory;
  throw std::bad_alloc();
}
void operator delete(void* memory, std::align_val_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept { std::free(memory); }
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }

#endif
