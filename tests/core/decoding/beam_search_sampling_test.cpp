// Beam sampling.
#include "decoding/beam_search.hpp"

#include <cmath>
#include <cstdint>
#include <map>
#include <vector>

#include "beam_fixtures.hpp"

namespace glassformer {
namespace {

using namespace test;

GenerationConfig beam_sampling(std::uint64_t seed, BeamRule rule) {
  auto config = beams(3, 6, rule);
  config.do_sample = true;
  config.seed = seed;
  return config;
}

TEST_CASE("beam sampling gives the same for the same seed and else another", "[beam_search]") {
  for (const auto rule : {BeamRule::kGnmt, BeamRule::kHuggingFace}) {
    TableModel table = test::markov_table(12, 1);
    const auto sampled = [&](std::uint64_t seed) {
      return ids_of(run(table, beam_sampling(seed, rule)).sequences);
    };
    CHECK(sampled(1) == sampled(1));
    CHECK(sampled(1) != sampled(2));
  }
}

TEST_CASE("beam sampling draws from what the filters keep of each hypothesis", "[beam_search]") {
  TableModel table = test::article_table();
  const Probabilities probabilities(table);
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    auto config = beam_sampling(seed, BeamRule::kHuggingFace);
    config.temperature = 0.7F;
    config.top_k = 2;
    for (const Sequence& sequence : run(table, config).sequences) {
      double score = 0;
      for (std::size_t i = 0; i < sequence.ids.size(); ++i) {
        const auto end = sequence.ids.begin() + static_cast<std::ptrdiff_t>(i);
        const Ids prefix(sequence.ids.begin(), end);
        const double p = probabilities.of(prefix, sequence.ids[i]);
        score += std::log(p) / 0.7;
        std::size_t better = 0;
        for (TokenId other = 0; other < 5; ++other) better += probabilities.of(prefix, other) > p;
        CHECK(better < 2);
      }
      CHECK_THAT(sequence.score, Catch::Matchers::WithinAbs(score, 1e-4));
    }
  }
}

TEST_CASE("beam sampling draws first tokens as often as they are probable", "[beam_search]") {
  // One of two beams' four draws: with 6 tokens, each is drawn with a probability that the draw's
  // definition gives.
  TableModel table = test::make_table(3, {{{}, {0.6F, 0.3F, 0.1F}}});
  std::map<TokenId, int> first;
  constexpr int kRounds = 4000;
  for (std::uint64_t seed = 0; seed < kRounds; ++seed) {
    auto config = beams(2, 1, BeamRule::kGnmt);
    config.do_sample = true;
    config.temperature = 2;
    config.min_p = 0.5F;  // keeps the first two: √(.3/.6) = .71, √(.1/.6) = .41
    config.seed = seed;
    for (const Sequence& sequence : run(table, config).sequences) ++first[sequence.ids[0]];
  }
  CHECK(first[0] == kRounds);
  CHECK(first[1] == kRounds);
  CHECK(first[2] == 0);
}

TEST_CASE("beam sampling keeps a way on beside every end token", "[beam_search]") {
  TableModel table = test::make_table(3, {{{}, {0.9F, 0.06F, 0.04F}}});
  auto config = beam_sampling(1, BeamRule::kHuggingFace);
  config.eos_token_ids = {0};
  config.top_p = 0.5F;
  config.early_stopping = EarlyStopping::kNever;
  const auto result = run(table, config);
  CHECK_FALSE(result.steps[0].beams.empty());
  CHECK(result.steps[0].beams[0].token == 1);
}

}  // namespace
}  // namespace glassformer
