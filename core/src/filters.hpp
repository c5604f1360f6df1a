// Temperature, top-k, top-p and min-p. Each keeps the beginning of one order, by falling score, so
// the whole pipeline is four lengths and four sums over that order, which is sorted only as far as
// somebody looks.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "glassformer/decoding.hpp"
#include "glassformer/random.hpp"

namespace glassformer {

/// Ids by falling score, of equal ones the lower first. Scores of -infinity have no place in it.
class FallingOrder {
 public:
  /// `scores` must outlive it.
  explicit FallingOrder(std::span<const double> scores);

  std::size_t size() const { return ids_.size(); }
  TokenId at(std::size_t place);
  bool precedes(TokenId a, TokenId b) const;

 private:
  void sort_to(std::size_t count);

  std::span<const double> scores_;
  std::vector<TokenId> ids_;  // the first sorted_ are sorted and precede the others
  std::size_t sorted_ = 0;
};

struct Filters {
  double temperature = 1;
  std::size_t top_k = 0;
  double top_p = 1;
  double min_p = 0;
  std::size_t min_kept = 1;  // every filter leaves this many, as far as there are as many
};

Filters filters_of(const GenerationConfig& config);

class FilteredScores {
 public:
  enum Stage { kTemperature, kTopK, kTopP, kMinP, kStages };

  /// Logits or log-probabilities after the penalties; none is NaN or +infinity.
  FilteredScores(std::vector<double> scores, const Filters& filters);
  FilteredScores(FilteredScores&&) =
      default;  // order_ looks at what scores_ holds, which does not move
  FilteredScores(const FilteredScores&) = delete;

  double score(TokenId id) const { return scores_[static_cast<std::size_t>(id)]; }
  std::span<const double> scores() const { return scores_; }
  std::size_t kept_count() const { return kept_[kMinP]; }
  bool kept(TokenId id, Stage stage = kMinP) const;
  /// 0 where the stage or one before it removed the token.
  double probability(TokenId id, Stage stage = kMinP) const;

  /// The id at this place by falling score; place < kept_count().
  TokenId at(std::size_t place) { return order_.at(place); }
  /// One draw from what is kept (something is): the inverse of the cumulative distribution by
  /// falling probability.
  TokenId draw(Generator& generator);

 private:
  double weight(TokenId id) const { return weights_[static_cast<std::size_t>(id)]; }
  double weigh();
  void end_stage(Stage stage, std::size_t kept, double mass);
  void keep_top_k();
  void keep_top_p();
  void keep_min_p();

  std::vector<double> scores_;   // (V)
  std::vector<double> weights_;  // (V) exp((score - highest) / temperature)
  Filters filters_;
  FallingOrder order_;
  std::size_t kept_[kStages] = {};
  double mass_[kStages] = {};        // sum of the kept weights
  TokenId last_kept_[kStages] = {};  // at place kept_ - 1; not set where everything is kept
};

}  // namespace glassformer
