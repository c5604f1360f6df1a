#include "decoding/penalties.hpp"

#include <catch_amalgamated.hpp>
#include <chrono>
#include <cstddef>
#include <functional>
#include <limits>
#include <random>
#include <set>
#include <vector>

namespace glassformer {
namespace {

constexpr float kBanned = -std::numeric_limits<float>::infinity();

std::vector<float> penalized(const std::vector<float>& logits, const std::vector<TokenId>& said,
                             const GenerationConfig& config) {
  std::vector<float> scores = logits;
  std::vector<std::size_t> scratch;
  apply_penalties<float>(scores, logits, 0, said, config, scratch);
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
  std::vector<std::size_t> scratch;
  apply_penalties<double>(scores, logits, 4.5, said, repetition(2), scratch);
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

/// By the definition: the ids that would make the last n ids an n-gram that was said.
std::vector<float> without_ngrams(const std::vector<TokenId>& said, std::size_t n, TokenId ids) {
  std::set<std::vector<TokenId>> ngrams;
  for (auto at = said.begin(); said.end() - at >= static_cast<std::ptrdiff_t>(n); ++at)
    ngrams.insert({at, at + static_cast<std::ptrdiff_t>(n)});
  std::vector<float> scores;
  for (TokenId id = 0; id < ids; ++id) {
    std::vector<TokenId> last = said;
    last.push_back(id);
    if (last.size() > n) last.erase(last.begin(), last.end() - static_cast<std::ptrdiff_t>(n));
    scores.push_back(ngrams.contains(last) ? kBanned : 1);
  }
  return scores;
}

TEST_CASE("the n-gram ban forbids every n-gram that was said, and nothing else", "[penalties]") {
  std::mt19937 random(5);
  std::vector<std::size_t> scratch;  // of another n, as well
  for (int round = 0; round < 3000; ++round) {
    const TokenId ids = 1 + static_cast<TokenId>(random() % 3);
    std::vector<TokenId> said(random() % 24);
    // Whole periods, too, in which many places are alike.
    const std::size_t period = 1 + random() % 24;
    for (std::size_t i = 0; i < said.size(); ++i)
      said[i] = i < period ? static_cast<TokenId>(random() % 3) % ids : said[i - period];
    const std::size_t n = 1 + random() % 12;
    CAPTURE(said, n);
    const std::vector<float> logits(static_cast<std::size_t>(ids), 1);
    std::vector<float> scores = logits;
    apply_penalties<float>(scores, logits, 0, said, ngrams(n), scratch);
    CHECK(scores == without_ngrams(said, n, ids));
  }
}

TEST_CASE("the n-gram ban takes a time linear in what was said, whatever repeats", "[penalties]") {
  const std::size_t length = std::size_t{1} << 19;
  const auto one_id = [](std::size_t) { return 0; };
  const auto one_other = [](std::size_t i) { return i == length - length / 8 ? 1 : 0; };
  const auto two_ids = [](std::size_t i) { return static_cast<TokenId>(i % 2); };
  for (const auto& id_at : {std::function<TokenId(std::size_t)>(one_id), {one_other}, {two_ids}}) {
    std::vector<TokenId> said(length);
    for (std::size_t i = 0; i < length; ++i) said[i] = id_at(i);
    const auto begun = std::chrono::steady_clock::now();
    penalized({1, 1}, said, ngrams(length / 2));
    CHECK(std::chrono::steady_clock::now() - begun < std::chrono::seconds(2));
  }
}

TEST_CASE("has_penalties tells whether any is on", "[penalties]") {
  CHECK_FALSE(has_penalties({}));
  CHECK(has_penalties(repetition(1.1F)));
  CHECK(has_penalties(ngrams(2)));
}

}  // namespace
}  // namespace glassformer
