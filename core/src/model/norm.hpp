// Layer normalisation of every row (Ba et al. 2016).
#pragma once

#include "model/pass.hpp"
#include "weights/weights.hpp"

namespace glassformer {

/// x (rows, D) → out (rows, D), which may be x.
void norm_rows(const Pass& pass, const NormWeights& weights, const float* x, float* out);

/// x (rows, D) normalised in place; unchanged where the model has no such norm.
void apply_norm(const Pass& pass, const NormWeights& weights, float* x);

}  // namespace glassformer
