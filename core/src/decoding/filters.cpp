#include "decoding/filters.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>
#include <utility>

#include "decoding/distribution.hpp"
#include "kernels/kernels.hpp"

namespace glassformer {
namespace {

// Logits and options are floats: sums that agree this far are equal on paper (.4 + .3 reaches a
// top_p of .7).
constexpr double kRounding = 2 * static_cast<double>(std::numeric_limits<float>::epsilon());

constexpr float kExcluded = -std::numeric_limits<float>::infinity();

// How many are sorted: the first alone, which is all that greedy decoding asks for, then more.
constexpr std::size_t kSecondSorted = 64;
constexpr std::size_t kSortedGrowth = 4;
constexpr std::size_t kSmallPart = 16;  // a partial sort pays up to this part of the whole

bool is_possible(double score) { return score != -std::numeric_limits<double>::infinity(); }

}  // namespace

bool precedes(const ScoredToken& a, const ScoredToken& b) {
  return a.score > b.score || (a.score == b.score && a.id < b.id);
}

void FallingOrder::read(std::span<const float> scores) {
  scores_ = scores;
  sorted_.clear();
  const bool all = kernels::active().range(scores.data(), scores.size()).least > kExcluded;
  size_ = scores.size();
  if (!all) size_ -= static_cast<std::size_t>(std::ranges::count(scores, kExcluded));
}

const ScoredToken& FallingOrder::at(std::size_t place) {
  assert(place < size_);
  if (place >= sorted_.size()) sort_to(place + 1);
  return sorted_[place];
}

void FallingOrder::sort_to(std::size_t count) {
  if (count > 1) count = std::max({count, kSecondSorted, kSortedGrowth * sorted_.size()});
  if (count > std::max(size_ / kSmallPart, std::size_t{1})) count = size_;
  sorted_.clear();
  sorted_.reserve(count);
  if (count < size_) return take_first(count);
  for (std::size_t id = 0; id < scores_.size(); ++id) {
    if (is_possible(scores_[id])) sorted_.push_back({scores_[id], static_cast<TokenId>(id)});
  }
  std::sort(sorted_.begin(), sorted_.end(), precedes);
}

// A heap of the first ones so far, the last of them on top: of equal scores the lower id came
// before.
void FallingOrder::take_first(std::size_t count) {
  const auto next = [&](std::size_t id, float above) {
    return kernels::active().find_above(scores_.data(), id, scores_.size(), above);
  };
  for (std::size_t id = 0;
       (id = next(id, sorted_.size() < count ? kExcluded : sorted_.front().score)) < scores_.size();
       ++id) {
    if (sorted_.size() == count) {
      std::ranges::pop_heap(sorted_, precedes);
      sorted_.pop_back();
    }
    sorted_.push_back({scores_[id], static_cast<TokenId>(id)});
    std::ranges::push_heap(sorted_, precedes);
  }
  std::ranges::sort_heap(sorted_, precedes);
}

Filters filters_of(const GenerationConfig& config) {
  Filters filters;
  filters.temperature = config.temperature;
  filters.top_k = config.top_k;
  filters.top_p = config.top_p;
  filters.min_p = config.min_p;
  return filters;
}

void FilteredScores::read(std::span<const float> scores, double log_sum) {
  scores_ = scores;
  log_sum_ = log_sum;
  stages_ = {};
  order_.read(scores);
  if (order_.size() == 0) return;
  highest_ = order_.at(0).score;
  stages_[kTemperature] = first_tokens(order_.size(), mass_of_all());

  const Filters& filters = filters_;
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
  return sum_exp(scores_, highest_, 1 / filters_.temperature);
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
  const ScoredToken token{scores_[static_cast<std::size_t>(id)], id};
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
