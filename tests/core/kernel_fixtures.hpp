// What the tests of the kernels share: every table that this processor can run, arrays that end
// where their heap block ends, so that the address sanitizer sees a read or write past them, and
// that start at every offset from an aligned address, and a measure of the worst error.
#pragma once

#include <algorithm>
#include <bit>
#include <catch_amalgamated.hpp>
#include <cmath>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <random>
#include <vector>

#include "kernels/kernels.hpp"

namespace glassformer::kernels::test {

inline constexpr float kInf = std::numeric_limits<float>::infinity();
inline constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();
inline constexpr double kHalfUlp = 0x1p-24;  // relative error of one rounding

/// n floats that end exactly at the end of their heap block and start `offset` floats after its
/// beginning.
class Array {
 public:
  explicit Array(std::size_t n, std::size_t offset = 0, float fill = 0.0F)
      : block_(new float[n + offset]), begin_(block_.get() + offset), size_(n) {
    std::fill_n(begin_, n, fill);
  }
  Array(const std::vector<float>& values, std::size_t offset) : Array(values.size(), offset) {
    std::copy(values.begin(), values.end(), begin_);
  }

  float* data() { return begin_; }
  const float* data() const { return begin_; }
  std::size_t size() const { return size_; }
  float& operator[](std::size_t i) { return begin_[i]; }
  float operator[](std::size_t i) const { return begin_[i]; }
  float* begin() { return begin_; }
  float* end() { return begin_ + size_; }
  const float* begin() const { return begin_; }
  const float* end() const { return begin_ + size_; }
  std::vector<float> values() const { return {begin(), end()}; }

 private:
  std::unique_ptr<float[]> block_;
  float* begin_;
  std::size_t size_;
};

class Random {
 public:
  /// Uniform in [low, high).
  float uniform(float low, float high) {
    return low + (high - low) * static_cast<float>(generator_() >> 8) * 0x1p-24F;
  }
  float integer() { return static_cast<float>(static_cast<int>(generator_() % 17) - 8); }
  std::size_t below(std::size_t n) { return generator_() % n; }

  Array floats(std::size_t n, std::size_t offset = 0, float low = -1.0F, float high = 1.0F) {
    Array array(n, offset);
    for (float& x : array) x = uniform(low, high);
    return array;
  }
  Array integers(std::size_t n, std::size_t offset = 0) {
    Array array(n, offset);
    for (float& x : array) x = integer();
    return array;
  }

 private:
  std::mt19937 generator_{20261121};
};

inline bool same_bits(const float* a, const float* b, std::size_t n) {
  return std::equal(a, a + n, b, [](float x, float y) {
    return std::bit_cast<std::uint32_t>(x) == std::bit_cast<std::uint32_t>(y);
  });
}

/// The worst |got - want| in units of what is allowed there: at most 1 is good. NaN must meet NaN,
/// infinity itself.
class Worst {
 public:
  void add(double got, double want, double allowed) {
    double ratio = std::abs(got - want) / allowed;
    if (std::isnan(want) || std::isinf(want))
      ratio = got == want || (std::isnan(want) && std::isnan(got)) ? 0 : kInf;
    if (!(ratio <= worst_)) worst_ = ratio;  // a NaN stays
  }
  double value() const { return worst_; }

 private:
  double worst_ = 0;
};

/// Lengths around every vector width there is: 0 … two vectors of 16 and some.
inline std::vector<std::size_t> lengths() {
  std::vector<std::size_t> result;
  for (std::size_t n = 0; n <= 41; ++n) result.push_back(n);
  for (const std::size_t n : {63U, 64U, 65U, 127U, 255U, 256U, 257U, 511U, 515U, 768U, 1031U})
    result.push_back(n);
  return result;
}

inline void for_each_table(const std::function<void(const Kernels&)>& test) {
  for (const Kernels* table : available()) {
    INFO("table " << table->name);
    test(*table);
  }
}

inline Array packed(const Kernels& table, const Array& b, std::size_t k, std::size_t n) {
  Array result(packed_size(table, k, n));
  table.pack(b.data(), n, k, n, result.data());
  return result;
}

}  // namespace glassformer::kernels::test
