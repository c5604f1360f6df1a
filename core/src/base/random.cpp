#include "glassformer/random.hpp"

#include <cmath>
#include <numbers>

namespace glassformer {
namespace {

constexpr std::size_t kBlock = 16;
constexpr double kTwoPi = 2 * std::numbers::pi;

/// Box–Muller on a block of uniforms: value j of the first half gives the radius, value j + 8 the
/// angle. The angle is rounded to float because PyTorch's is; the rest is done in double, so that
/// every C library gives the same floats.
void to_normals(std::span<float, kBlock> block) {
  constexpr std::size_t kHalf = kBlock / 2;
  for (std::size_t j = 0; j < kHalf; ++j) {
    const double u1 = 1.0 - block[j];  // (0, 1]: its logarithm is finite
    const double radius = std::sqrt(-2 * std::log(u1));
    const double theta = static_cast<float>(kTwoPi) * block[j + kHalf];
    block[j] = static_cast<float>(radius * std::cos(theta));
    block[j + kHalf] = static_cast<float>(radius * std::sin(theta));
  }
}

}  // namespace

std::uint64_t Generator::random64() {
  const std::uint64_t high = random();
  const std::uint64_t low = random();
  return high << 32 | low;
}

double Generator::uniform_double() {
  return static_cast<double>(random64() & ((std::uint64_t{1} << 53) - 1)) * 0x1p-53;
}

float Generator::uniform_float() {
  return static_cast<float>(random() & ((std::uint32_t{1} << 24) - 1)) * 0x1p-24F;
}

double Generator::normal_double() {
  if (next_normal_) {
    const double normal = *next_normal_;
    next_normal_.reset();
    return normal;
  }
  const double u1 = uniform_double();
  const double u2 = uniform_double();
  const double radius = std::sqrt(-2 * std::log1p(-u2));
  const double theta = kTwoPi * u1;
  next_normal_ = radius * std::sin(theta);
  return radius * std::cos(theta);
}

void Generator::rand(std::span<float> out) {
  for (float& value : out) value = uniform_float();
}

void Generator::randn(std::span<float> out) {
  if (out.size() < kBlock) {
    for (float& value : out) value = static_cast<float>(normal_double());
    return;
  }
  rand(out);
  const std::size_t whole = out.size() - out.size() % kBlock;
  for (std::size_t i = 0; i < whole; i += kBlock) to_normals(out.subspan(i).first<kBlock>());
  if (whole < out.size()) {
    const std::span<float, kBlock> tail = out.last<kBlock>();
    rand(tail);
    to_normals(tail);
  }
}

}  // namespace glassformer
