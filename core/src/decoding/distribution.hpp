// Logits as a distribution; NaN logits are an Error here.
#pragma once

#include <span>

#include "glassformer/error.hpp"

namespace glassformer {

/// Σ exp((value - shift) · factor), with no value above `shift`, which is finite; factor > 0.
double sum_exp(std::span<const float> values, float shift, double factor);

/// log Σ exp(logit), so that logit - log_sum_exp is the token's log-probability. A logit that is
/// NaN or +infinity, or a row of nothing but -infinity, is an Error.
Result<double> log_sum_exp(std::span<const float> logits);

/// The same of scores that were logits once; -infinity where all are.
double log_sum_exp_of_scores(std::span<const float> scores);

}  // namespace glassformer
