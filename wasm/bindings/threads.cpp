// The threads of a page that is cross-origin isolated: workers that have an instance of this module
// on the same memory. Each calls serve() and never comes back; the instance that runs models shares
// its products with them.
#if GLASSFORMER_THREADS
#include <emscripten/bind.h>
#include <emscripten/emscripten.h>

#include <cstddef>
#include <cstdint>
#include <new>

#include "glassformer/thread_team.hpp"

extern "C" void _emscripten_stack_restore(void* pointer);

namespace glassformer {
namespace {

constexpr std::size_t kStackBytes = 65'536;  // as the linker gives the first instance

ThreadTeam team;

[[gnu::noinline]] void take_part() { team.serve(); }

// The upper end of a stack for one more thread; 0 where there is no memory for it.
std::uintptr_t thread_stack() {
  set_executor(&team);
  const auto stack = new (std::align_val_t{16}, std::nothrow) std::byte[kStackBytes];
  return stack == nullptr ? 0 : reinterpret_cast<std::uintptr_t>(stack + kStackBytes);
}

std::size_t thread_count() { return team.workers(); }

EMSCRIPTEN_BINDINGS(threads) {
  emscripten::function("threadStack", thread_stack);
  emscripten::function("threadCount", thread_count);
}

}  // namespace
}  // namespace glassformer

// A new instance has the first one's stack: it needs one of its own before it can call anything.
extern "C" EMSCRIPTEN_KEEPALIVE void serve(void* stack) {
  _emscripten_stack_restore(stack);
  glassformer::take_part();
}
#endif
