// What an event shows of one step's vocabulary: tokens with their probabilities at every stage.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "filters.hpp"
#include "glassformer/decoding.hpp"

namespace glassformer {

/// The vocabulary of one step: as the model sees it, after the penalties, and through the filters.
struct StepVocabulary {
  std::span<const float> logits;
  double log_sum;            // of exp(logit): logit - log_sum is the model's own log-probability
  double penalized_log_sum;  // the same of the scores after the penalties
  FilteredScores filtered;

  double log_probability(TokenId id) const {
    return logits[static_cast<std::size_t>(id)] - log_sum;
  }
};

Candidate make_candidate(const StepVocabulary& vocabulary, TokenId id);

/// The `count` first in the order that GenerationStep::candidates has, and the choice.
std::vector<Candidate> list_candidates(StepVocabulary& vocabulary, std::size_t count,
                                       TokenId choice);

}  // namespace glassformer
