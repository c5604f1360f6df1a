#include "decoding/penalties.hpp"

#include <catch_amalgamated.hpp>
#include <limits>
#include <vector>

namespace glassformer {
namespace {

constexpr float kBanned = -std::numeric_limits<float>::infinity();

std::vector<float> penalized(const std::vector<float>& logits, const std::vector<TokenId>& said,
                             const GenerationConfig& config) {
  std::vector<float> scores = logits;
  apply_penalties<float>(scores, logits, 0, said, config);
  return scores;
}

GenerationConfig repetition(float penalty) {
  GenerationConfig config;
  config.repetition_penalty = penalty;
  return config;
}

GenerationConfig ngrams(std::size_t n) {
  GenerationConfig config;
  config.no_repeat_ngram_size = n;
  return config;
}

TEST_CASE("the repetition penalty divides positive and multiplies negative scores once",
          "[penalties]") {
  CHECK(penalized({4, -4, 0, 4}, {0, 1, 0, 2, 1}, repetition(2)) ==
        std::vector<float>{2, -8, 0, 4});
}

TEST_CASE("a repetition penalty below 1 favours what was said", "[penalties]") {
  CHECK(penalized({4, -4, 1}, {0, 1}, repetition(0.5F)) == std::vector<float>{8, -2, 1});
}

TEST_CASE("an impossible token stays impossible under the repetition penalty", "[penalties]") {
  CHECK(penalized({kBanned, 1}, {0}, repetition(2)) == std::vector<float>{kBanned, 1});
}

TEST_CASE("log-probabilities are penalized as such, not as the logits they come from",
          "[penalties]") {
  const std::vector<float> logits = {3, 1};
  std::vector<double> scores = {3 - 4.5, 1 - 4.5};
  const std::vector<TokenId> said = {0, 0};
  apply_penalties<double>(scores, logits, 4.5, said, repetition(2));
  CHECK(scores == std::vector<double>{-3, -3.5});
}

TEST_CASE("no penalty makes a finite score infinite", "[penalties]") {
  CHECK(penalized({4, -4}, {0, 1}, repetition(1e-38F)) ==
        std::vector<float>{std::numeric_limits<float>::max(), -4 * 1e-38F});
}

TEST_CASE("the n-gram ban forbids what would repeat an n-gram", "[penalties]") {
  const std::vector<float> free(4, 0.5);
  // … 0 1 2 … 0 1 3 … 0 1: a trigram that starts with 0 1 may not end in 2 or 3.
  const std::vector<TokenId> said = {0, 1, 2, 0, 1, 3, 0, 1};
  CHECK(penalized(free, said, ngrams(3)) == std::vector<float>{0.5, 0.5, kBanned, kBanned});
  // After 1 came 2 and 3.
  CHECK(penalized(free, said, ngrams(2)) == std::vector<float>{0.5, 0.5, kBanned, kBanned});
  CHECK(penalized(free, {2, 0, 1, 0}, ngrams(2)) == std::vector<float>{0.5, kBanned, 0.5, 0.5});
}

TEST_CASE("a ban of 1-grams forbids everything said", "[penalties]") {
  CHECK(penalized({1, 2, 3}, {2, 0, 2}, ngrams(1)) == std::vector<float>{kBanned, 2, kBanned});
  CHECK(penalized({1, 2, 3}, {}, ngrams(1)) == std::vector<float>{1, 2, 3});
}

TEST_CASE("what was said bans nothing while it is shorter than an n-gram", "[penalties]") {
  CHECK(penalized({1, 2}, {0, 0}, ngrams(3)) == std::vector<float>{1, 2});
  CHECK(penalized({1, 2}, {0, 0, 0}, ngrams(3)) == std::vector<float>{kBanned, 2});
}

TEST_CASE("an n-gram may overlap the end of what was said", "[penalties]") {
  CHECK(penalized({1, 2}, {0, 0}, ngrams(2)) == std::vector<float>{kBanned, 2});
}

TEST_CASE("has_penalties tells whether any is on", "[penalties]") {
  CHECK_FALSE(has_penalties({}));
  CHECK(has_penalties(repetition(1.1F)));
  CHECK(has_penalties(ngrams(2)));
}

}  // namespace
}  // namespace glassformer
