// softmax and log_softmax against double.
#include <algorithm>
#include <cmath>
#include <vector>

#include "kernel_fixtures.hpp"

namespace glassformer::kernels {

using namespace test;

namespace {

std::vector<double> softmax_of(const Array& x) {
  const double max = x.size() == 0 ? 0.0 : *std::max_element(x.begin(), x.end());
  std::vector<double> result;
  double sum = 0;
  for (const float value : x) {
    result.push_back(max == -kInf ? 0.0 : std::exp(value - max));
    sum += result.back();
  }
  for (double& p : result) p = sum == 0 ? 0 : p / sum;
  return result;
}

void check_softmax(const Kernels& table, const Array& x, std::size_t offset) {
  const std::vector<double> want = softmax_of(x);
  Array p(x.values(), offset);
  table.softmax(p.data(), p.size());
  Array log_p(x.values(), offset);
  table.log_softmax(log_p.data(), log_p.size());
  Worst probabilities, logs;
  double sum = 0, want_sum = 0;
  for (std::size_t i = 0; i < p.size(); ++i) {
    // x - max is rounded before exp: |x - max| half ulps, besides the few of exp, sum and quotient.
    const double log_want = want[i] > 0 ? std::abs(std::log(want[i])) : 0.0;
    probabilities.add(p[i], want[i], (5e-7 + kHalfUlp * log_want) * want[i] + 1e-37);
    sum += p[i];
    want_sum += want[i];
    if (x[i] == -kInf) {
      REQUIRE(p[i] == 0.0F);
      REQUIRE(log_p[i] == -kInf);
    } else if (want[i] > 1e-300) {
      logs.add(log_p[i], std::log(want[i]), 1e-6 + 1.2e-7 * std::abs(std::log(want[i])));
    }
  }
  CHECK(probabilities.value() <= 1);
  CHECK(logs.value() <= 1);
  CHECK(std::abs(sum - want_sum) <= 2e-7);
}

}  // namespace

TEST_CASE("softmax and log_softmax agree with double for every length and offset", "[kernels]") {
  for_each_table([](const Kernels& table) {
    Random random;
    for (const std::size_t n : lengths()) {
      for (std::size_t offset = 0; offset < 4; ++offset) {
        CAPTURE(n, offset);
        check_softmax(table, random.floats(n, 0, -8.0F, 8.0F), offset);
      }
    }
  });
}

TEST_CASE("softmax of a whole vocabulary sums to one", "[kernels]") {
  for_each_table([](const Kernels& table) {
    Random random;
    check_softmax(table, random.floats(50257, 0, -12.0F, 12.0F), 1);
    check_softmax(table, Array(50257, 0, 3.25F), 0);
    check_softmax(table, random.floats(50257, 0, -1e-3F, 1e-3F), 3);
    Array peaked = random.floats(50257, 0, -30.0F, -20.0F);
    peaked[50000] = 9.0F;
    check_softmax(table, peaked, 0);
  });
}

TEST_CASE("softmax is safe for large scores and exact for masked ones", "[kernels]") {
  for_each_table([](const Kernels& table) {
    Random random;
    check_softmax(table, Array({1e4F, -1e4F, 9999.0F, 1e4F, 0.0F}, 0), 1);
    check_softmax(table, Array({-1e4F, -1e4F, -9999.5F}, 0), 0);
    check_softmax(table, Array({3e38F, -3e38F, 1.0F}, 0), 0);
    check_softmax(table, Array({-3e38F, -3e38F, -kInf}, 0), 0);
    for (std::size_t n = 1; n <= 41; ++n) {
      CAPTURE(n);
      Array x = random.floats(n, 0, -2.0F, 2.0F);
      for (std::size_t i = 0; i < n; ++i) {
        if (random.below(3) == 0) x[i] = -kInf;
      }
      check_softmax(table, x, n % 4);
      check_softmax(table, Array(n, 0, -kInf), n % 4);
    }
  });
}

TEST_CASE("a NaN among scores makes the whole row NaN, even where the rest is masked",
          "[kernels]") {
  for_each_table([](const Kernels& table) {
    for (std::size_t n = 1; n <= 35; ++n) {
      for (const float rest : {1.0F, -kInf}) {
        for (std::size_t at = 0; at < n; at += 1 + n / 5) {
          Array x(n, 0, rest);
          x[at] = kNaN;
          Array logs(x.values(), 0);
          table.softmax(x.data(), n);
          table.log_softmax(logs.data(), n);
          CAPTURE(n, rest, at);
          REQUIRE(std::all_of(x.begin(), x.end(), [](float p) { return std::isnan(p); }));
          REQUIRE(std::all_of(logs.begin(), logs.end(), [](float p) { return std::isnan(p); }));
        }
      }
    }
  });
}

}  // namespace glassformer::kernels
