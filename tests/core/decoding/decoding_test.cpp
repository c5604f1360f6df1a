#include "glassformer/decoding.hpp"

#include <array>
#include <cmath>
#include <random>
#include <vector>

#include "counted_allocations.hpp"
#include "decoding_fixtures.hpp"

namespace glassformer {
namespace {

using namespace test;

TEST_CASE("a generation is refused with the option that is wrong", "[decoding]") {
  ConstantModel model({1, 2});
  GenerationConfig config;
  config.top_p = 0;
  CHECK(error_of(Generation::create(model, config)).starts_with("top_p is 0; expected"));
  config = {};
  config.eos_token_ids = {2};
  CHECK(error_of(Generation::create(model, config)) ==
        "eos_token_id[0] is 2; expected an id from 0 to 1");
}

TEST_CASE("a prompt outside the vocabulary is refused", "[decoding]") {
  ConstantModel model({1, 2});
  const std::vector<TokenId> prompt = {0, 1, 2};
  CHECK(error_of(Generation::create(model, {}, prompt)) ==
        "prompt[2] is 2; expected an id from 0 to 1");
}

TEST_CASE("stop strings without a tokenizer are refused", "[decoding]") {
  ConstantModel model({1, 2});
  GenerationConfig config;
  config.stop_strings = {"."};
  CHECK(error_of(Generation::create(model, config)) ==
        "stop_strings need a tokenizer, and this model has none");
}

TEST_CASE("a model without a vocabulary is refused", "[decoding]") {
  ConstantModel model({});
  CHECK(error_of(Generation::create(model, {})) ==
        "the vocabulary is empty; expected a token or more");
}

/// Greedy, sampling and both rules of beam search.
std::vector<GenerationConfig> every_way() {
  std::vector<GenerationConfig> configs(6);
  configs[1].do_sample = true;
  for (std::size_t i = 2; i < 6; ++i) {
    configs[i].num_beams = 2;
    configs[i].beam_rule = i % 2 == 0 ? BeamRule::kGnmt : BeamRule::kHuggingFace;
    configs[i].do_sample = i > 3;
  }
  return configs;
}

TEST_CASE("no step follows the last one", "[decoding]") {
  for (GenerationConfig config : every_way()) {
    ConstantModel model({1, 2});
    config.max_new_tokens = 2;
    const auto generation = start(model, config);
    CHECK_FALSE(take(*generation).last);
    CHECK(take(*generation).last);
    CHECK(generation->step().error().message == "the generation has ended; no step follows");
  }
}

TEST_CASE("an Error of the model ends the generation and keeps what there is", "[decoding]") {
  for (const GenerationConfig& config : every_way()) {
    for (const std::size_t fails_at : {0U, 2U}) {
      ConstantModel model({1, 2}, fails_at);
      const auto generation = start(model, config);
      for (std::size_t i = 0; i < fails_at; ++i) take(*generation);
      CHECK(generation->step().error().message == "the context is full");
      CHECK(generation->done());
      CHECK(generation->sequences()[0].ids.size() == fails_at);
    }
  }
}

TEST_CASE("logits that are no numbers are an Error in every way of decoding", "[decoding]") {
  for (const GenerationConfig& config : every_way()) {
    for (const float bad : {std::nanf(""), test::kInfinity}) {
      ConstantModel model({1, bad});
      CHECK(start(model, config)->step().error().message.starts_with("the logit of token 1 is "));
    }
    ConstantModel model({-test::kInfinity, -test::kInfinity});
    CHECK(start(model, config)->step().error().message ==
          "all 2 logits are -infinity; expected at least one finite number");
  }
}

TEST_CASE("a vocabulary of one token can be decoded", "[decoding]") {
  for (GenerationConfig config : every_way()) {
    ConstantModel model({3});
    config.max_new_tokens = 3;
    CHECK(test::run(model, config).sequences[0].ids == std::vector<TokenId>{0, 0, 0});
  }
}

TEST_CASE("a seed gives the same text on every build", "[decoding]") {
  TableModel table = test::markov_table(20, 3);
  GenerationConfig config;
  config.max_new_tokens = 16;
  config.do_sample = true;
  config.seed = 1;
  const auto text = [&] { return test::run(table, config).sequences[0].ids; };
  CHECK(text() == std::vector<TokenId>{16, 7, 6, 14, 11, 2, 18, 0, 4, 6, 16, 10, 14, 7, 2, 9});
  config.temperature = 0.7F;
  config.top_p = 0.8F;
  CHECK(text() == std::vector<TokenId>{16, 4, 9, 14, 8, 8, 5, 13, 4, 17, 9, 7, 19, 2, 10, 6});
  config.num_beams = 3;
  CHECK(text() == std::vector<TokenId>{0, 7, 15, 8, 5, 8, 8, 8, 7, 2, 8, 4, 9, 15, 13, 16});
}

/// Options drawn from all that are allowed, sensible or not.
GenerationConfig any_options(std::mt19937& random, std::size_t vocab_size) {
  const auto one_of = [&](auto... values) {
    return std::array{values...}[random() % sizeof...(values)];
  };
  const auto any_id = [&] { return static_cast<TokenId>(random() % vocab_size); };
  GenerationConfig config;
  config.max_new_tokens = 1 + random() % 12;
  config.do_sample = one_of(true, false);
  config.temperature = one_of(1e-30F, 0.5F, 1.0F, 3.0F, 1e30F);
  config.top_k = one_of(0U, 1U, 3U, 100U);
  config.top_p = one_of(1.0F, 0.9F, 0.3F, 1e-20F);
  config.min_p = one_of(0.0F, 0.1F, 1.0F);
  config.repetition_penalty = one_of(1.0F, 1.3F, 0.5F, 1e-6F, 1e6F);
  config.no_repeat_ngram_size = one_of(0U, 0U, 1U, 2U, 5U);
  config.seed = random();
  config.num_beams = one_of(1U, 2U, 5U, 40U);
  config.num_return_sequences = 1 + random() % config.num_beams;
  config.length_penalty = one_of(0.0F, 1.0F, -10.0F, 10.0F);
  config.early_stopping = one_of(EarlyStopping::kNo, EarlyStopping::kYes, EarlyStopping::kNever);
  config.beam_rule = one_of(BeamRule::kGnmt, BeamRule::kHuggingFace);
  for (std::size_t n = random() % 3; n > 0; --n) config.eos_token_ids.push_back(any_id());
  if (random() % 4 == 0) config.forced_tokens.push_back(any_id());
  if (random() % 4 == 0) config.stop_strings = {"ab", "c"};
  config.num_candidates = one_of(0U, 1U, 16U);
  return config;
}

TEST_CASE("advance() takes the steps of step() and tells nothing else", "[decoding]") {
  std::mt19937 random(5);
  for (int round = 0; round < 300; ++round) {
    const std::size_t vocab_size = 1 + random() % 7;
    TableModel table = test::markov_table(vocab_size, round % 9);
    TableModel same_table = test::markov_table(vocab_size, round % 9);
    const GenerationConfig config = any_options(random, vocab_size);
    const test::ByteTokenizer tokenizer({"a", "b", "c", "d", "e", "f", "g"});
    CAPTURE(round);
    const auto told = start(table, config, {}, &tokenizer);
    const auto silent = start(same_table, config, {}, &tokenizer);
    while (!told->done()) {
      // Now and then a step in between.
      const bool tells = random() % 4 == 0;
      const auto step = told->step();
      const auto same = tells ? silent->step() : Result<GenerationStep>(GenerationStep{});
      const auto last = tells ? Result<bool>(silent->done()) : silent->advance();
      REQUIRE(silent->done() == told->done());
      if (!step.ok()) {
        CHECK((tells ? same.error().message : last.error().message) == step.error().message);
        break;
      }
      REQUIRE(*last == step->last);
      if (tells) REQUIRE(same->token == step->token);
    }
    const auto wanted = told->sequences(), got = silent->sequences();
    REQUIRE(got.size() == wanted.size());
    for (std::size_t i = 0; i < got.size(); ++i) {
      CHECK(got[i].ids == wanted[i].ids);
      CHECK(got[i].score == wanted[i].score);
    }
    CHECK_FALSE(silent->advance().ok());
  }
}

TEST_CASE("a step of greedy decoding or sampling takes no memory", "[decoding]") {
  std::vector<float> row(5000);
  for (std::size_t id = 0; id < row.size(); ++id)
    row[id] = static_cast<float>((id * 7919) % 5003) / 400;
  test::ConstantModel model(row);
  GenerationConfig config;
  config.max_new_tokens = 1000;
  config.do_sample = GENERATE(false, true);
  config.repetition_penalty = GENERATE(1.0F, 1.1F);
  config.no_repeat_ngram_size = GENERATE(0, 3);
  config.temperature = 0.8F;
  config.top_k = 40;
  config.top_p = 0.9F;
  const auto generation = start(model, config);
  for (int step = 0; step < 600; ++step) REQUIRE(generation->advance().ok());
  const std::size_t before = test::allocations();
  if (before == 0) SKIP("the sanitizer counts its allocations itself");
  for (int step = 0; step < 300; ++step) REQUIRE(generation->advance().ok());
  CHECK(test::allocations() - before == 0);
}

void check_beams(const std::vector<Beam>& beams, std::size_t most, std::size_t length) {
  CHECK(beams.size() <= most);
  for (std::size_t i = 0; i < beams.size(); ++i) {
    CHECK_FALSE(std::isnan(beams[i].normalized_score));
    CHECK(beams[i].ids.size() <= length);
    if (i == 0) continue;
    const double before = beams[i - 1].normalized_score;
    const double tie = std::isfinite(before) ? 1e-5 * (1 + std::abs(before)) : 0;
    CHECK(beams[i].normalized_score <= before + tie);
  }
}

TEST_CASE("any options in their ranges give a sound generation or a sentence", "[decoding]") {
  const std::vector<std::string> letters = {"a", "b", "c", "d", "e", "f", "g"};
  std::mt19937 random(3);
  for (int round = 0; round < 1500; ++round) {
    const std::size_t vocab_size = 1 + random() % letters.size();
    TableModel table = random() % 5 == 0 && vocab_size == 5
                           ? test::article_table()
                           : test::markov_table(vocab_size, round % 9);
    const GenerationConfig config = any_options(random, vocab_size);
    const test::ByteTokenizer tokenizer({letters.begin(), letters.begin() + vocab_size});
    CAPTURE(round);
    const auto generation = start(table, config, {}, &tokenizer);
    while (!generation->done()) {
      const auto step = generation->step();
      if (!step.ok()) {
        CHECK_FALSE(step.error().message.empty());
        break;
      }
      check_beams(step->beams, config.num_beams, step->index + 1);
      check_beams(step->pruned, config.num_beams, step->index + 1);
      for (const Candidate& candidate : step->candidates) {
        CHECK_FALSE(std::isnan(candidate.final_probability + candidate.after_top_k));
        CHECK((candidate.kept || candidate.final_probability == 0.0F));
      }
    }
    const auto sequences = generation->sequences();
    CHECK(sequences.size() <= config.num_return_sequences);
    for (const Sequence& sequence : sequences) {
      CHECK_FALSE(std::isnan(sequence.score));
      CHECK_FALSE(std::isnan(sequence.normalized_score));
      CHECK(sequence.ids.size() <= config.max_new_tokens);
      for (const TokenId id : sequence.ids) CHECK(static_cast<std::size_t>(id) < vocab_size);
    }
  }
}

}  // namespace
}  // namespace glassformer
