// A step costs no memory: what it needs was there for the steps before.
#include "counted_allocations.hpp"
#include "glassformer/training.hpp"
#include "glassformer/training_batches.hpp"
#include "golden.hpp"

namespace glassformer {
namespace {

using namespace test;

// Documents of unequal lengths, some cut, with or without sources.
std::vector<TrainingDocument> documents(bool with_sources) {
  std::vector<TrainingDocument> all;
  for (std::size_t i = 0; i < 12; ++i) {
    TrainingDocument document;
    for (std::size_t t = 0; t < 3 + i * 5 % 7 + (with_sources ? 0 : i); ++t)
      document.tokens.push_back(static_cast<TokenId>((i + t) % 6));
    if (with_sources) document.source = TokenIds(2 + i % 4, static_cast<TokenId>(i % 6));
    all.push_back(document);
  }
  return all;
}

// How often memory is taken in so many steps, and in choosing what they learn from.
std::size_t taken_in(Trainer& trainer, Batches& batches, std::size_t steps) {
  const std::size_t before = allocations();
  for (std::size_t i = 0; i < steps; ++i) must(trainer.step(batches.next()));
  return allocations() - before;
}

}  // namespace

TEST_CASE("a step takes no memory once steps have had their greatest size", "[training]") {
  const bool translates = GENERATE(false, true);
  const ModelConfig config = must(
      parse_config(translates ? R"({"model_type": "transformer", "d_model": 16, "num_heads": 2,
        "encoder_layers": 1, "decoder_layers": 2, "d_ff": 32, "vocab_size": 6,
        "source_vocab_size": 6, "norm": "post", "final_norm": false, "decoder_start_token_id": 0,
        "eos_token_id": 1})"
                              : R"({"model_type": "gpt2", "n_layer": 2, "n_head": 2, "n_embd": 16,
        "n_positions": 8, "vocab_size": 6})"));
  TrainingOptions options;
  options.attention_dropout = options.residual_dropout = options.embedding_dropout = 0.1;
  options.max_gradient_norm = 1.0;
  options.micro_batch_tokens = 24;  // several to a step
  Trainer trainer = must(Trainer::create(config, options));
  Batches batches = must(Batches::create(
      documents(translates), {.max_length = 12, .tokens_per_batch = 48, .drop_first = 0.5}));
  if (!translates)
    batches = must(Batches::create(documents(false), {.max_length = 8, .tokens_per_batch = 48}));
  taken_in(trainer, batches, 200);
  if (allocations() == 0) SKIP("the sanitizer counts its allocations itself");
  CHECK(batches.epoch() > 10);
  CHECK(taken_in(trainer, batches, 50) == 0);
}

}  // namespace glassformer
