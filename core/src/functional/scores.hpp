// Scores of attention that 32-bit floats can hold.
#pragma once

#include "glassformer/error.hpp"
#include "model/attention.hpp"

namespace glassformer {

/// An Error where a raw score q·k, scaled and with what a mask adds to it, is NaN or infinite
/// although the mask is finite. Softmax would make NaN of an infinite one, and a masked key of a
/// negative infinite one, without a word. raw_scores (batch, heads, Tq, Tk).
Status check_scores(const AttentionProblem& problem, const float* raw_scores);

}  // namespace glassformer
