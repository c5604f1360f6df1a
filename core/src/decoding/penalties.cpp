#include "decoding/penalties.hpp"
#include "base/sorting.hpp"

#include <algorithm>
#include <cstddef>
#include <limits>
#include <vector>

namespace glassformer {
namespace {

void penalize_repetition(std::span<double> scores, std::span<const TokenId> said, double penalty) {
  std::vector<TokenId> ids(said.begin(), said.end());
  small_sort(std::span(ids), std::less<>());
  ids.erase(std::unique(ids.begin(), ids.end()), ids.end());
  for (const TokenId id : ids) {
    double& score = scores[static_cast<std::size_t>(id)];
    score = score < 0 ? score * penalty : score / penalty;
  }
}

void ban_repeated_ngrams(std::span<double> scores, std::span<const TokenId> said, std::size_t n) {
  if (said.size() < n) return;
  const std::span<const TokenId> beginning = said.last(n - 1);
  for (std::size_t end = n - 1; end < said.size(); ++end) {
    if (std::ranges::equal(said.subspan(end - (n - 1), n - 1), beginning)) {
      scores[static_cast<std::size_t>(said[end])] = -std::numeric_limits<double>::infinity();
    }
  }
}

}  // namespace

bool has_penalties(const GenerationConfig& config) {
  return config.repetition_penalty != 1.0F || config.no_repeat_ngram_size != 0;
}

void apply_penalties(std::span<double> scores, std::span<const TokenId> said,
                     const GenerationConfig& config) {
  if (config.repetition_penalty != 1.0F) {
    penalize_repetition(scores, said, config.repetition_penalty);
  }
  if (config.no_repeat_ngram_size != 0) {
    ban_repeated_ngrams(scores, said, config.no_repeat_ngram_size);
  }
}

}  // namespace glassformer
