// The possible continuations of a beam of hypotheses, and how the best are selected or some are
// sampled.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "glassformer/random.hpp"
#include "glassformer/tokenizer.hpp"

namespace glassformer {

/// One hypothesis and one more token; or, with token -1, a finished hypothesis that stays as it is.
struct Extension {
  std::int32_t parent = -1;  // index among the hypotheses
  TokenId token = -1;
  double log_probability = 0;   // of the token, as it counts
  double score = 0;             // the parent's and log_probability
  double normalized_score = 0;  // score after the length penalty
};

/// Scores that differ by no more than this are a tie. Logits are floats, so that sums that are
/// equal on paper differ in the seventh digit; without this, noise would decide in which order a
/// worked example lists them.
inline constexpr double kTie = 1e-6;

/// Highest key first. From the top, all that tie with the first of their run go by parent, then by
/// token.
void sort_best_first(std::vector<Extension>& extensions, double Extension::*key);

/// The `count` best by score of however many are offered, in little memory and linear time.
class BestExtensions {
 public:
  explicit BestExtensions(std::size_t count) : count_(count), limit_(smallest_limit()) {}

  void offer(const Extension& extension) {
    if (extension.score < lowest_) return;
    extensions_.push_back(extension);
    if (extensions_.size() >= limit_) drop_hopeless();
  }
  /// Best first; leaves it empty.
  std::vector<Extension> take();

 private:
  std::size_t smallest_limit() const { return 4 * count_ + 64; }
  void drop_hopeless();

  std::size_t count_;
  std::size_t limit_;  // how many may gather before the hopeless are dropped
  double lowest_ =
      -std::numeric_limits<double>::infinity();  // what is below cannot be among the best
  std::vector<Extension> extensions_;
};

/// `count` of them (fewer where fewer are possible), drawn one after the other with probability
/// ∝ exp(score) and not put back; best first. Those of one parent stand together.
std::vector<Extension> draw_extensions(std::span<const Extension> extensions, std::size_t count,
                                       Generator& generator);

}  // namespace glassformer
