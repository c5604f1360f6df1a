#include "glassformer/decoding.hpp"

#include <limits>
#include <vector>

#include "decoding_fixtures.hpp"

namespace glassformer {
namespace {

using namespace test;

constexpr std::size_t kVocabulary = 10;

std::string error_of(const GenerationConfig& config) {
  const Status status = check_generation(config, kVocabulary);
  return status.ok() ? "" : status.error().message;
}

template <typename Value>
std::string error_with(Value GenerationConfig::*option, Value value) {
  GenerationConfig config;
  config.*option = std::move(value);
  return error_of(config);
}

TEST_CASE("the default options are fine", "[generation_options]") { CHECK(error_of({}).empty()); }

TEST_CASE("a number out of its range is an Error with name, value and range",
          "[generation_options]") {
  using Config = GenerationConfig;
  CHECK(error_with(&Config::max_new_tokens, std::size_t{0}) ==
        "max_new_tokens is 0; expected a whole number from 1 to 4294967295");
  CHECK(error_with(&Config::temperature, 0.0F) ==
        "temperature is 0; expected a number above 0 (for greedy decoding switch do_sample off)");
  CHECK(error_with(&Config::top_p, -0.25F) ==
        "top_p is -0.25; expected a number above 0 and at most 1 (1 switches it off)");
  CHECK(error_with(&Config::min_p, 1.25F) ==
        "min_p is 1.25; expected a number from 0 to 1 (0 switches it off)");
  CHECK(error_with(&Config::repetition_penalty, -1.0F) ==
        "repetition_penalty is -1; expected a number from 0.000001 to 1000000 (1 switches it off)");
  CHECK(error_with(&Config::num_beams, std::size_t{1001}) ==
        "num_beams is 1001; expected a whole number from 1 to 1000");
  CHECK(error_with(&Config::num_beams, std::size_t{0}) ==
        "num_beams is 0; expected a whole number from 1 to 1000");
  CHECK(error_with(&Config::length_penalty, 11.0F) ==
        "length_penalty is 11; expected a number from -10 to 10");
  CHECK(error_with(&Config::num_return_sequences, std::size_t{0}) ==
        "num_return_sequences is 0; expected a whole number from 1 to 4294967295");
}

TEST_CASE("the ends of a range belong to it, also where 32 bits round them",
          "[generation_options]") {
  using Config = GenerationConfig;
  for (const float value : {1e-6F, 1e6F}) {
    CHECK(error_with(&Config::repetition_penalty, value).empty());
  }
  for (const float value : {0.9e-6F, 1.1e6F}) {
    CHECK_FALSE(error_with(&Config::repetition_penalty, value).empty());
  }
}

TEST_CASE("no option may be NaN or infinite", "[generation_options]") {
  using Config = GenerationConfig;
  for (const float value : {kNan, test::kInfinity, -test::kInfinity}) {
    CAPTURE(value);
    for (const auto option : {&Config::temperature, &Config::top_p, &Config::min_p,
                              &Config::repetition_penalty, &Config::length_penalty}) {
      CHECK(error_with(option, value).find("; expected a number") != std::string::npos);
    }
  }
}

TEST_CASE("the ends of the ranges are allowed", "[generation_options]") {
  using Config = GenerationConfig;
  CHECK(error_with(&Config::temperature, std::numeric_limits<float>::denorm_min()).empty());
  CHECK(error_with(&Config::top_p, 1e-30F).empty());
  CHECK(error_with(&Config::min_p, 1.0F).empty());
  CHECK(error_with(&Config::length_penalty, -10.0F).empty());
  CHECK(error_with(&Config::num_beams, std::size_t{1000}).empty());
  CHECK(error_with(&Config::top_k, std::numeric_limits<std::size_t>::max()).empty());
}

TEST_CASE("ids must be in the vocabulary", "[generation_options]") {
  using Config = GenerationConfig;
  CHECK(error_with(&Config::eos_token_ids, std::vector<TokenId>{0, 10}) ==
        "eos_token_id[1] is 10; expected an id from 0 to 9");
  CHECK(error_with(&Config::forced_tokens, std::vector<TokenId>{-1}) ==
        "forced_tokens[0] is -1; expected an id from 0 to 9");
  CHECK(check_generation({}, 0).error().message ==
        "the vocabulary is empty; expected a token or more");
}

TEST_CASE("stop strings must be text", "[generation_options]") {
  using Config = GenerationConfig;
  using Strings = std::vector<std::string>;
  CHECK(error_with(&Config::stop_strings, Strings{"a", ""}) ==
        "stop_strings[1] is empty; expected some text");
  CHECK(error_with(&Config::stop_strings, Strings{"\xFF"}).starts_with("stop_strings[0]: "));
}

TEST_CASE("options that contradict each other are an Error", "[generation_options]") {
  GenerationConfig config;
  config.num_beams = 2;
  config.num_return_sequences = 3;
  CHECK(
      error_of(config) ==
      "num_return_sequences is 3 but num_beams is 2; expected at most as many sequences as beams");
  config = {};
  config.max_new_tokens = 2;
  config.forced_tokens = {1, 2, 3};
  CHECK(error_of(config) ==
        "forced_tokens holds 3 tokens but max_new_tokens is 2; expected at most as many forced "
        "tokens as new ones");
}

}  // namespace
}  // namespace glassformer
