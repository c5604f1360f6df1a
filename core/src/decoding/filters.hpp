// Temperature, top-k, top-p and min-p. Each keeps the beginning of one order, by falling score, so
// the whole pipeline is four lengths and four sums over that order, which is sorted only as far as
// it is read. Where tokens have the score of the k-th, top-k keeps them all, as
// transformers.TopKLogitsWarper does, which removes the scores below the k-th; top-p and min-p cut
// between equal scores, the lower id first.
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <vector>

#include "glassformer/decoding.hpp"
#include "glassformer/random.hpp"

namespace glassformer {

struct ScoredToken {
  float score = 0;
  TokenId id = 0;
};

/// The higher score first, of equal ones the lower id.
bool precedes(const ScoredToken& a, const ScoredToken& b);

/// Tokens in that order, sorted as far as they are looked at. Scores of -infinity have no place in
/// it.
class FallingOrder {
 public:
  FallingOrder() = default;
  explicit FallingOrder(std::span<const float> scores) { read(scores); }

  /// Begins anew, in the same memory. The scores must stay valid until the next read().
  void read(std::span<const float> scores);

  std::size_t size() const { return size_; }
  const ScoredToken& at(std::size_t place);

 private:
  void sort_to(std::size_t count);
  void take_first(std::size_t count);

  std::span<const float> scores_;
  std::size_t size_ = 0;
  std::vector<ScoredToken> sorted_;  // the first tokens of the order
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
  enum Stage { kTemperature, kTopK, kTopP, kMinP };

  explicit FilteredScores(const Filters& filters) : filters_(filters) {}
  FilteredScores(std::span<const float> scores, double log_sum, const Filters& filters)
      : filters_(filters) {
    read(scores, log_sum);
  }

  /// Logits or log-probabilities (V) after the penalties; none is NaN or +infinity. `log_sum` is
  /// their log_sum_exp. The scores must stay valid until the next read(); its memory is reused.
  void read(std::span<const float> scores, double log_sum);

  double score(TokenId id) const { return scores_[static_cast<std::size_t>(id)]; }
  /// Before the filters; 0 where the score is -infinity.
  double probability_before(TokenId id) const;
  /// 0 where the stage or one before it removed the token.
  double probability(TokenId id, Stage stage = kMinP) const;
  bool kept(TokenId id, Stage stage = kMinP) const;
  std::size_t kept_count() const { return stages_[kMinP].count; }

  /// The token at this place by falling score; place < kept_count().
  TokenId at(std::size_t place) { return order_.at(place).id; }
  /// One draw from what is kept (something is): the inverse of the cumulative distribution by
  /// falling probability.
  TokenId draw(Generator& generator);

 private:
  struct Kept {
    std::size_t count = 0;
    double mass = 0;   // sum of their weights
    ScoredToken last;  // not set where everything is kept
  };

  double weight(double score) const;
  double score_at(std::size_t place) { return order_.at(place).score; }
  double weight_at(std::size_t place) { return weight(score_at(place)); }
  double mass_of_all() const;
  Kept first_tokens(std::size_t count, double mass);
  template <typename Enough>
  Kept fewest_tokens(std::size_t available, Enough enough);

  Filters filters_;
  std::span<const float> scores_;  // (V)
  double log_sum_ = 0;
  FallingOrder order_;
  float highest_ = 0;
  std::array<Kept, 4> stages_;
};

}  // namespace glassformer
