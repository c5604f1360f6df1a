#include "decoding/penalties.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>

namespace glassformer {
namespace {

// A finite score stays one.
template <class Score>
Score penalized(double score, double penalty) {
  constexpr double kLargest = std::numeric_limits<Score>::max();
  if (std::isinf(score)) return static_cast<Score>(score);
  const double result = score < 0 ? score * penalty : score / penalty;
  return static_cast<Score>(std::clamp(result, -kLargest, kLargest));
}

template <class Score>
void ban_repeated_ngrams(std::span<Score> scores, std::span<const TokenId> said, std::size_t n) {
  if (said.size() < n) return;
  const std::span<const TokenId> beginning = said.last(n - 1);
  for (std::size_t end = n - 1; end < said.size(); ++end) {
    if (std::ranges::equal(said.subspan(end - (n - 1), n - 1), beginning)) {
      scores[static_cast<std::size_t>(said[end])] = -std::numeric_limits<Score>::infinity();
    }
  }
}

}  // namespace

bool has_penalties(const GenerationConfig& config) {
  return config.repetition_penalty != 1.0F || config.no_repeat_ngram_size != 0;
}

template <class Score>
void apply_penalties(std::span<Score> scores, std::span<const float> logits, double shift,
                     std::span<const TokenId> said, const GenerationConfig& config) {
  if (config.repetition_penalty != 1.0F) {
    // From the logit, so that an id that was said twice is not penalized twice.
    for (const TokenId id : said) {
      const auto place = static_cast<std::size_t>(id);
      scores[place] = penalized<Score>(logits[place] - shift, config.repetition_penalty);
    }
  }
  if (config.no_repeat_ngram_size != 0) {
    ban_repeated_ngrams(scores, said, config.no_repeat_ngram_size);
  }
}

template void apply_penalties(std::span<float>, std::span<const float>, double,
                              std::span<const TokenId>, const GenerationConfig&);
template void apply_penalties(std::span<double>, std::span<const float>, double,
                              std::span<const TokenId>, const GenerationConfig&);

}  // namespace glassformer
