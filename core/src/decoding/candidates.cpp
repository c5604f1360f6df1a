#include "decoding/candidates.hpp"

#include <algorithm>
#include <cmath>
#include <tuple>

#include "base/sorting.hpp"
#include "decoding/distribution.hpp"

namespace glassformer {
namespace {

/// Appends what the filters or the penalties removed: the `count` most probable to the model.
void list_removed(const StepVocabulary& vocabulary, std::size_t count,
                  std::vector<Candidate>& candidates) {
  const auto offer = [&](TokenId id) {
    if (vocabulary.filtered.kept(id)) return;
    candidates.push_back(make_candidate(vocabulary, id));
    --count;
  };
  FallingOrder order(vocabulary.logits);
  for (std::size_t place = 0; place < order.size() && count > 0; ++place) {
    offer(order.at(place).id);
  }
  if (order.size() == vocabulary.logits.size()) return;
  for (std::size_t id = 0; id < vocabulary.logits.size() && count > 0; ++id) {
    if (std::isinf(vocabulary.logits[id])) offer(static_cast<TokenId>(id));
  }
}

}  // namespace

Candidate make_candidate(const StepVocabulary& vocabulary, TokenId id) {
  const FilteredScores& filtered = vocabulary.filtered;
  const auto probability = [&](FilteredScores::Stage stage) {
    return static_cast<float>(filtered.probability(id, stage));
  };
  Candidate candidate;
  candidate.id = id;
  candidate.logit = vocabulary.logits[static_cast<std::size_t>(id)];
  candidate.probability = static_cast<float>(std::exp(vocabulary.log_probability(id)));
  candidate.kept = filtered.kept(id);
  candidate.after_penalties = static_cast<float>(filtered.probability_before(id));
  candidate.after_temperature = probability(FilteredScores::kTemperature);
  candidate.after_top_k = probability(FilteredScores::kTopK);
  candidate.after_top_p = probability(FilteredScores::kTopP);
  candidate.final_probability = probability(FilteredScores::kMinP);
  return candidate;
}

std::vector<Candidate> list_candidates(StepVocabulary& vocabulary, std::size_t count,
                                       TokenId choice) {
  std::vector<Candidate> candidates;
  if (count == 0) return candidates;
  count = std::min(count, vocabulary.logits.size());
  const std::size_t kept = std::min(count, vocabulary.filtered.kept_count());
  candidates.reserve(count + 1);
  for (std::size_t place = 0; place < kept; ++place) {
    candidates.push_back(make_candidate(vocabulary, vocabulary.filtered.at(place)));
  }
  if (kept < count) list_removed(vocabulary, count - kept, candidates);
  small_sort(std::span(candidates), [](const Candidate& a, const Candidate& b) {
    return std::tuple(-a.final_probability, -a.probability, a.id) <
           std::tuple(-b.final_probability, -b.probability, b.id);
  });
  if (std::ranges::find(candidates, choice, &Candidate::id) == candidates.end()) {
    candidates.push_back(make_candidate(vocabulary, choice));
  }
  return candidates;
}

}  // namespace glassformer
