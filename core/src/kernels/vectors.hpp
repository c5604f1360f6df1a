// Vectors of any xsimd architecture A, as the kernels use them. Included by kernels_impl.hpp, whose
// rules of linkage hold here too.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <xsimd/xsimd.hpp>

#include "kernels/half_load.hpp"

namespace glassformer::kernels {
namespace {

template <class A>
using Vector = xsimd::batch<float, A>;

template <class A>
constexpr std::size_t kLanes = Vector<A>::size;

constexpr float kInfinity = std::numeric_limits<float>::infinity();

// a · b + c, rounded once where the processor can.
template <class A>
inline Vector<A> multiply_add(Vector<A> a, Vector<A> b, Vector<A> c) {
#ifdef __wasm_relaxed_simd__
  return wasm_f32x4_relaxed_madd(a, b, c);  // xsimd has no fused multiply-add for WebAssembly
#else
  return xsimd::fma(a, b, c);
#endif
}

// A vector of one constant. V8 makes a constant anew wherever it is used, with three instructions;
// to read it from memory takes one, so the compiler must not see through it.
template <class A, float Value>
inline Vector<A> constant() {
#ifdef __wasm__
  static constexpr float kStored = Value;
  const float* stored = &kStored;
  asm("" : "+r"(stored));
  return Vector<A>(*stored);
#else
  return Vector<A>(Value);
#endif
}

template <class A>
inline Vector<A> load(const float* x) {
  return Vector<A>::load_unaligned(x);
}

// Still to be multiplied by kHalvesFactor.
template <class A>
inline Vector<A> load(const std::uint16_t* halves) {
  return load_halves(halves);
}

// The first `count` (< lanes) floats of x, and `fill` for the rest.
template <class A>
inline Vector<A> load_partial(const float* x, std::size_t count, float fill = 0.0F) {
  alignas(A::alignment()) float lanes[kLanes<A>];
  for (std::size_t i = 0; i < kLanes<A>; ++i) lanes[i] = i < count ? x[i] : fill;
  return Vector<A>::load_aligned(lanes);
}

template <class A>
inline void store_partial(Vector<A> value, float* x, std::size_t count) {
  alignas(A::alignment()) float lanes[kLanes<A>];
  value.store_aligned(lanes);
  for (std::size_t i = 0; i < count; ++i) x[i] = lanes[i];
}

// x[i] = f(x[i]), a vector at a time.
template <class A, class F>
inline void map(float* x, std::size_t n, F f) {
  std::size_t i = 0;
  for (; i + kLanes<A> <= n; i += kLanes<A>) f(load<A>(x + i)).store_unaligned(x + i);
  if (i < n) store_partial<A>(f(load_partial<A>(x + i, n - i)), x + i, n - i);
}

}  // namespace
}  // namespace glassformer::kernels
