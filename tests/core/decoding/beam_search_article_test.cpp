// The article's beam example: its golden, and the events of its tree.
#include "decoding/beam_search.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <tuple>
#include <vector>

#include "beam_fixtures.hpp"
#include "golden.hpp"

namespace glassformer {
namespace {

using namespace test;

TableModel golden_table(const nlohmann::json& golden) {
  const auto letters = golden["vocab"].get<std::vector<std::string>>();
  std::vector<TableModel::Row> rows;
  for (const auto& [prefix, row] : golden["next_token_probabilities_after_prefix"].items()) {
    Ids ids;
    for (const char letter : prefix) {
      const auto place = std::ranges::find(letters, std::string(1, letter));
      ids.push_back(static_cast<TokenId>(place - letters.begin()));
    }
    rows.push_back({ids, row.get<std::vector<float>>()});
  }
  return test::make_table(letters.size(), std::move(rows));
}

/// The end token is an id, or one of the vocabulary's texts, or there is none.
Ids end_tokens(const nlohmann::json& golden) {
  const auto& end = golden["end_token"];
  if (end.is_null()) return {};
  if (end.is_number()) return {end.get<TokenId>()};
  const auto vocab = golden["vocab"].get<std::vector<std::string>>();
  const auto at = std::find(vocab.begin(), vocab.end(), end.get<std::string>());
  REQUIRE(at != vocab.end());
  return {static_cast<TokenId>(at - vocab.begin())};
}

template <typename Hypothesis>
void check_hypothesis(const Hypothesis& got, const nlohmann::json& wanted) {
  CHECK(got.ids == wanted["ids"].get<Ids>());
  const double score = test::number(wanted["score"]);
  const double normalized_score = test::number(wanted["rank"]);
  CHECK((got.score == score || std::abs(got.score - score) < 1e-4));
  CHECK((got.normalized_score == normalized_score ||
         std::abs(got.normalized_score - normalized_score) < 1e-4));
}

TEST_CASE("golden: the article's beam example, step by step", "[beam_search][golden]") {
  test::need("seed004_beam_example.json");
  const auto golden = test::read_json(test::golden_path("seed004_beam_example.json"));
  TableModel table = golden_table(golden);
  for (const auto& wanted : golden["results"]) {
    auto config = beams(wanted["beam_size"].get<std::size_t>(),
                        golden["max_steps"].get<std::size_t>(), BeamRule::kGnmt);
    config.length_penalty = wanted["alpha"].get<float>();
    config.eos_token_ids = end_tokens(golden);
    CAPTURE(config.num_beams, config.length_penalty);
    const auto result = run(table, config);
    REQUIRE(result.sequences.size() >= wanted["hypotheses"].size());
    for (std::size_t i = 0; i < wanted["hypotheses"].size(); ++i) {
      check_hypothesis(result.sequences[i], wanted["hypotheses"][i]);
      CHECK(result.sequences[i].finished == wanted["hypotheses"][i]["finished"].get<bool>());
    }
    REQUIRE(result.steps.size() == wanted["trace"].size());
    if (config.num_beams == 1) continue;  // greedy: no beams in its events
    for (std::size_t step = 0; step < result.steps.size(); ++step) {
      const auto& trace = wanted["trace"][step];
      REQUIRE(result.steps[step].beams.size() >= trace.size());
      for (std::size_t i = 0; i < trace.size(); ++i) {
        check_hypothesis(result.steps[step].beams[i], trace[i]);
        CHECK(result.steps[step].beams[i].finished == trace[i]["done"].get<bool>());
      }
    }
  }
}

TEST_CASE("the events of the article's example are its tree", "[beam_search]") {
  TableModel table = test::article_table();
  const auto result = run(table, beams(2, 2, BeamRule::kGnmt));
  const auto& [first, second] = std::tie(result.steps[0], result.steps[1]);

  CHECK(ids_of(first.beams) == std::vector<Ids>{{0}, {1}});
  CHECK(ids_of(first.pruned) == std::vector<Ids>{{2}, {3}});
  CHECK(first.beams[1].parent == -1);
  CHECK_THAT(first.beams[1].log_probability, Catch::Matchers::WithinAbs(std::log(0.3), 1e-6));

  CHECK(ids_of(second.beams) == std::vector<Ids>{{0, 1}, {1, 0}});
  CHECK(ids_of(second.pruned) == std::vector<Ids>{{0, 2}, {0, 3}});
  CHECK(second.beams[1].parent == 1);
  CHECK(second.beams[1].token == 0);
  CHECK_THAT(second.beams[1].log_probability, Catch::Matchers::WithinAbs(std::log(0.5), 1e-6));
  CHECK_THAT(second.beams[1].score, Catch::Matchers::WithinAbs(std::log(0.15), 1e-6));
  CHECK(second.last);
}

}  // namespace
}  // namespace glassformer
