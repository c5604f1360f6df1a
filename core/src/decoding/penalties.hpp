// Repetition penalty and blocked n-grams: transformers' RepetitionPenaltyLogitsProcessor and
// NoRepeatNGramLogitsProcessor.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "glassformer/decoding.hpp"

namespace glassformer {

bool has_penalties(const GenerationConfig& config);

/// Changes the scores (V), which are logits - shift, of the tokens that could follow `said`, prompt
/// included: positive ones of ids said before are divided by repetition_penalty, negative ones
/// multiplied; then ids that would complete an n-gram said before get -infinity. Score is float or
/// double. `scratch` is kept from step to step, so that it is allocated once.
template <class Score>
void apply_penalties(std::span<Score> scores, std::span<const float> logits, double shift,
                     std::span<const TokenId> said, const GenerationConfig& config,
                     std::vector<std::size_t>& scratch);

}  // namespace glassformer
