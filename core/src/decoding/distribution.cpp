#include "decoding/distribution.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <string>

namespace glassformer {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

template <typename Float>
double log_sum_exp_from(std::span<const Float> values, double max) {
  double sum = 0;
  for (const Float value : values) sum += std::exp(value - max);
  return max + std::log(sum);
}

}  // namespace

Result<double> log_sum_exp(std::span<const float> logits) {
  double max = -kInfinity;
  for (std::size_t id = 0; id < logits.size(); ++id) {
    const double logit = logits[id];
    if (!(logit < kInfinity)) {
      return invalid_argument("the logit of token " + std::to_string(id) + " is " +
                              (std::isnan(logit) ? "NaN" : "+infinity") +
                              "; expected a finite number or -infinity");
    }
    max = std::max(max, logit);
  }
  if (max == -kInfinity) {
    return invalid_argument("all " + std::to_string(logits.size()) +
                            " logits are -infinity; expected at least one finite number");
  }
  return log_sum_exp_from(logits, max);
}

double log_sum_exp(std::span<const double> scores) {
  double max = -kInfinity;
  for (const double score : scores) max = std::max(max, score);
  return max == -kInfinity ? max : log_sum_exp_from(scores, max);
}

}  // namespace glassformer
