// Repetition penalty and blocked n-grams: transformers' RepetitionPenaltyLogitsProcessor and
// NoRepeatNGramLogitsProcessor.
#pragma once

#include <span>

#include "glassformer/decoding.hpp"

namespace glassformer {

bool has_penalties(const GenerationConfig& config);

/// Changes the scores (V), which are logits - shift, of the tokens that could follow `said`, prompt
/// included: positive ones of ids said before are divided by repetition_penalty, negative ones
/// multiplied; then ids that would complete an n-gram said before get -infinity. Score is float or
/// double.
template <class Score>
void apply_penalties(std::span<Score> scores, std::span<const float> logits, double shift,
                     std::span<const TokenId> said, const GenerationConfig& config);

}  // namespace glassformer
