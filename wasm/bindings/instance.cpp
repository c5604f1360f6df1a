// The instance of the module: its version and its memory.
#include <emscripten/bind.h>
#include <emscripten/heap.h>
#include <malloc.h>

namespace glassformer {
namespace {

std::size_t used_bytes() { return mallinfo().uordblks; }

EMSCRIPTEN_BINDINGS(instance) {
  emscripten::constant("version", std::string(GLASSFORMER_VERSION));
  emscripten::function("usedBytes", used_bytes);
  emscripten::function("memoryBytes", emscripten_get_heap_size);
}

}  // namespace
}  // namespace glassformer
