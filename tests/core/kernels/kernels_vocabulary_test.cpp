// What decoding asks of a row of logits: its range, a sum of exponentials, and what is above.
#include <algorithm>
#include <cmath>
#include <vector>

#include "kernel_fixtures.hpp"

namespace glassformer::kernels {

using namespace test;

TEST_CASE("the range of a row is its least and greatest number", "[kernels]") {
  for_each_table([](const Kernels& table) {
    Random random;
    CHECK(table.range(nullptr, 0).least == kInf);
    CHECK(table.range(nullptr, 0).greatest == -kInf);
    for (const std::size_t n : lengths()) {
      for (std::size_t offset = 0; n > 0 && offset < 4; ++offset) {
        CAPTURE(n, offset);
        Array x = random.floats(n, offset);
        const Range range = table.range(x.data(), n);
        REQUIRE(range.least == *std::min_element(x.begin(), x.end()));
        REQUIRE(range.greatest == *std::max_element(x.begin(), x.end()));
        x[random.below(n)] = -kInf;
        REQUIRE(table.range(x.data(), n).least == -kInf);
        const std::size_t odd = random.below(n);
        for (const float value : {kNaN, kInf}) {
          x[odd] = value;
          REQUIRE(table.range(x.data(), n).greatest == kInf);
        }
      }
    }
  });
}

TEST_CASE("a sum of exponentials agrees with double", "[kernels]") {
  for_each_table([](const Kernels& table) {
    Random random;
    for (const std::size_t n : lengths()) {
      CAPTURE(n);
      Array x = random.floats(n, n % 4, -9.0F, 2.0F);
      if (n > 2) x[n / 2] = -kInf;
      for (const float factor : {1.0F, 0.25F, 3.5F}) {
        double want = 0;
        for (const float value : x) want += std::exp((double{value} - 2) * factor);
        REQUIRE(std::abs(table.sum_exp(x.data(), n, 2.0F, factor) - want) <= 1e-6 * want);
      }
    }
  });
}

TEST_CASE("the next number above a threshold is found from any place on", "[kernels]") {
  for_each_table([](const Kernels& table) {
    Random random;
    for (const std::size_t n : lengths()) {
      Array x = random.integers(n, n % 4);
      if (n > 3) x[1] = -kInf;
      for (const float threshold : {-kInf, 0.0F, 7.0F, 8.0F}) {
        for (std::size_t first = 0; first <= n; first += 1 + first / 7) {
          CAPTURE(n, threshold, first);
          const auto want = std::find_if(x.begin() + first, x.end(),
                                         [&](float value) { return value > threshold; });
          REQUIRE(table.find_above(x.data(), first, n, threshold) ==
                  static_cast<std::size_t>(want - x.begin()));
        }
      }
    }
  });
}

}  // namespace glassformer::kernels
