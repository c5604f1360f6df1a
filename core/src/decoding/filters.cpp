#include "decoding/filters.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>
#include <utility>

namespace glassformer {
namespace {

// Logits and options are floats: sums that agree this far are equal on paper (.4 + .3 reaches a
// top_p of .7).
constexpr double kRounding = 2 * static_cast<double>(std::numeric_limits<float>::epsilon());

constexpr std::size_t kFirstSorted = 64;
constexpr std::size_t kSortedGrowth = 4;
constexpr std::size_t kSmallPart = 16;  // a partial sort pays up to this part of the whole

bool is_possible(double score) { return score != -std::numeric_limits<double>::infinity(); }

}  // namespace

bool precedes(const ScoredToken& a, const ScoredToken& b) {
  return a.score > b.score || (a.score == b.score && a.id < b.id);
}

FallingOrder::FallingOrder(std::span<const double> scores) {
  tokens_.reserve(scores.size());
  for (std::size_t id = 0; id < scores.size(); ++id) {
    if (is_possible(scores[id])) tokens_.push_back({scores[id], static_cast<TokenId>(id)});
  }
}

const ScoredToken& FallingOrder::at(std::size_t place) {
  assert(place < tokens_.size());
  if (place >= sorted_) sort_to(place + 1);
  return tokens_[place];
}

void FallingOrder::sort_to(std::size_t count) {
  count = std::min(tokens_.size(), std::max({count, kFirstSorted, kSortedGrowth * sorted_}));
  if (count > tokens_.size() / kSmallPart) count = tokens_.size();
  const auto begin = tokens_.begin() + static_cast<std::ptrdiff_t>(sorted_);
  const auto end = tokens_.begin() + static_cast<std::ptrdiff_t>(count);
  if (end == tokens_.end()) {
    std::sort(begin, end, precedes);
  } else {
    std::partial_sort(begin, end, tokens_.end(), precedes);
  }
  sorted_ = count;
}

Filters filters_of(const GenerationConfig& config) {
  Filters filters;
  filters.temperature = config.temperature;
  filters.top_k = config.top_k;
  filters.top_p = config.top_p;
  filters.min_p = config.min_p;
  return filters;
}

FilteredScores::FilteredScores(std::vector<double> scores, double log_sum, const Filters& filters)
    : scores_(std::move(scores)), log_sum_(log_sum), filters_(filters), order_(scores_) {
  if (order_.size() == 0) return;
  highest_ = order_.at(0).score;
  stages_[kTemperature] = first_tokens(order_.size(), mass_of_all());

  Kept kept = stages_[kTemperature];
  if (filters.top_k != 0) {
    kept = fewest_tokens(kept.count, [&](const Kept& k) {
      return k.count >= filters.top_k && score_at(k.count) < score_at(k.count - 1);
    });
  }
  stages_[kTopK] = kept;
  if (filters.top_p < 1) {
    const double wanted = (filters.top_p - kRounding) * kept.mass;
    kept = fewest_tokens(kept.count, [&](const Kept& k) { return k.mass >= wanted; });
  }
  stages_[kTopP] = kept;
  if (filters.min_p > 0) {
    const double lowest = filters.min_p * (1 - kRounding);  // the first weighs 1
    kept = fewest_tokens(kept.count, [&](const Kept& k) { return weight_at(k.count) < lowest; });
  }
  stages_[kMinP] = kept;
}

/// In proportion to the probability after the temperature; 1 for the first token.
double FilteredScores::weight(double score) const {
  return std::exp((score - highest_) / filters_.temperature);
}

double FilteredScores::mass_of_all() const {
  if (filters_.temperature == 1) return std::exp(log_sum_ - highest_);
  double mass = 0;
  for (const double score : scores_) mass += weight(score);
  return mass;
}

FilteredScores::Kept FilteredScores::first_tokens(std::size_t count, double mass) {
  Kept kept{count, mass, {}};
  if (count < order_.size()) kept.last = order_.at(count - 1);
  return kept;
}

/// The first tokens of the order, until there are enough of them, or all that are available.
template <typename Enough>
FilteredScores::Kept FilteredScores::fewest_tokens(std::size_t available, Enough enough) {
  Kept kept;
  while (kept.count < available && (kept.count < filters_.min_kept || !enough(kept))) {
    kept.mass += weight_at(kept.count++);
  }
  return first_tokens(kept.count, kept.mass);
}

bool FilteredScores::kept(TokenId id, Stage stage) const {
  const ScoredToken token{score(id), id};
  if (!is_possible(token.score)) return false;
  return stages_[stage].count == order_.size() || !precedes(stages_[stage].last, token);
}

double FilteredScores::probability_before(TokenId id) const {
  return is_possible(score(id)) ? std::exp(score(id) - log_sum_) : 0;
}

double FilteredScores::probability(TokenId id, Stage stage) const {
  return kept(id, stage) ? weight(score(id)) / stages_[stage].mass : 0;
}

TokenId FilteredScores::draw(Generator& generator) {
  assert(kept_count() > 0);
  const double target = generator.uniform_double() * stages_[kMinP].mass;
  double sum = 0;
  TokenId drawn = at(0);
  for (std::size_t place = 0; place < kept_count() && sum <= target; ++place) {
    const double next = weight_at(place);
    if (next == 0) break;  // rounding left the sum short of the target
    drawn = at(place);
    sum += next;
  }
  return drawn;
}

}  // namespace glassformer
