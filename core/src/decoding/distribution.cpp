#include "decoding/distribution.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <string>

#include "kernels/kernels.hpp"

namespace glassformer {
namespace {

constexpr float kInfinity = std::numeric_limits<float>::infinity();

// So few terms are summed in double, term by term, which takes no time: sums of a small table are
// those on paper.
constexpr std::size_t kFewTerms = 256;

double log_sum_exp_from(std::span<const float> values, float max) {
  return max + std::log(sum_exp(values, max, 1.0));
}

}  // namespace

double sum_exp(std::span<const float> values, float shift, double factor) {
  if (values.size() > kFewTerms) {
    const double largest = std::numeric_limits<float>::max();
    const float rounded = static_cast<float>(std::min(factor, largest));
    return kernels::active().sum_exp(values.data(), values.size(), shift, rounded);
  }
  double sum = 0;
  for (const float value : values) sum += std::exp((double{value} - shift) * factor);
  return sum;
}

Result<double> log_sum_exp(std::span<const float> logits) {
  const float max = kernels::active().range(logits.data(), logits.size()).greatest;
  if (max == kInfinity) {
    const auto found = std::ranges::find_if_not(logits, [](float x) { return x < kInfinity; });
    return invalid_argument("the logit of token " + std::to_string(found - logits.begin()) +
                            " is " + (std::isnan(*found) ? "NaN" : "+infinity") +
                            "; expected a finite number or -infinity");
  }
  if (max == -kInfinity) {
    return invalid_argument("all " + std::to_string(logits.size()) +
                            " logits are -infinity; expected at least one finite number");
  }
  return log_sum_exp_from(logits, max);
}

double log_sum_exp_of_scores(std::span<const float> scores) {
  const float max = kernels::active().range(scores.data(), scores.size()).greatest;
  return max == -kInfinity ? double{max} : log_sum_exp_from(scores, max);
}

}  // namespace glassformer
