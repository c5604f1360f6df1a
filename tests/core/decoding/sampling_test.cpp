#include "decoding/sampling.hpp"

#include <cmath>
#include <map>
#include <vector>

#include "decoding_fixtures.hpp"
#include "glassformer/random.hpp"

namespace glassformer {
namespace {

using namespace test;

std::vector<TokenId> greedy_ids(NextTokenModel& model, const GenerationConfig& config,
                                std::span<const TokenId> prompt = {}) {
  return run(model, config, prompt).sequences[0].ids;
}

GenerationConfig new_tokens(std::size_t n) {
  GenerationConfig config;
  config.max_new_tokens = n;
  return config;
}

TEST_CASE("greedy decoding takes the most probable token of each step", "[sampling]") {
  TableModel table = test::article_table();
  const auto result = run(table, new_tokens(3));
  const std::vector<TokenId> wanted = {0, 1, 0};
  CHECK(result.sequences[0].ids == wanted);
  CHECK_THAT(result.sequences[0].score,
             Catch::Matchers::WithinAbs(std::log(0.4 * 0.4 * 0.5), 1e-6));
  CHECK_FALSE(result.sequences[0].finished);
  REQUIRE(result.steps.size() == 3);
  for (std::size_t i = 0; i < 3; ++i) {
    CHECK(result.steps[i].index == i);
    CHECK(result.steps[i].token == wanted[i]);
    CHECK_FALSE(result.steps[i].forced);
    CHECK(result.steps[i].last == (i == 2));
  }
  CHECK_THAT(result.steps[1].log_probability, Catch::Matchers::WithinAbs(std::log(0.4), 1e-6));
  CHECK(result.steps[0].kept_count == 4);  // E has probability 0
}

TEST_CASE("greedy decoding takes the lowest of the best ids", "[sampling]") {
  ConstantModel model({1, 3, 3, 2});
  CHECK(greedy_ids(model, new_tokens(2)) == std::vector<TokenId>{1, 1});
}

TEST_CASE("greedy decoding does not mind the options of sampling", "[sampling]") {
  ConstantModel model({1, 3, 2});
  GenerationConfig config = new_tokens(2);
  config.temperature = 100;
  config.top_k = 1;
  config.min_p = 1;
  config.seed = 9;
  const auto result = run(model, config);
  CHECK(result.sequences[0].ids == std::vector<TokenId>{1, 1});
  CHECK(result.steps[0].kept_count == 3);
  const Candidate& second = result.steps[0].candidates[1];
  CHECK(second.kept);
  CHECK(second.final_probability == second.probability);
}

TEST_CASE("an end token ends the generation and belongs to it", "[sampling]") {
  TableModel table = test::article_table();
  GenerationConfig config = new_tokens(10);
  config.eos_token_ids = {4, 1};
  const auto result = run(table, config);
  CHECK(result.sequences[0].ids == std::vector<TokenId>{0, 1});
  CHECK(result.sequences[0].finished);
  CHECK(result.steps.back().last);
}

TEST_CASE("the repetition penalty counts the prompt as said", "[sampling]") {
  ConstantModel model({2, 1.5F, -1});
  GenerationConfig config = new_tokens(1);
  config.repetition_penalty = 2;
  CHECK(greedy_ids(model, config) == std::vector<TokenId>{0});
  const std::vector<TokenId> prompt = {0};
  CHECK(greedy_ids(model, config, prompt) == std::vector<TokenId>{1});
  config.max_new_tokens = 4;  // 2/2 and 1.5/2 from then on
  CHECK(greedy_ids(model, config, prompt) == std::vector<TokenId>{1, 0, 0, 0});
}

TEST_CASE("the n-gram ban lets no n-gram come twice, the prompt's included", "[sampling]") {
  ConstantModel model({3, 2, 1});
  GenerationConfig config = new_tokens(6);
  config.no_repeat_ngram_size = 2;
  CHECK(greedy_ids(model, config) == std::vector<TokenId>{0, 0, 1, 0, 2, 0});
  config.max_new_tokens = 4;
  const std::vector<TokenId> prompt = {0, 0};
  CHECK(greedy_ids(model, config, prompt) == std::vector<TokenId>{1, 0, 2, 0});
}

TEST_CASE("a ban that leaves nothing is an Error", "[sampling]") {
  ConstantModel model({3, 2});
  GenerationConfig config = new_tokens(6);
  config.no_repeat_ngram_size = 1;
  const auto generation = start(model, config);
  take(*generation);
  take(*generation);
  const auto third = generation->step();
  REQUIRE_FALSE(third.ok());
  CHECK(third.error().message ==
        "no_repeat_ngram_size leaves no token to go on with: every one is banned or has "
        "probability 0");
  CHECK(generation->done());
  CHECK(generation->sequences()[0].ids == std::vector<TokenId>{0, 1});
}

TEST_CASE("the same seed gives the same text, another seed another", "[sampling]") {
  TableModel table = test::markov_table(20, 3);
  GenerationConfig config = new_tokens(30);
  config.do_sample = true;
  config.seed = 1;
  const auto first = greedy_ids(table, config);
  CHECK(greedy_ids(table, config) == first);
  config.seed = 2;
  CHECK(greedy_ids(table, config) != first);
}

TEST_CASE("sampling draws one uniform double a token, by falling probability", "[sampling]") {
  ConstantModel model({std::log(0.2F), std::log(0.5F), std::log(0.3F)});
  GenerationConfig config = new_tokens(50);
  config.do_sample = true;
  config.seed = 77;
  Generator generator(77);
  for (const TokenId id : greedy_ids(model, config)) {
    const double u = generator.uniform_double();
    CHECK(id == (u < 0.5 ? 1 : u < 0.8 ? 2 : 0));
  }
}

TEST_CASE("sampled tokens have the frequencies of the final distribution", "[sampling]") {
  ConstantModel model({1, 2, 0.5F, 1.5F});
  GenerationConfig config = new_tokens(50'000);
  config.do_sample = true;
  config.temperature = 1.5F;
  config.top_k = 3;
  const auto result = run(model, config);
  std::map<TokenId, double> frequency;
  for (const TokenId id : result.sequences[0].ids) frequency[id] += 1.0 / 50'000;
  CHECK(frequency.size() == 3);
  for (const Candidate& candidate : result.steps[0].candidates) {
    CHECK_THAT(frequency[candidate.id],
               Catch::Matchers::WithinAbs(candidate.final_probability, 0.01));
  }
}

TEST_CASE("a sampled sequence is scored by the model's own distribution", "[sampling]") {
  TableModel table = test::article_table();
  GenerationConfig config = new_tokens(4);
  config.do_sample = true;
  config.temperature = 3;
  config.top_k = 2;
  const auto result = run(table, config);
  double score = 0;
  for (const GenerationStep& step : result.steps) {
    for (const Candidate& candidate : step.candidates) {
      if (candidate.id == step.token) score += std::log(candidate.probability);
    }
  }
  CHECK_THAT(result.sequences[0].score, Catch::Matchers::WithinAbs(score, 1e-5));
}

TEST_CASE("forced tokens come first, then decoding goes on from them", "[sampling]") {
  TableModel table = test::article_table();
  GenerationConfig config = new_tokens(3);
  config.forced_tokens = {1, 4};
  const auto result = run(table, config);
  CHECK(result.sequences[0].ids == std::vector<TokenId>{1, 4, 0});
  CHECK(result.steps[0].forced);
  CHECK(result.steps[1].forced);
  CHECK_FALSE(result.steps[2].forced);
  CHECK_THAT(result.steps[0].log_probability, Catch::Matchers::WithinAbs(std::log(0.3), 1e-6));
  CHECK(result.steps[1].log_probability == -kInfinity);  // E never follows B
}

TEST_CASE("a forced token is not penalised, and draws nothing", "[sampling]") {
  TableModel table = test::markov_table(9, 1);
  GenerationConfig config = new_tokens(6);
  config.do_sample = true;
  config.seed = 4;
  config.no_repeat_ngram_size = 1;
  config.forced_tokens = {3, 3};
  const auto ids = greedy_ids(table, config);
  CHECK(ids[0] == 3);
  CHECK(ids[1] == 3);

  config.forced_tokens = {};
  config.no_repeat_ngram_size = 0;
  const auto free = greedy_ids(table, config);
  config.forced_tokens = {free[0]};
  const auto generation = start(table, config);
  take(*generation);
  Generator generator(4);
  const auto second = take(*generation);
  double u = generator.uniform_double();  // the first draw is the second token's
  for (const Candidate& candidate : second.candidates) {
    u -= candidate.final_probability;
    if (u < 0) {
      CHECK(second.token == candidate.id);
      break;
    }
  }
}

TEST_CASE("force decides the next step alone", "[sampling]") {
  TableModel table = test::article_table();
  GenerationConfig config = new_tokens(4);
  config.forced_tokens = {0, 0};
  const auto generation = start(table, config);
  REQUIRE(generation->force(3).ok());
  REQUIRE(generation->force(1).ok());  // the last word counts
  const auto first = take(*generation);
  CHECK(first.token == 1);
  CHECK(first.forced);
  CHECK(take(*generation).token == 0);
  CHECK(take(*generation).token == 1);
  CHECK_FALSE(take(*generation).forced);
}

TEST_CASE("a forced end token ends the generation", "[sampling]") {
  ConstantModel model({2, 1});
  GenerationConfig config = new_tokens(5);
  config.eos_token_ids = {1};
  const auto generation = start(model, config);
  take(*generation);
  REQUIRE(generation->force(1).ok());
  CHECK(take(*generation).last);
  CHECK(generation->sequences()[0].finished);
  CHECK(generation->force(0).error().message == "the generation has ended; no token can be forced");
}

TEST_CASE("a token outside the vocabulary cannot be forced", "[sampling]") {
  ConstantModel model({2, 1});
  const auto generation = start(model, {});
  CHECK(generation->force(2).error().message ==
        "the forced token is 2; expected an id from 0 to 1");
  CHECK_FALSE(generation->force(-1).ok());
  CHECK(take(*generation).token == 0);
}

TEST_CASE("a stop string across tokens ends the generation", "[sampling]") {
  TableModel table = test::article_table();
  const test::ByteTokenizer tokenizer({"x.", ".y", "c", "d", "e"});
  GenerationConfig config = new_tokens(9);
  config.stop_strings = {".."};
  const auto result = run(table, config, {}, &tokenizer);
  CHECK(result.sequences[0].ids == std::vector<TokenId>{0, 1});
  CHECK(result.sequences[0].finished);
}

TEST_CASE("the chosen token is always among the candidates", "[sampling]") {
  ConstantModel model({0, 0.1F, 0.2F, 0.3F});
  GenerationConfig config = new_tokens(20);
  config.num_candidates = 1;
  config.do_sample = true;
  for (const GenerationStep& step : run(model, config).steps) {
    CHECK(step.candidates[0].id == 3);
    CHECK(step.candidates.back().id == step.token);
    CHECK(step.candidates.size() == (step.token == 3 ? 1 : 2));
  }
}

TEST_CASE("one hypothesis has a normalized score, too", "[sampling]") {
  TableModel table = test::article_table();
  GenerationConfig config = new_tokens(2);
  config.length_penalty = 2;
  CHECK_THAT(run(table, config).sequences[0].normalized_score,
             Catch::Matchers::WithinAbs(std::log(0.16) / 4, 1e-6));
  config.beam_rule = BeamRule::kGnmt;
  CHECK_THAT(run(table, config).sequences[0].normalized_score,
             Catch::Matchers::WithinAbs(std::log(0.16) / (7.0 / 6 * 7 / 6), 1e-6));
}

TEST_CASE("a generation that has not begun is an empty sequence", "[sampling]") {
  ConstantModel model({1});
  const auto sequences = start(model, {})->sequences();
  REQUIRE(sequences.size() == 1);
  CHECK(sequences[0].ids.empty());
  CHECK(sequences[0].score == 0.0F);
  CHECK(sequences[0].normalized_score == 0.0F);
}

}  // namespace
}  // namespace glassformer
