// The most memory this program has had at once.
#pragma once

#include <cstddef>
#if !defined(__wasm__)
#include <fstream>
#include <string>
#endif

namespace glassformer::bench {

/// Starts anew, where the system can: Linux. A WebAssembly memory only grows.
inline void reset_peak_memory() {
#if !defined(__wasm__)
  std::ofstream("/proc/self/clear_refs") << "5";
#endif
}

/// Linux: VmHWM. WebAssembly: the size of its memory. Elsewhere 0.
inline double peak_memory_mib() {
#if defined(__wasm__)
  return static_cast<double>(__builtin_wasm_memory_size(0)) / 16;
#else
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);) {
    if (line.starts_with("VmHWM:")) return std::stod(line.substr(6)) / 1024;
  }
  return 0;
#endif
}

}  // namespace glassformer::bench
