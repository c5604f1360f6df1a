#include "timing.hpp"

#if defined(__EMSCRIPTEN__)
#include <emscripten.h>
#elif defined(__unix__)
#include <time.h>
#else
#include <chrono>
#endif

namespace glassformer::bench {

#if defined(__EMSCRIPTEN__)

// Node knows the processor's time, a browser the clock on the wall.
EM_JS(double, seconds_in_javascript, (), {
  if (typeof process == "undefined") return performance.now() / 1e3;
  const usage = process.cpuUsage();
  return (usage.user + usage.system) / 1e6;
});

double now() { return seconds_in_javascript(); }

#elif defined(__unix__)

double now() {
  timespec time;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

#else

double now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

#endif

}  // namespace glassformer::bench
