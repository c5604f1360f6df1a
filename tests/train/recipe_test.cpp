#include "recipe.hpp"

#include <array>
#include <catch_amalgamated.hpp>
#include <string>
#include <utility>

#include "messages.hpp"

namespace glassformer::tools {
namespace {

using test::message_of;

Result<Recipe> recipe(const std::string& training, const std::string& rest = "") {
  return parse_recipe(R"({"config": {"model_type": "gpt2"}, "vocabulary": {"kind": "characters"},)"
                      R"("training": {"steps": 10, "tokens_per_batch": 64, "lr": 0.001)" +
                          training + "}" + rest + "}",
                      "r.json");
}

}  // namespace

TEST_CASE("a recipe says all there is to say", "[recipe]") {
  const Recipe r =
      *recipe(R"(, "schedule": "cosine", "dropout": 0.2, "attention_dropout": 0.1,
                             "seed": 9, "max_length": 12, "betas": [0.9, 0.98])",
              R"(, "dtype": "BF16", "source_vocabulary": {"kind": "byte_bpe", "size": 300})");
  CHECK(r.steps == 10);
  CHECK(r.evaluate_every == 1);
  CHECK(r.training.schedule == Schedule::kCosine);
  CHECK(r.training.total_steps == 10);
  CHECK(r.training.residual_dropout == 0.2);
  CHECK(r.training.attention_dropout == 0.1);
  CHECK(r.training.betas == std::array{0.9, 0.98});
  CHECK(r.training.seed == 9);
  CHECK(r.batches.seed == 9);
  CHECK(r.batches.max_length == 12);
  CHECK(r.dtype == DType::kBF16);
  CHECK(r.vocabulary.kind == VocabularyRecipe::Kind::kCharacters);
  CHECK(r.source_vocabulary->size == 300);
  const Recipe falling = *recipe(R"(, "schedule": "warmup_stable_decay", "decay_steps": 4)");
  CHECK(falling.training.schedule == Schedule::kWarmupStableDecay);
  CHECK(falling.training.decay_steps == 4);
}

TEST_CASE("a recipe with anything wrong is refused in a sentence", "[recipe]") {
  CHECK(message_of(recipe(R"(, "step": 3)")) ==
        "r.json's 'training' has a field 'step', which means nothing here");
  CHECK(message_of(recipe(R"(, "max_length": -3)")) ==
        "r.json's 'training''s 'max_length' is -3, expected a whole number");
  CHECK(message_of(recipe(R"(, "betas": [0.9])")) ==
        "r.json's 'training''s 'betas' is [0.9], expected two numbers");
  CHECK(message_of(recipe(R"(, "schedule": "linear")")) ==
        "r.json's 'training''s 'schedule' is \"linear\", expected \"constant\" or \"cosine\" or "
        "\"inverse_square_root\" or \"warmup_stable_decay\"");
  CHECK(message_of(recipe("", R"(, "dtype": "I4")")) ==
        "r.json's 'dtype' is \"I4\", expected \"F32\" or \"F16\" or \"BF16\" or \"I8\"");
  CHECK(message_of(parse_recipe("{}", "r.json")) == "r.json has no field 'config'");
  CHECK(message_of(parse_recipe("[]", "r.json")) == "r.json is no object");
  CHECK(message_of(parse_recipe("{", "r.json")) == "r.json is not JSON");
}

}  // namespace glassformer::tools
