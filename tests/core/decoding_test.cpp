#include "glassformer/decoding.hpp"

#include <cmath>
#include <vector>

#include "decoding_fixtures.hpp"

namespace glassformer {
namespace {

using test::ConstantModel;
using test::error_of;
using test::start;
using test::take;

TEST_CASE("a generation is refused with the option that is wrong", "[decoding]") {
  ConstantModel model({1, 2});
  GenerationConfig config;
  config.top_p = 0;
  CHECK(error_of(Generation::create(model, config)).starts_with("top_p is 0; expected"));
  config = {};
  config.eos_token_ids = {2};
  CHECK(error_of(Generation::create(model, config)) ==
        "eos_token_ids[0] is 2; expected an id from 0 to 1");
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

}  // namespace
}  // namespace glassformer
