#include "decoding/candidates.hpp"

#include <cmath>
#include <vector>

#include "decoding/distribution.hpp"
#include "decoding_fixtures.hpp"

namespace glassformer {
namespace {

using namespace test;

/// Probabilities .4 .3 .2 .1 as logits, with a penalty of its own for each.
struct StageExample {
  std::vector<float> logits = {std::log(0.2F), std::log(0.4F), std::log(0.1F), std::log(0.3F)};

  std::vector<float> scores = {};
  FilteredScores filtered{Filters{}};

  StepVocabulary vocabulary(const Filters& filters, const std::vector<double>& penalties) {
    scores = logits;
    for (std::size_t id = 0; id < scores.size(); ++id)
      scores[id] -= static_cast<float>(penalties[id]);
    filtered = FilteredScores(scores, log_sum_exp_of_scores(scores), filters);
    return {logits, *log_sum_exp(logits), filtered};
  }
};

void check_stages(const Candidate& candidate, const std::vector<double>& wanted) {
  const std::vector<float> got = {candidate.probability,       candidate.after_penalties,
                                  candidate.after_temperature, candidate.after_top_k,
                                  candidate.after_top_p,       candidate.final_probability};
  for (std::size_t stage = 0; stage < got.size(); ++stage) {
    CAPTURE(candidate.id, stage);
    CHECK_THAT(got[stage], Catch::Matchers::WithinAbs(wanted[stage], 1e-6));
  }
}

TEST_CASE("a candidate is 0 from the stage on that removed it", "[candidates]") {
  StageExample example;
  Filters filters;
  filters.temperature = 0.5;  // .04 .16 .01 .09 of .30
  SECTION("top-k removes the last two, min-p nothing") {
    filters.top_k = 2;
    auto vocabulary = example.vocabulary(filters, {0, 0, 0, 0});
    const auto candidates = list_candidates(vocabulary, 4, 1);
    REQUIRE(ids_of(candidates) == std::vector<TokenId>{1, 3, 0, 2});
    check_stages(candidates[0], {0.4, 0.4, 0.16 / 0.3, 0.16 / 0.25, 0.16 / 0.25, 0.16 / 0.25});
    check_stages(candidates[1], {0.3, 0.3, 0.09 / 0.3, 0.09 / 0.25, 0.09 / 0.25, 0.09 / 0.25});
    check_stages(candidates[2], {0.2, 0.2, 0.04 / 0.3, 0, 0, 0});
    check_stages(candidates[3], {0.1, 0.1, 0.01 / 0.3, 0, 0, 0});
    CHECK(candidates[1].kept);
    CHECK_FALSE(candidates[2].kept);
  }
  SECTION("each filter removes one") {
    filters.top_k = 3;
    filters.top_p = 0.8;
    filters.min_p = 0.6;
    auto vocabulary = example.vocabulary(filters, {0, 0, 0, 0});
    const auto candidates = list_candidates(vocabulary, 4, 1);
    REQUIRE(ids_of(candidates) == std::vector<TokenId>{1, 3, 0, 2});
    check_stages(candidates[0], {0.4, 0.4, 0.16 / 0.3, 0.16 / 0.29, 0.16 / 0.25, 1});
    check_stages(candidates[1], {0.3, 0.3, 0.09 / 0.3, 0.09 / 0.29, 0.09 / 0.25, 0});
    check_stages(candidates[2], {0.2, 0.2, 0.04 / 0.3, 0.04 / 0.29, 0, 0});
    check_stages(candidates[3], {0.1, 0.1, 0.01 / 0.3, 0, 0, 0});
  }
}

TEST_CASE("penalties show between the model's distribution and the filters", "[candidates]") {
  StageExample example;
  auto vocabulary = example.vocabulary({}, {0, std::log(4.0), 0, kInfinity});
  const auto candidates = list_candidates(vocabulary, 4, 0);
  REQUIRE(ids_of(candidates) == std::vector<TokenId>{0, 1, 2, 3});
  check_stages(candidates[0], {0.2, 0.5, 0.5, 0.5, 0.5, 0.5});
  check_stages(candidates[1], {0.4, 0.25, 0.25, 0.25, 0.25, 0.25});
  check_stages(candidates[2], {0.1, 0.25, 0.25, 0.25, 0.25, 0.25});
  check_stages(candidates[3], {0.3, 0, 0, 0, 0, 0});
}

TEST_CASE("what the filters removed is listed by the model's own probability", "[candidates]") {
  StageExample example;
  Filters filters;
  filters.top_k = 1;
  auto vocabulary = example.vocabulary(filters, {0, 2, 0, 4});
  CHECK(ids_of(list_candidates(vocabulary, 3, 0)) == std::vector<TokenId>{0, 1, 3});
}

TEST_CASE("the choice is listed whatever its place, unless nothing is", "[candidates]") {
  StageExample example;
  auto vocabulary = example.vocabulary({}, {0, 0, 0, 0});
  CHECK(ids_of(list_candidates(vocabulary, 2, 2)) == std::vector<TokenId>{1, 3, 2});
  CHECK(ids_of(list_candidates(vocabulary, 2, 3)) == std::vector<TokenId>{1, 3});
  CHECK(list_candidates(vocabulary, 0, 3).empty());
  CHECK(list_candidates(vocabulary, 100, 3).size() == 4);
}

TEST_CASE("with everything banned every candidate is 0 after the penalties", "[candidates]") {
  StageExample example;
  auto vocabulary = example.vocabulary({}, {kInfinity, kInfinity, kInfinity, kInfinity});
  const auto candidates = list_candidates(vocabulary, 4, 1);
  REQUIRE(ids_of(candidates) == std::vector<TokenId>{1, 3, 0, 2});
  check_stages(candidates[0], {0.4, 0, 0, 0, 0, 0});
}

}  // namespace
}  // namespace glassformer
