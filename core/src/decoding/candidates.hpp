// The candidates of one step, for its event: tokens with their probabilities at every stage.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "decoding/filters.hpp"
#include "glassformer/decoding.hpp"

namespace glassformer {

/// The vocabulary of one step: as the model sees it, after the penalties, and through the filters.
struct StepVocabulary {
  std::span<const float> logits;
  double log_sum;  // log Σ exp(logit)
  FilteredScores& filtered;

  /// The model's own.
  double log_probability(TokenId id) const {
    return logits[static_cast<std::size_t>(id)] - log_sum;
  }
};

Candidate make_candidate(const StepVocabulary& vocabulary, TokenId id);

/// The `count` first in the order that GenerationStep::candidates has, and the choice.
std::vector<Candidate> list_candidates(StepVocabulary& vocabulary, std::size_t count,
                                       TokenId choice);

}  // namespace glassformer
