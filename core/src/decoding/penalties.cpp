#include "decoding/penalties.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <vector>

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

// Gives scores of any type the lowest.
using Ban = void (*)(void* scores, TokenId id);

// By the Z-function of what was said, read from its end (Gusfield 1997, section 1.4): linear in its
// length, where comparing n - 1 ids at each place is not, if they repeat. No template, because the
// modules of the page have no room for two.
void ban_repeated_ngrams(void* scores, Ban ban, std::span<const TokenId> said, std::size_t n,
                         std::vector<std::size_t>& same) {
  if (said.size() < n) return;
  const std::size_t wanted = n - 1;
  const auto back = [said](std::size_t i) { return said[said.size() - 1 - i]; };
  same.resize(wanted);
  for (std::size_t i = 1, left = 0, right = 0; i + wanted <= said.size(); ++i) {
    // Of the ids that end i before the end: how many are as at the end.
    std::size_t length = i < right ? std::min(same[i - left], right - i) : 0;
    while (length < wanted && back(i + length) == back(length)) ++length;
    if (i + length > right) {
      left = i;
      right = i + length;
    }
    if (i < wanted) same[i] = length;
    if (length == wanted) ban(scores, back(i - 1));
  }
}

}  // namespace

bool has_penalties(const GenerationConfig& config) {
  return config.repetition_penalty != 1.0F || config.no_repeat_ngram_size != 0;
}

template <class Score>
void apply_penalties(std::span<Score> scores, std::span<const float> logits, double shift,
                     std::span<const TokenId> said, const GenerationConfig& config,
                     std::vector<std::size_t>& scratch) {
  if (config.repetition_penalty != 1.0F) {
    // From the logit, so that an id that was said twice is not penalized twice.
    for (const TokenId id : said) {
      const auto place = static_cast<std::size_t>(id);
      scores[place] = penalized<Score>(logits[place] - shift, config.repetition_penalty);
    }
  }
  if (config.no_repeat_ngram_size != 0) {
    const Ban ban = [](void* all, TokenId id) {
      static_cast<Score*>(all)[id] = -std::numeric_limits<Score>::infinity();
    };
    ban_repeated_ngrams(scores.data(), ban, said, config.no_repeat_ngram_size, scratch);
  }
}

template void apply_penalties(std::span<float>, std::span<const float>, double,
                              std::span<const TokenId>, const GenerationConfig&,
                              std::vector<std::size_t>&);
template void apply_penalties(std::span<double>, std::span<const float>, double,
                              std::span<const TokenId>, const GenerationConfig&,
                              std::vector<std::size_t>&);

}  // namespace glassformer
