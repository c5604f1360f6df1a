// The count of a pass's memory, against what the pass takes.
#include "training/step_memory.hpp"

#include "counted_allocations.hpp"
#include "golden.hpp"
#include "messages.hpp"
#include "training/training_state.hpp"

namespace glassformer {
namespace {

using namespace test;
using training::TrainingState;

class OneThread final : public Executor {
 public:
  std::size_t workers() const override { return 1; }
  void run(std::size_t count, void (*task)(void*, std::size_t), void* data) override {
    for (std::size_t i = 0; i < count; ++i) task(data, i);
  }
};

constexpr const char* kPreNorm = R"({"model_type": "gpt2", "n_layer": 3, "n_head": 2, "n_embd": 32,
  "n_positions": 200, "vocab_size": 50})";
constexpr const char* kWideConfig =
    R"({"model_type": "gpt2", "n_layer": 2, "n_head": 8, "n_embd": 8,
  "positions": "sinusoidal", "vocab_size": 5000})";
constexpr const char* kTranslator = R"({"model_type": "transformer", "d_model": 32, "num_heads": 2,
  "encoder_layers": 2, "decoder_layers": 2, "d_ff": 64, "vocab_size": 50, "source_vocab_size": 50,
  "norm": "post", "final_norm": false, "decoder_start_token_id": 0, "eos_token_id": 1})";

std::vector<TrainingExample> examples_of(const ModelConfig& config) {
  std::vector<TrainingExample> examples;
  for (const std::size_t length : {150U, 30U, 200U}) {
    TrainingExample example = next_token_example(TokenIds(length + 1, 2));
    if (config.architecture == Architecture::kEncoderDecoder) example.source = TokenIds(170, 3);
    examples.push_back(std::move(example));
  }
  return examples;
}

std::size_t targets_of(std::span<const TrainingExample> examples) {
  std::size_t targets = 0;
  for (const TrainingExample& example : examples) targets += example.target.size();
  return targets;
}

TEST_CASE("a pass takes the memory that was counted for it, and no more", "[training][memory]") {
  const char* text = GENERATE(kPreNorm, kWideConfig, kTranslator);
  const double dropout = GENERATE(0.0, 0.1);
  const bool learning = GENERATE(true, false);
  CAPTURE(text, dropout, learning);
  const ModelConfig config = must(parse_config(text));
  TrainingOptions options;
  options.attention_dropout = options.residual_dropout = options.embedding_dropout = dropout;
  OneThread executor;
  TrainingState<float> state(config, options, must(training::parameter_places(config)), executor);
  const auto examples = examples_of(config);
  const std::size_t targets = targets_of(examples);
  const auto run = [&] {
    return learning ? state.gradients(examples, targets) : state.loss(examples, targets);
  };
  training::Arena<float>& arena = state.pass_memory().arena;

  must(state.prepare(examples, learning));
  const std::size_t counted = arena.capacity();
  run();
  CHECK(arena.capacity() == counted);

  // With a good third less the arena has to take a second block.
  arena.reserve(counted * 10 / 16);
  const std::size_t less = arena.capacity();
  run();
  CHECK(arena.capacity() > less);
}

TEST_CASE("the batches of one-token examples take the memory that was counted for them",
          "[training][memory]") {
  constexpr std::size_t kCount = 5000;
  const ModelConfig config = must(parse_config(R"({"model_type": "gpt2", "n_layer": 1, "n_head": 1,
    "n_embd": 4, "n_positions": 1, "vocab_size": 3})"));
  TrainingOptions options;
  options.micro_batch_tokens = 1;
  OneThread executor;
  TrainingState<float> state(config, options, must(training::parameter_places(config)), executor);
  const std::vector<TrainingExample> examples(kCount, next_token_example({1, 2}));
  const std::size_t before = allocated_bytes();
  must(state.prepare(examples, false));
  CHECK(allocated_bytes() - before <= kCount * sizeof(training::MicroBatch) +
                                          state.pass_memory().arena.capacity() * sizeof(float) +
                                          4096);
  const std::size_t prepared = allocated_bytes();
  state.loss(examples, kCount);
  CHECK(allocated_bytes() - prepared < 4096);
}

TEST_CASE("a step or a loss that would not fit into memory is refused, and the next one is done",
          "[training][memory]") {
  // The patterns of 4 heads are 17 GB; in 32 bits their number is 0.
  const ModelConfig config = must(parse_config(R"({"model_type": "gpt2", "n_layer": 1, "n_head": 4,
    "n_embd": 8, "positions": "sinusoidal", "vocab_size": 3})"));
  Trainer trainer = must(Trainer::create(config, {}));
  const std::vector<TrainingExample> few{next_token_example(TokenIds(33, 1))};
  const std::vector<TrainingExample> many{next_token_example(TokenIds(32769, 1))};
  const double loss = must(trainer.loss(few));
  CHECK(code_of(trainer.loss(many)) == ErrorCode::kOutOfMemory);
  CHECK(message_of(trainer.step(many))
            .ends_with("; texts or a max_length that are shorter, or a smaller "
                       "micro_batch_tokens, take less"));
  CHECK(trainer.steps() == 0);
  CHECK(must(trainer.loss(few)) == loss);
  CHECK(must(trainer.step(few)).step == 1);
}

}  // namespace
}  // namespace glassformer
