#include "decoding/distribution.hpp"

#include <algorithm>
#include <catch_amalgamated.hpp>
#include <cmath>
#include <limits>
#include <random>
#include <vector>

#include "extremes.hpp"

namespace glassformer {
namespace {

using namespace test;

Result<double> of(const std::vector<float>& logits) { return log_sum_exp(logits); }

TEST_CASE("log_sum_exp normalises logits", "[distribution]") {
  CHECK_THAT(*of({0, 0}), Catch::Matchers::WithinAbs(std::log(2.0), 1e-15));
  CHECK_THAT(*of({1, 2, 3}), Catch::Matchers::WithinAbs(3.407605964444380, 1e-14));
}

TEST_CASE("log_sum_exp neither overflows nor minds -infinity", "[distribution]") {
  CHECK_THAT(*of({3e38F, -kInfinity}), Catch::Matchers::WithinRel(3e38, 1e-6));
  CHECK_THAT(*of({-1e4F, -1e4F}), Catch::Matchers::WithinAbs(-1e4 + std::log(2.0), 1e-9));
}

TEST_CASE("a logit that is no number is an Error that names its token", "[distribution]") {
  CHECK(of({0, kNan}).error().message ==
        "the logit of token 1 is NaN; expected a finite number or -infinity");
  CHECK(of({kInfinity, 0}).error().message ==
        "the logit of token 0 is +infinity; expected a finite number or -infinity");
  CHECK(of({-kInfinity, -kInfinity}).error().message ==
        "all 2 logits are -infinity; expected at least one finite number");
}

TEST_CASE("log_sum_exp of scores is -infinity where all are", "[distribution]") {
  const std::vector<float> none(3, -kInfinity);
  CHECK(log_sum_exp_of_scores(none) == -kInfinity);
}

TEST_CASE("a sum over a large vocabulary is as exact as its floats", "[distribution]") {
  std::mt19937 random(3);
  std::normal_distribution<float> normal(0, 4);
  std::vector<float> logits(50'257);
  for (float& logit : logits) logit = normal(random);
  logits[7] = -kInfinity;
  const float max = *std::ranges::max_element(logits);
  for (const double factor : {1.0, 1 / 0.7, 1e300}) {
    double sum = 0;
    for (const float logit : logits) sum += std::exp((double{logit} - max) * factor);
    CHECK_THAT(sum_exp(logits, max, factor), Catch::Matchers::WithinRel(sum, 1e-7));
  }
}

}  // namespace
}  // namespace glassformer
