// The trainer as its callers see it: it learns, is deterministic, goes on from checkpoints, and
// refuses nonsense.
#include <algorithm>
#include <cmath>
#include <limits>

#include "glassformer/training.hpp"
#include "golden.hpp"
#include "messages.hpp"
#include "training_fixtures.hpp"

namespace glassformer {
namespace {

using namespace test;

ModelConfig small_config() {
  return must(parse_config(R"({"model_type": "gpt2", "n_layer": 2, "n_head": 2, "n_embd": 16,
                              "n_positions": 8, "vocab_size": 5})"));
}

// a b c d a b c d …, from every place.
std::vector<TrainingExample> cycle() {
  std::vector<TrainingExample> examples;
  for (TokenId first = 0; first < 4; ++first) {
    TokenIds ids;
    for (TokenId i = 0; i < 9; ++i) ids.push_back((first + i) % 4);
    examples.push_back(next_token_example(ids));
  }
  return examples;
}

TrainingOptions quick() {
  TrainingOptions options;
  options.lr = 1e-2;
  options.warmup_steps = 5;
  options.max_gradient_norm = 1.0;
  options.residual_dropout = 0.1;
  options.seed = 3;
  return options;
}

// Runs tasks in this thread, but says it is several: the order of sums is that of so many threads.
class Several final : public Executor {
 public:
  explicit Several(std::size_t workers) : workers_(workers) {}
  std::size_t workers() const override { return workers_; }
  void run(std::size_t count, void (*task)(void*, std::size_t), void* data) override {
    for (std::size_t i = count; i > 0; --i) task(data, i - 1);
  }

 private:
  std::size_t workers_;
};

}  // namespace

TEST_CASE("a trainer learns what follows what", "[training]") {
  Trainer trainer = must(Trainer::create(small_config(), quick()));
  const auto examples = cycle();
  const double before = must(trainer.loss(examples));
  CHECK(before == Catch::Approx(std::log(5.0)).margin(0.2));
  for (std::size_t i = 1; i <= 60; ++i) {
    const TrainingStep step = must(trainer.step(examples));
    CHECK(step.step == i);
    CHECK(step.tokens == 32);
    CHECK(step.gradient_norm > 0.0);
  }
  CHECK(must(trainer.loss(examples)) < 0.05);

  // The model it makes says so too, and its loss is that of the model's logits.
  const Model model = must(trainer.model());
  CHECK(model.config().decoder_layers == 2);
  const auto output = must(model.forward({{{0, 1, 2}}, {}}));
  for (std::size_t t = 0; t < 3; ++t) {
    const float* row = output.logits.data.data() + t * 5;
    CHECK(std::max_element(row, row + 5) - row == static_cast<std::ptrdiff_t>((t + 1) % 4));
  }
}

TEST_CASE("the trainer's loss is that of the inference's logits", "[training]") {
  Trainer trainer = must(Trainer::create(small_config(), quick()));
  const TrainingExample example = next_token_example({4, 0, 3, 1, 2});
  const auto logits = must(must(trainer.model()).forward({{example.input}, {}})).logits;
  double loss = 0;
  for (std::size_t t = 0; t < example.input.size(); ++t) {
    const float* row = logits.data.data() + t * 5;
    double sum = 0;
    for (std::size_t i = 0; i < 5; ++i) sum += std::exp(static_cast<double>(row[i]));
    loss += std::log(sum) - static_cast<double>(row[example.target[t]]);
  }
  CHECK(must(trainer.loss(std::span(&example, 1))) == Catch::Approx(loss / 4).epsilon(1e-5));
}

TEST_CASE("the same seed, sequences and workers give the same weights to the bit", "[training]") {
  TrainingOptions options = quick();
  options.micro_batch_tokens = 8;  // several micro-batches, several rounds
  for (const std::size_t workers : {1U, 2U, 3U}) {
    Several executor(workers), again_executor(workers);
    Trainer trainer = must(Trainer::create(small_config(), options, &executor));
    Trainer again = must(Trainer::create(small_config(), options, &again_executor));
    for (int i = 0; i < 5; ++i) {
      const TrainingStep a = must(trainer.step(cycle())), b = must(again.step(cycle()));
      CHECK(a.loss == b.loss);
      CHECK(a.gradient_norm == b.gradient_norm);
    }
    CHECK(trainer.weights(DType::kF32) == again.weights(DType::kF32));
    options.seed = 4;
    Trainer other = must(Trainer::create(small_config(), options, &executor));
    CHECK(other.weights(DType::kF32) != trainer.weights(DType::kF32));
    options.seed = 3;
  }
}

TEST_CASE("micro-batches and workers change a step only by rounding", "[training]") {
  TrainingOptions options;
  options.lr = 1e-3;
  options.micro_batch_tokens = 1000;
  Trainer whole = must(Trainer::create(small_config(), options));
  options.micro_batch_tokens = 8;
  Several executor(3);
  Trainer parts = must(Trainer::create(small_config(), options, &executor));
  const TrainingStep a = must(whole.step(cycle())), b = must(parts.step(cycle()));
  CHECK(a.loss == Catch::Approx(b.loss).epsilon(1e-6));
  CHECK(a.gradient_norm == Catch::Approx(b.gradient_norm).epsilon(1e-5));
  for (const TensorInfo& info : whole.parameters())
    check_close(info.name, must(whole.gradient(info.name)), must(parts.gradient(info.name)),
                {1e-6, 1e-5});
}

TEST_CASE("padding is nothing: a sequence learns the same beside longer ones", "[training]") {
  const auto config = small_config();
  const TrainingExample shorter = next_token_example({0, 1, 2});
  TrainingExample padded{
      {}, {0, 1, 4, 4, 4}, {1, 2, kIgnoredTarget, kIgnoredTarget, kIgnoredTarget}};
  Trainer a = must(Trainer::create(config, {})), b = must(Trainer::create(config, {}));
  const double loss = must(a.step(std::span(&shorter, 1))).loss;
  CHECK(must(b.step(std::span(&padded, 1))).loss == Catch::Approx(loss).epsilon(1e-6));
  check_close("gradient", must(a.gradient("wpe.weight")), must(b.gradient("wpe.weight")),
              {1e-7, 1e-5});
}

TEST_CASE("a trainer goes on from its checkpoint as if nothing had been", "[training]") {
  Trainer straight = must(Trainer::create(small_config(), quick()));
  for (int i = 0; i < 6; ++i) must(straight.step(cycle()));

  Trainer first = must(Trainer::create(small_config(), quick()));
  for (int i = 0; i < 3; ++i) must(first.step(cycle()));
  const std::vector<std::byte> checkpoint = first.checkpoint();
  TrainingOptions options = quick();
  Trainer second = must(Trainer::create(small_config(), options));
  must(second.resume(checkpoint));
  CHECK(second.steps() == 3);
  for (int i = 0; i < 3; ++i) must(second.step(cycle()));
  CHECK(second.checkpoint() == straight.checkpoint());
}

TEST_CASE("a checkpoint of something else is refused and changes nothing", "[training]") {
  Trainer trainer = must(Trainer::create(small_config(), quick()));
  const auto before = trainer.checkpoint();
  ModelConfig wider = small_config();
  wider.d_model = 32;
  const auto other = must(Trainer::create(wider, quick())).checkpoint();
  CHECK(message_of(trainer.resume(other)) ==
        "the checkpoint's 'wte.weight' is [5, 32], but this model's is [5, 16]");
  ModelConfig deeper = small_config();
  deeper.decoder_layers = 3;
  CHECK_THAT(message_of(trainer.resume(must(Trainer::create(deeper, quick())).checkpoint())),
             Catch::Matchers::ContainsSubstring("tensors"));
  CHECK_THAT(message_of(trainer.resume(trainer.weights(DType::kF32))),
             Catch::Matchers::ContainsSubstring("steps"));
  CHECK_FALSE(trainer.resume({}).ok());
  auto cut = before;
  cut.resize(cut.size() / 2);
  CHECK_FALSE(trainer.resume(cut).ok());
  CHECK(trainer.checkpoint() == before);
}

TEST_CASE("nonsense to learn from is refused and changes nothing", "[training]") {
  Trainer trainer = must(Trainer::create(small_config(), quick()));
  const auto before = trainer.checkpoint();
  const auto refused = [&](TrainingExample example) {
    const std::string text = message_of(trainer.step(std::span(&example, 1)));
    CHECK(message_of(trainer.loss(std::span(&example, 1))) == text);
    return text;
  };
  CHECK(message_of(trainer.step({})) == "there is no target to learn from");
  CHECK(refused({{}, {0}, {kIgnoredTarget}}) == "there is no target to learn from");
  CHECK(refused(next_token_example({1})) ==
        "an example has 0 input tokens and 0 targets, expected as many of both and at least one");
  CHECK(refused({{}, {0, 1}, {1}}) ==
        "an example has 2 input tokens and 1 targets, expected as many of both and at least one");
  CHECK(refused({{}, {5}, {0}}) == "input[0] is 5; expected an id from 0 to 4");
  CHECK(refused({{}, {0}, {-1}}) == "target[0] is -1; expected an id from 0 to 4");
  CHECK(refused({{0}, {0}, {0}}) == "an example has a source, but a decoder reads none");
  CHECK(refused({{}, TokenIds(9, 0), TokenIds(9, 0)}) ==
        "an example is 9 tokens long, but the context holds 8");
  CHECK(trainer.checkpoint() == before);
  CHECK_FALSE(trainer.parameter("nothing").ok());
}

TEST_CASE("a loss that is no number stops the training and changes nothing", "[training]") {
  Trainer trainer = must(Trainer::create(small_config(), quick()));
  std::vector<float> huge(5 * 16, 3e38F);
  set_parameter(trainer, "wte.weight", huge);
  const auto before = trainer.checkpoint();
  CHECK_THAT(message_of(trainer.step(cycle())),
             Catch::Matchers::ContainsSubstring("no finite number"));
  CHECK(trainer.checkpoint() == before);
}

TEST_CASE("options and configs that make no sense are refused", "[training]") {
  const auto refused = [](auto change) {
    TrainingOptions options;
    change(options);
    return message_of(Trainer::create(small_config(), options));
  };
  using Options = TrainingOptions;
  CHECK(refused([](Options& o) { o.lr = -1; }) ==
        "lr is -1; expected a number from 0 to 1000000000");
  CHECK(refused([](Options& o) { o.residual_dropout = 1; }) ==
        "residual_dropout is 1; expected a number of at least 0 and below 1");
  CHECK(refused([](Options& o) { o.betas[1] = 1; }) ==
        "betas[1] is 1; expected a number of at least 0 and below 1");
  CHECK_FALSE(refused([](Options& o) {
                o.label_smoothing = std::numeric_limits<double>::quiet_NaN();
              }).empty());
  CHECK_FALSE(refused([](Options& o) { o.micro_batch_tokens = 0; }).empty());
  CHECK_FALSE(refused([](Options& o) {
                o.schedule = Schedule::kCosine;
                o.warmup_steps = o.total_steps = 10;
              }).empty());
  TrainingOptions falling;
  falling.schedule = Schedule::kWarmupStableDecay;
  falling.warmup_steps = 4;
  falling.total_steps = 10;
  for (const std::size_t steps : {0, 7}) {
    falling.decay_steps = steps;
    CHECK(message_of(Trainer::create(small_config(), falling)) ==
          "a warmup-stable-decay schedule falls over decay_steps, which is " +
              std::to_string(steps) + ", expected 1 to total_steps without warmup_steps (10 − 4)");
  }
  falling.decay_steps = 6;
  CHECK(Trainer::create(small_config(), falling).ok());
  ModelConfig encoder = small_config();
  encoder.architecture = Architecture::kEncoder;
  encoder.encoder_layers = 1;
  encoder.decoder_layers = 0;
  CHECK_THAT(message_of(Trainer::create(encoder, {})),
             Catch::Matchers::ContainsSubstring("an encoder alone"));
  ModelConfig endless = small_config();
  endless.max_positions = 0;
  CHECK_THAT(message_of(Trainer::create(endless, {})),
             Catch::Matchers::ContainsSubstring("n_positions"));
  ModelConfig grouped = small_config();
  grouped.num_key_value_heads = 1;
  CHECK(message_of(Trainer::create(grouped, {})) ==
        "num_key_value_heads is 1; a model can be trained only where it is num_heads, here 2");
}

TEST_CASE("a model for whose training there is no memory is refused with its size", "[training]") {
  ModelConfig huge = small_config();
  huge.d_model = 65536;
  huge.d_ff = 1 << 20;
  huge.decoder_layers = 1000;
  const auto refused = Trainer::create(huge, {});
  CHECK(code_of(refused) == ErrorCode::kOutOfMemory);
  CHECK_THAT(message_of(refused), Catch::Matchers::StartsWith("training 154") &&
                                      Catch::Matchers::EndsWith(" MiB, more than is left"));
}

TEST_CASE("the learning rate warms up and falls as its schedule says", "[training]") {
  TrainingOptions o;
  o.lr = 2.0;
  CHECK(lr_at(o, 1) == 2.0);
  o.warmup_steps = 4;
  CHECK(lr_at(o, 1) == 0.5);
  CHECK(lr_at(o, 4) == 2.0);
  CHECK(lr_at(o, 400) == 2.0);
  o.schedule = Schedule::kInverseSquareRoot;
  CHECK(lr_at(o, 4) == 2.0);
  CHECK(lr_at(o, 16) == Catch::Approx(1.0));
  o.schedule = Schedule::kCosine;
  o.total_steps = 14;
  o.min_lr_ratio = 0.1;
  CHECK(lr_at(o, 4) == 2.0);
  CHECK(lr_at(o, 9) == Catch::Approx(1.1));
  CHECK(lr_at(o, 14) == Catch::Approx(0.2));
  CHECK(lr_at(o, 99) == Catch::Approx(0.2));
  o.schedule = Schedule::kWarmupStableDecay;
  o.total_steps = 20;
  o.decay_steps = 10;
  CHECK(lr_at(o, 2) == 1.0);
  CHECK(lr_at(o, 4) == 2.0);
  CHECK(lr_at(o, 10) == 2.0);
  CHECK(lr_at(o, 15) == Catch::Approx(1.1));
  CHECK(lr_at(o, 20) == Catch::Approx(0.2));
  CHECK(lr_at(o, 99) == Catch::Approx(0.2));
}

TEST_CASE("an encoder–decoder learns to copy, and opens as a model", "[training]") {
  const ModelConfig config =
      must(parse_config(R"({"model_type": "transformer", "d_model": 16, "num_heads": 2,
        "encoder_layers": 1, "decoder_layers": 1, "d_ff": 32, "vocab_size": 6,
        "source_vocab_size": 6, "norm": "post", "final_norm": false, "decoder_start_token_id": 0,
        "eos_token_id": 1})"));
  TrainingOptions options;
  options.lr = 5e-3;
  options.warmup_steps = 20;
  Trainer trainer = must(Trainer::create(config, options));
  std::vector<TrainingExample> examples;
  for (TokenId a = 2; a < 6; ++a) {
    for (TokenId b = 2; b < 6; ++b) examples.push_back(next_token_example({0, a, b, 1}, {a, b}));
  }
  for (int i = 0; i < 150; ++i) must(trainer.step(examples));
  CHECK(must(trainer.loss(examples)) < 0.05);
  const Model model = must(trainer.model());
  const auto logits = must(model.forward({{{0, 3}}, {{3, 5}}})).logits;
  CHECK(std::max_element(logits.data.end() - 6, logits.data.end()) - logits.data.end() + 6 == 5);
}

}  // namespace glassformer
