// Repetition penalty and blocked n-grams: transformers' RepetitionPenaltyLogitsProcessor and
// NoRepeatNGramLogitsProcessor.
#pragma once

#include <span>

#include "glassformer/decoding.hpp"

namespace glassformer {

bool has_penalties(const GenerationConfig& config);

/// Changes the scores (V) of the tokens that could follow `said`, prompt included: positive ones of
/// ids said before are divided by repetition_penalty, negative ones multiplied; then ids that would
/// complete an n-gram said before get -infinity.
void apply_penalties(std::span<double> scores, std::span<const TokenId> said,
                     const GenerationConfig& config);

}  // namespace glassformer
