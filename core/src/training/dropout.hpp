// Dropout (Srivastava et al. 2014) without a stored mask: whether a value is dropped follows from a
// key and its index, so the backward pass computes the same mask.
#pragma once

#include <cstddef>
#include <cstdint>

namespace glassformer::training {

class Dropout {
 public:
  Dropout() = default;
  /// `key` names the pass; the same key drops the same values.
  Dropout(double probability, std::uint64_t key)
      : threshold_(static_cast<std::uint32_t>(probability * kRange)),
        factor_(1.0 / (1.0 - static_cast<double>(threshold_) / kRange)),
        key_(mix(key)) {}

  bool active() const { return threshold_ > 0; }

  /// Values are set to 0, or divided by the probability of staying; `site` names the tensor, of
  /// which x holds n values from `first` on.
  template <class T>
  void apply(std::uint64_t site, T* x, std::size_t n, std::size_t first = 0) const {
    if (!active()) return;
    const std::uint64_t base = mix(key_ ^ (site * kGolden));
    const T factor = static_cast<T>(factor_);
    std::uint64_t bits = 0;  // 16 decide a value
    for (std::size_t i = 0; i < n; ++i, bits >>= 16) {
      const std::size_t index = first + i;
      if (i == 0 || index % 4 == 0) bits = mix(base + index / 4 * 4) >> (index % 4 * 16);
      x[i] = (bits & 0xFFFFU) < threshold_ ? T(0) : x[i] * factor;
    }
  }

 private:
  static constexpr double kRange = 65536.0;
  static constexpr std::uint64_t kGolden = 0x9E3779B97F4A7C15U;

  // The finaliser of SplitMix64 (Steele, Lea and Flood 2014).
  static std::uint64_t mix(std::uint64_t x) {
    x += kGolden;
    x = (x ^ (x >> 30U)) * 0xBF58476D1CE4E5B9U;
    x = (x ^ (x >> 27U)) * 0x94D049BB133111EBU;
    return x ^ (x >> 31U);
  }

  std::uint32_t threshold_ = 0;
  double factor_ = 1.0;
  std::uint64_t key_ = 0;
};

}  // namespace glassformer::training
