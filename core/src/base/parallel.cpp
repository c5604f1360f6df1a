#include "base/parallel.hpp"

#if GLASSFORMER_THREADS
namespace glassformer {
namespace {
Executor* shared_executor = nullptr;
}

Executor* executor() { return shared_executor; }
void set_executor(Executor* executor) { shared_executor = executor; }

}  // namespace glassformer
#endif
