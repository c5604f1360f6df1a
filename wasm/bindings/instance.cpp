// The instance of the module: its version and its memory.
#include <emscripten/bind.h>
#include <emscripten/heap.h>
#include <malloc.h>

#include "convert.hpp"
#include "glassformer/memory_limit.hpp"

namespace glassformer {
namespace {

std::size_t used_bytes() { return mallinfo().uordblks; }

Status check_bytes(const std::string& what, double bytes) {
  return check_memory(what, static_cast<std::uint64_t>(bytes));
}

EMSCRIPTEN_BINDINGS(instance) {
  emscripten::constant("version", std::string(GLASSFORMER_VERSION));
  emscripten::function("checkMemory", check_bytes);
  emscripten::function("usedBytes", used_bytes);
  emscripten::function("memoryBytes", emscripten_get_heap_size);
}

}  // namespace
}  // namespace glassformer
