// PyTorch's CPU generator: the Mersenne Twister behind torch.manual_seed, and the numbers
// torch.rand and torch.randn make of it (ATen/core/MT19937RNGEngine.h,
// ATen/native/cpu/DistributionTemplates.h).
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <random>
#include <span>

namespace glassformer {

class Generator {
 public:
  /// As torch.manual_seed(seed): only the seed's low 32 bits count.
  explicit Generator(std::uint64_t seed) : engine_(static_cast<std::uint32_t>(seed)) {}

  /// The next 32 bits.
  std::uint32_t random() { return static_cast<std::uint32_t>(engine_()); }
  /// The next 64 bits, high half drawn first.
  std::uint64_t random64();
  /// Uniform in [0, 1) with 53 bits: one value of torch.rand(dtype=torch.float64).
  double uniform_double();
  /// torch.rand(out.size()): uniform in [0, 1) with 24 bits.
  void rand(std::span<float> out);
  /// torch.randn(out.size()), within float rounding. 16 values or more come by Box–Muller in blocks
  /// of 16, and a last block that is not full is made anew from the last 16 values; fewer than 16
  /// come one after the other, each pair's second value remembered for the next call. A block
  /// depends on nothing behind it: randn(n) for n a multiple of 16 is the beginning of every longer
  /// one whose size is a multiple of 16.
  void randn(std::span<float> out);

 private:
  float uniform_float();
  double normal_double();

  std::mt19937 engine_;
  std::optional<double> next_normal_;
};

}  // namespace glassformer
