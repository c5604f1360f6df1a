#include "openblas.hpp"

#if defined(__unix__) && !defined(__EMSCRIPTEN__)
#include <dlfcn.h>
#endif

namespace glassformer::bench {

// Opened while the program runs, so that it is built and works without the library.
std::optional<OpenBlas> OpenBlas::open() {
#if defined(__unix__) && !defined(__EMSCRIPTEN__)
  void* library = dlopen("libopenblas.so.0", RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) return std::nullopt;
  const auto set_threads =
      reinterpret_cast<void (*)(int)>(dlsym(library, "openblas_set_num_threads"));
  const auto sgemm = reinterpret_cast<Sgemm>(dlsym(library, "cblas_sgemm"));
  const auto sgemv = reinterpret_cast<Sgemv>(dlsym(library, "cblas_sgemv"));
  if (set_threads == nullptr || sgemm == nullptr || sgemv == nullptr) return std::nullopt;
  set_threads(1);
  return OpenBlas(sgemm, sgemv);
#else
  return std::nullopt;
#endif
}

void OpenBlas::multiply(const float* a, const float* b, float* c, std::size_t m, std::size_t k,
                        std::size_t n) const {
  constexpr int kRowMajor = 101, kAsIs = 111, kTransposed = 112;
  const int rows = static_cast<int>(m), inner = static_cast<int>(k), columns = static_cast<int>(n);
  if (m == 1) {
    sgemv_(kRowMajor, kTransposed, inner, columns, 1.0F, b, columns, a, 1, 0.0F, c, 1);
    return;
  }
  sgemm_(kRowMajor, kAsIs, kAsIs, rows, columns, inner, 1.0F, a, inner, b, columns, 0.0F, c,
         columns);
}

}  // namespace glassformer::bench
