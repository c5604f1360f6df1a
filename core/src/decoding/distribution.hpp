// Logits as a distribution; NaN logits are an Error here.
#pragma once

#include <span>

#include "glassformer/error.hpp"

namespace glassformer {

/// log Σ exp(logit), so that logit - log_sum_exp is the token's log-probability. A logit that is
/// NaN or +infinity, or a row of nothing but -infinity, is an Error.
Result<double> log_sum_exp(std::span<const float> logits);

/// The same of scores that were logits once; -infinity where all are.
double log_sum_exp(std::span<const double> scores);

}  // namespace glassformer
