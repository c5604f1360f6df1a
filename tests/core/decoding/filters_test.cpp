#include "decoding/filters.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <numeric>
#include <random>
#include <utility>

#include "decoding/distribution.hpp"
#include "decoding_fixtures.hpp"
#include "golden.hpp"

namespace glassformer {
namespace {

using namespace test;

/// What the first step of a generation keeps, by falling probability.
std::vector<Candidate> filtered(const std::vector<float>& logits, GenerationConfig config) {
  config.do_sample = true;
  config.num_candidates = logits.size();
  ConstantModel model(logits);
  std::vector<Candidate> candidates = take(*start(model, config)).candidates;
  std::erase_if(candidates, [](const Candidate& candidate) { return !candidate.kept; });
  return candidates;
}

std::vector<float> logs(std::vector<float> probabilities) {
  for (float& p : probabilities) p = std::log(p);
  return probabilities;
}

/// The rule of the golden file keeps the lower ids where the k-th logit is there again; Hugging
/// Face's, which is ours, keeps them all: as the file says of a top_k that reaches to the last of
/// them. Null where no such case is in the file.
const nlohmann::json* case_without_a_cut_tie(const nlohmann::json& golden,
                                             const nlohmann::json& wanted) {
  auto logits = golden["logits"][wanted["logits"].get<std::string>()].get<std::vector<float>>();
  std::size_t top_k = wanted["top_k"].get<std::size_t>();
  if (top_k == 0 || top_k >= logits.size()) return &wanted;
  std::ranges::sort(logits, std::greater{});
  while (top_k < logits.size() && logits[top_k] == logits[top_k - 1]) ++top_k;
  nlohmann::json sought = wanted;
  sought["top_k"] = top_k;
  const auto found = std::ranges::find_if(golden["cases"], [&](const nlohmann::json& other) {
    return std::ranges::all_of(std::array{"logits", "temperature", "top_k", "top_p"},
                               [&](const char* key) { return other[key] == sought[key]; });
  });
  return found == golden["cases"].end() ? nullptr : &*found;
}

TEST_CASE("golden: temperature, top-k and top-p keep the expected ids", "[filters][golden]") {
  test::need("seed004_sampling.json");
  const auto golden = test::read_json(test::golden_path("seed004_sampling.json"));
  for (const auto& given : golden["cases"]) {
    INFO(given.dump());
    GenerationConfig config;
    config.temperature = given["temperature"].get<float>();
    config.top_k = given["top_k"].get<std::size_t>();
    config.top_p = given["top_p"].get<float>();
    const auto survivors = filtered(
        golden["logits"][given["logits"].get<std::string>()].get<std::vector<float>>(), config);
    const nlohmann::json* uncut = case_without_a_cut_tie(golden, given);
    if (uncut == nullptr) continue;  // the definition below says what is kept then
    const nlohmann::json& wanted = *uncut;
    auto ids = wanted["kept_ids_by_falling_probability"].get<std::vector<TokenId>>();
    const auto probabilities = wanted["probabilities"].get<std::vector<double>>();
    REQUIRE(ids.size() == probabilities.size());
    REQUIRE(survivors.size() == probabilities.size());
    // Those of probability 0 have no order among themselves; ours is that of their ids.
    const auto zeros = std::find(probabilities.begin(), probabilities.end(), 0.0);
    std::sort(ids.begin() + (zeros - probabilities.begin()), ids.end());
    CHECK(ids_of(survivors) == ids);
    for (std::size_t i = 0; i < survivors.size(); ++i) {
      CHECK_THAT(survivors[i].final_probability,
                 Catch::Matchers::WithinAbs(probabilities[i], 2e-6));
    }
  }
}

/// The definition, written out with full sorts.
std::vector<std::pair<TokenId, double>> filter_by_definition(const std::vector<float>& logits,
                                                             const GenerationConfig& config) {
  std::vector<std::pair<TokenId, double>> kept;
  for (std::size_t id = 0; id < logits.size(); ++id) {
    if (logits[id] == -kInfinity) continue;
    kept.emplace_back(static_cast<TokenId>(id),
                      std::exp(static_cast<double>(logits[id]) / config.temperature));
  }
  std::ranges::sort(kept, {}, [&](const auto& entry) {
    return std::pair(-logits[static_cast<std::size_t>(entry.first)], entry.first);
  });
  const auto renormalize = [&] {
    double sum = 0;
    for (const auto& [id, p] : kept) sum += p;
    for (auto& [id, p] : kept) p /= sum;
  };
  renormalize();
  if (config.top_k != 0 && config.top_k < kept.size()) {
    const double last = kept[config.top_k - 1].second;
    std::erase_if(kept, [&](const auto& entry) { return entry.second < last; });
  }
  renormalize();
  if (config.top_p < 1) {
    std::size_t count = 0;
    for (double sum = 0; count < kept.size() && sum < config.top_p; ++count) {
      sum += kept[count].second;
    }
    kept.resize(count);
  }
  renormalize();
  while (kept.back().second < config.min_p * kept.front().second) kept.pop_back();
  renormalize();
  return kept;
}

TEST_CASE("every combination of filters does what its definition says", "[filters]") {
  std::mt19937 random(1);
  Generator generator(1);
  for (int round = 0; round < 300; ++round) {
    std::vector<float> logits(1 + random() % 700);
    generator.randn(logits);
    for (float& logit : logits) logit *= 2;
    for (std::size_t i = 0; i + 1 < logits.size(); ++i) {
      if (random() % 20 == 0) logits[i] = -kInfinity;
      if (random() % 20 == 0) logits[i] = logits[i + 1];
    }
    GenerationConfig config;
    config.temperature = std::vector{0.3F, 1.0F, 2.5F}[random() % 3];
    config.top_k = std::vector<std::size_t>{0, 1, 7, 100, 1000}[random() % 5];
    config.top_p = std::vector{1.0F, 0.05F, 0.77F, 0.97F}[random() % 4];
    config.min_p = std::vector{0.0F, 0.013F, 0.4F}[random() % 3];
    CAPTURE(round, logits.size(), config.temperature, config.top_k, config.top_p, config.min_p);
    const auto survivors = filtered(logits, config);
    const auto wanted = filter_by_definition(logits, config);
    REQUIRE(survivors.size() == wanted.size());
    for (std::size_t i = 0; i < wanted.size(); ++i) {
      REQUIRE(survivors[i].id == wanted[i].first);
      REQUIRE(survivors[i].kept);
      REQUIRE_THAT(survivors[i].final_probability,
                   Catch::Matchers::WithinAbs(wanted[i].second, 1e-7));
    }
  }
}

TEST_CASE("survivors carry their probability at every stage", "[filters]") {
  GenerationConfig config;
  config.temperature = 0.5F;  // squares the ratios
  config.top_k = 3;
  config.top_p = 0.9F;
  config.min_p = 0.3F;
  const auto survivors = filtered(logs({0.1F, 0.4F, 0.2F, 0.3F}), config);
  // squares .01 .16 .04 .09: of .30; the top 3 of .29; .16 + .09 = .862 is not .9; min-p .3 drops
  // .25 · .16
  REQUIRE(ids_of(survivors) == std::vector<TokenId>{1, 3});
  const auto check = [](const Candidate& candidate, std::vector<double> stages) {
    CHECK_THAT(candidate.probability, Catch::Matchers::WithinAbs(stages[0], 1e-6));
    CHECK_THAT(candidate.after_penalties, Catch::Matchers::WithinAbs(stages[0], 1e-6));
    CHECK_THAT(candidate.after_temperature, Catch::Matchers::WithinAbs(stages[1], 1e-6));
    CHECK_THAT(candidate.after_top_k, Catch::Matchers::WithinAbs(stages[2], 1e-6));
    CHECK_THAT(candidate.after_top_p, Catch::Matchers::WithinAbs(stages[3], 1e-6));
    CHECK_THAT(candidate.final_probability, Catch::Matchers::WithinAbs(stages[4], 1e-6));
  };
  check(survivors[0], {0.4, 0.16 / 0.30, 0.16 / 0.29, 0.16 / 0.29, 0.16 / 0.25});
  check(survivors[1], {0.3, 0.09 / 0.30, 0.09 / 0.29, 0.09 / 0.29, 0.09 / 0.25});
}

TEST_CASE("a sum that equals top_p on paper reaches it", "[filters]") {
  GenerationConfig config;
  for (const float top_p : {0.4F, 0.7F, 0.9F}) {
    config.top_p = top_p;
    CAPTURE(top_p);
    const std::size_t wanted = top_p < 0.5F ? 1 : top_p < 0.8F ? 2 : 3;
    CHECK(filtered(logs({0.4F, 0.3F, 0.2F, 0.1F}), config).size() == wanted);
  }
}

TEST_CASE("a probability that equals min_p of the first on paper is kept", "[filters]") {
  GenerationConfig config;
  for (const float min_p : {0.75F, 0.5F, 0.25F, 1.0F}) {
    config.min_p = min_p;
    CAPTURE(min_p);
    const std::size_t wanted = min_p > 0.8F ? 1 : min_p > 0.6F ? 2 : min_p > 0.4F ? 3 : 4;
    CHECK(filtered(logs({0.4F, 0.3F, 0.2F, 0.1F}), config).size() == wanted);
  }
}

TEST_CASE("top_k keeps all that tie with the k-th", "[filters]") {
  const std::vector<float> logits{1, 3, 3, 0, 3, 1};
  for (const auto& [top_k, ids] : std::vector<std::pair<std::size_t, std::vector<TokenId>>>{
           {1, {1, 2, 4}}, {2, {1, 2, 4}}, {3, {1, 2, 4}}, {4, {1, 2, 4, 0, 5}}}) {
    GenerationConfig config;
    config.top_k = top_k;
    const auto survivors = filtered(logits, config);
    CAPTURE(top_k);
    CHECK(ids_of(survivors) == ids);
    CHECK(survivors[0].after_top_k == survivors[2].after_top_k);
  }
}

TEST_CASE("top_p keeps the lower ids of those that tie", "[filters]") {
  GenerationConfig config;
  config.top_p = 0.5F;
  CHECK(ids_of(filtered({1, 3, 3, 0, 3}, config)) == std::vector<TokenId>{1, 2});
}

TEST_CASE("impossible tokens never survive, whatever top_k allows", "[filters]") {
  GenerationConfig config;
  config.top_k = 3;
  CHECK(ids_of(filtered({-kInfinity, 0, -kInfinity}, config)) == std::vector<TokenId>{1});
}

TEST_CASE("extreme logits and temperatures give no NaN", "[filters]") {
  GenerationConfig config;
  for (const float temperature : {1e-38F, 1.0F, 1e38F}) {
    config.temperature = temperature;
    CAPTURE(temperature);
    const auto survivors = filtered({3e38F, 1e4F, 0, -3e38F}, config);
    REQUIRE(survivors.size() == 4);
    double sum = 0;
    for (const Candidate& candidate : survivors) sum += candidate.final_probability;
    CHECK_THAT(sum, Catch::Matchers::WithinAbs(1, 1e-6));
  }
}

FilteredScores filter_scores(const std::vector<float>& scores, const Filters& filters) {
  return {scores, log_sum_exp_of_scores(scores), filters};
}

TEST_CASE("every filter leaves min_kept tokens", "[filters]") {
  Filters filters;
  filters.min_kept = 2;
  const std::vector<float> scores = {5, 1, 0, -1};
  SECTION("top-k") { filters.top_k = 1; }
  SECTION("top-p") { filters.top_p = 0.1; }
  SECTION("min-p") { filters.min_p = 0.9; }
  const FilteredScores two = filter_scores(scores, filters);
  CHECK(two.kept_count() == 2);
  CHECK(two.kept(1));
  CHECK_FALSE(two.kept(2));
  filters.min_kept = 9;
  CHECK(filter_scores(scores, filters).kept_count() == 4);
}

TEST_CASE("a vocabulary with nothing possible keeps nothing", "[filters]") {
  const std::vector<float> impossible(2, -kInfinity);
  const FilteredScores none = filter_scores(impossible, {});
  CHECK(none.kept_count() == 0);
  CHECK_FALSE(none.kept(1));
  CHECK(none.probability(1) == 0);
  CHECK(none.probability_before(1) == 0);
}

TEST_CASE("the order by falling score is right wherever it is looked at first", "[filters]") {
  std::mt19937 random(2);
  std::vector<float> scores(5000);
  for (float& score : scores) score = static_cast<float>(random() % 300);
  std::vector<TokenId> wanted(scores.size());
  std::iota(wanted.begin(), wanted.end(), 0);
  std::ranges::sort(
      wanted, {}, [&](TokenId id) { return std::pair(-scores[static_cast<std::size_t>(id)], id); });
  for (const std::size_t first : {0U, 63U, 64U, 300U, 4999U}) {
    FallingOrder order(scores);
    CHECK(order.at(first).id == wanted[first]);
    for (std::size_t place = 0; place < scores.size(); ++place) {
      REQUIRE(order.at(place).id == wanted[place]);
    }
  }
}

TEST_CASE("draws have the frequencies of the kept probabilities", "[filters]") {
  Filters filters;
  filters.temperature = 2;
  filters.top_k = 4;
  const std::vector<float> logits = {1, 3, 2, -9, 2.5};
  FilteredScores scores = filter_scores(logits, filters);
  Generator generator(5);
  constexpr int kDraws = 200'000;
  std::vector<int> counts(5);
  for (int i = 0; i < kDraws; ++i) ++counts[static_cast<std::size_t>(scores.draw(generator))];
  CHECK(counts[3] == 0);
  for (TokenId id = 0; id < 5; ++id) {
    const double share = static_cast<double>(counts[static_cast<std::size_t>(id)]) / kDraws;
    CHECK_THAT(share, Catch::Matchers::WithinAbs(scores.probability(id), 0.005));
  }
}

TEST_CASE("a draw never takes what has no weight", "[filters]") {
  const std::vector<float> logits = {-800, 0, -900};  // exp(-800) is 0 in a double
  FilteredScores scores = filter_scores(logits, {});
  Generator generator(3);
  for (int i = 0; i < 1000; ++i) REQUIRE(scores.draw(generator) == 1);
}

}  // namespace
}  // namespace glassformer
