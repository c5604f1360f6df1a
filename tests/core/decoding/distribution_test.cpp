#include "decoding/distribution.hpp"

#include <catch_amalgamated.hpp>
#include <cmath>
#include <limits>
#include <vector>

#include "extremes.hpp"

namespace glassformer {
namespace {

using namespace test;

Result<double> of(const std::vector<float>& logits) {
  return log_sum_exp(std::span<const float>(logits));
}

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
  const std::vector<double> none(3, -std::numeric_limits<double>::infinity());
  CHECK(log_sum_exp(std::span<const double>(none)) == none[0]);
}

}  // namespace
}  // namespace glassformer
