#include "filters.hpp"

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

bool is_possible(double score) { return score != -std::numeric_limits<double>::infinity(); }

}  // namespace

FallingOrder::FallingOrder(std::span<const double> scores) : scores_(scores) {
  ids_.reserve(scores.size());
  for (std::size_t id = 0; id < scores.size(); ++id) {
    if (is_possible(scores[id])) ids_.push_back(static_cast<TokenId>(id));
  }
}

bool FallingOrder::precedes(TokenId a, TokenId b) const {
  const double score_a = scores_[static_cast<std::size_t>(a)];
  const double score_b = scores_[static_cast<std::size_t>(b)];
  return score_a > score_b || (score_a == score_b && a < b);
}

TokenId FallingOrder::at(std::size_t place) {
  assert(place < ids_.size());
  if (place >= sorted_) sort_to(place + 1);
  return ids_[place];
}

void FallingOrder::sort_to(std::size_t count) {
  count = std::min(ids_.size(), std::max({count, kFirstSorted, kSortedGrowth * sorted_}));
  const auto before = [this](TokenId a, TokenId b) { return precedes(a, b); };
  const auto begin = ids_.begin() + static_cast<std::ptrdiff_t>(sorted_);
  const auto end = ids_.begin() + static_cast<std::ptrdiff_t>(count);
  if (end != ids_.end()) std::nth_element(begin, end, ids_.end(), before);
  std::sort(begin, end, before);
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

FilteredScores::FilteredScores(std::vector<double> scores, const Filters& filters)
    : scores_(std::move(scores)), filters_(filters), order_(scores_) {
  if (order_.size() == 0) return;
  end_stage(kTemperature, order_.size(), weigh());
  keep_top_k();
  keep_top_p();
  keep_min_p();
}

/// Fills the weights and returns their sum.
double FilteredScores::weigh() {
  const double highest = *std::ranges::max_element(scores_);
  weights_.resize(scores_.size());
  double sum = 0;
  for (std::size_t id = 0; id < scores_.size(); ++id) {
    weights_[id] = std::exp((scores_[id] - highest) / filters_.temperature);
    sum += weights_[id];
  }
  return sum;
}

void FilteredScores::end_stage(Stage stage, std::size_t kept, double mass) {
  kept_[stage] = kept;
  mass_[stage] = mass;
  if (kept < order_.size()) last_kept_[stage] = order_.at(kept - 1);
}

void FilteredScores::keep_top_k() {
  const std::size_t kept = kept_[kTemperature];
  const std::size_t k = std::max(filters_.top_k, filters_.min_kept);
  if (filters_.top_k == 0 || k >= kept) return end_stage(kTopK, kept, mass_[kTemperature]);
  double mass = 0;
  for (std::size_t place = 0; place < k; ++place) mass += weight(order_.at(place));
  end_stage(kTopK, k, mass);
}

void FilteredScores::keep_top_p() {
  std::size_t kept = kept_[kTopK];
  double mass = mass_[kTopK];
  if (filters_.top_p < 1) {
    const double enough = (filters_.top_p - kRounding) * mass;
    const std::size_t available = kept;
    kept = 0;
    mass = 0;
    while (kept < available && (kept < filters_.min_kept || mass < enough)) {
      mass += weight(order_.at(kept++));
    }
  }
  end_stage(kTopP, kept, mass);
}

void FilteredScores::keep_min_p() {
  std::size_t kept = kept_[kTopP];
  double mass = mass_[kTopP];
  if (filters_.min_p > 0) {
    const double lowest = filters_.min_p * (1 - kRounding) * weight(order_.at(0));
    const std::size_t available = kept;
    kept = 0;
    mass = 0;
    while (kept < available && (kept < filters_.min_kept || weight(order_.at(kept)) >= lowest)) {
      mass += weight(order_.at(kept++));
    }
  }
  end_stage(kMinP, kept, mass);
}

bool FilteredScores::kept(TokenId id, Stage stage) const {
  if (!is_possible(score(id))) return false;
  return kept_[stage] == order_.size() || !order_.precedes(last_kept_[stage], id);
}

double FilteredScores::probability(TokenId id, Stage stage) const {
  return kept(id, stage) ? weight(id) / mass_[stage] : 0;
}

TokenId FilteredScores::draw(Generator& generator) {
  assert(kept_count() > 0);
  const double target = generator.uniform_double() * mass_[kMinP];
  double sum = 0;
  TokenId drawn = order_.at(0);
  for (std::size_t place = 0; place < kept_count() && sum <= target; ++place) {
    const TokenId id = order_.at(place);
    if (weight(id) == 0) break;  // rounding left the sum short of the target
    drawn = id;
    sum += weight(id);
  }
  return drawn;
}

}  // namespace glassformer
