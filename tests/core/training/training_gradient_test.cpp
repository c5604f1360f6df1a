// Gradients against finite differences in doubles, on odd sizes and every way a config can put a
// model together.
#include <algorithm>
#include <cmath>
#include <string>

#include "glassformer/random.hpp"
#include "golden.hpp"
#include "training/training_state.hpp"
#include "training_fixtures.hpp"

namespace glassformer {
namespace {

using namespace test;
using training::PlacedParameter;
using training::TrainingState;

class InThisThread final : public Executor {
 public:
  std::size_t workers() const override { return 1; }
  void run(std::size_t count, void (*task)(void*, std::size_t), void* data) override {
    for (std::size_t i = 0; i < count; ++i) task(data, i);
  }
};

struct Case {
  std::string name;
  ModelConfig config;
  TrainingOptions options;
};

ModelConfig decoder() {
  ModelConfig c;
  c.model_type = "gpt2";
  c.vocab_size = 11;
  c.d_model = 6;
  c.num_heads = 3;
  c.d_ff = 7;
  c.decoder_layers = 2;
  c.max_positions = 5;
  return c;
}

ModelConfig translator() {
  ModelConfig c;
  c.model_type = "transformer";
  c.architecture = Architecture::kEncoderDecoder;
  c.vocab_size = 9;
  c.source_vocab_size = 13;
  c.d_model = 6;
  c.num_heads = 2;
  c.d_ff = 5;
  c.encoder_layers = 2;
  c.decoder_layers = 1;
  c.norm = NormPlace::kPost;
  c.final_norm = false;
  c.activation = Activation::kRelu;
  c.positions = Positions::kSinusoidal;
  return c;
}

// Two at least of every way.
std::vector<Case> cases() {
  std::vector<Case> all;
  const auto add = [&](const std::string& name, ModelConfig config, auto change) {
    all.push_back({name, std::move(config), {}});
    change(all.back().config, all.back().options);
  };
  add("GPT-2", decoder(), [](ModelConfig&, TrainingOptions&) {});
  add("GPT-2 with an own head and gelu", decoder(), [](ModelConfig& c, TrainingOptions&) {
    c.tied_head = false;
    c.activation = Activation::kGelu;
  });
  add("attention alone, no norms, unscaled", decoder(), [](ModelConfig& c, TrainingOptions&) {
    c.norm = NormPlace::kNone;
    c.final_norm = false;
    c.d_ff = 0;
    c.scale_attention = false;
  });
  add("post-norm decoder, sinusoids, scaled embedding", decoder(),
      [](ModelConfig& c, TrainingOptions& o) {
        c.norm = NormPlace::kPost;
        c.positions = Positions::kSinusoidal;
        c.scale_embedding = true;
        o.label_smoothing = 0.1;
      });
  add("no positions, relu", decoder(), [](ModelConfig& c, TrainingOptions&) {
    c.positions = Positions::kNone;
    c.activation = Activation::kRelu;
  });
  add("dropout everywhere", decoder(), [](ModelConfig&, TrainingOptions& o) {
    o.attention_dropout = 0.3;
    o.residual_dropout = 0.2;
    o.embedding_dropout = 0.1;
    o.seed = 4;
  });
  add("the paper's translator", translator(), [](ModelConfig& c, TrainingOptions& o) {
    c.scale_embedding = true;
    o.label_smoothing = 0.1;
    o.attention_dropout = o.residual_dropout = o.embedding_dropout = 0.2;
  });
  add("pre-norm translator with final norms and a head of its own", translator(),
      [](ModelConfig& c, TrainingOptions&) {
        c.norm = NormPlace::kPre;
        c.final_norm = true;
        c.tied_head = false;
        c.activation = Activation::kGeluNew;
      });
  add("translator of attention alone, learned positions", translator(),
      [](ModelConfig& c, TrainingOptions&) {
        c.norm = NormPlace::kNone;
        c.d_ff = 0;
        c.positions = Positions::kLearned;
        c.max_positions = 6;
      });
  return all;
}

// Sequences of unequal length, some targets not learned from.
std::vector<TrainingExample> examples_for(const ModelConfig& config) {
  std::vector<TrainingExample> examples;
  Generator generator(5);
  const auto ids = [&](std::size_t n, std::size_t vocab) {
    TokenIds out;
    for (std::size_t i = 0; i < n; ++i)
      out.push_back(static_cast<TokenId>(generator.random() % vocab));
    return out;
  };
  for (const std::size_t length : {5U, 1U, 3U}) {
    TrainingExample e;
    if (config.architecture == Architecture::kEncoderDecoder)
      e.source = ids(length + 1, config.source_vocab_size);
    e.input = ids(length, config.vocab_size);
    e.target = ids(length, config.vocab_size);
    if (length == 3) e.target[1] = kIgnoredTarget;
    examples.push_back(std::move(e));
  }
  return examples;
}
constexpr std::size_t kTargets = 5 + 1 + 2;

// The weights are far from their initial ones, so that no part is nearly linear.
void randomise(TrainingState<double>& state) {
  Generator generator(17);
  std::vector<float> values(state.places().size);
  generator.randn(values);
  for (std::size_t i = 0; i < values.size(); ++i)
    state.parameters()[i] = 0.6 * static_cast<double>(values[i]);
}

}  // namespace

TEST_CASE("gradients are those of finite differences", "[training]") {
  for (const Case& c : cases()) {
    INFO(c.name);
    InThisThread executor;
    TrainingState<double> state(c.config, c.options, must(training::parameter_places(c.config)),
                                executor);
    randomise(state);
    const auto examples = examples_for(c.config);
    state.gradients(examples, kTargets);
    const std::vector<double> gradient = state.gradient();
    double largest = 0;
    for (const PlacedParameter& p : state.places().parameters) {
      for (std::size_t i = 0; i < p.size(); i += 1 + p.size() / 12) {
        constexpr double kStep = 1e-5;
        const std::size_t at = p.offset + i;
        const auto loss_at = [&](double value) {
          state.parameters()[at] = value;
          return state.gradients(examples, kTargets);  // with dropout, unlike loss()
        };
        const double value = state.parameters()[at];
        const double slope = (loss_at(value + kStep) - loss_at(value - kStep)) / (2 * kStep);
        state.parameters()[at] = value;
        INFO(p.name << "[" << i << "]: " << gradient[at] << ", by differences " << slope);
        CHECK(std::abs(gradient[at] - slope) <= 1e-7 + 1e-5 * std::abs(slope));
        largest = std::max(largest, std::abs(slope));
      }
    }
    CHECK(largest > 1e-3);
  }
}

TEST_CASE("floats and doubles give the same gradients", "[training]") {
  for (const Case& c : cases()) {
    INFO(c.name);
    InThisThread executor;
    const auto places = must(training::parameter_places(c.config));
    TrainingState<double> exact(c.config, c.options, places, executor);
    TrainingState<float> state(c.config, c.options, places, executor);
    randomise(exact);
    for (std::size_t i = 0; i < places.size; ++i) {
      state.parameters()[i] = static_cast<float>(exact.parameters()[i]);
      exact.parameters()[i] = static_cast<double>(state.parameters()[i]);
    }
    const auto examples = examples_for(c.config);
    CHECK(std::abs(state.gradients(examples, kTargets) - exact.gradients(examples, kTargets)) <
          1e-4);
    double largest = 0, worst = 0;
    for (std::size_t i = 0; i < places.size; ++i) {
      const double want = exact.gradient()[i];
      largest = std::max(largest, std::abs(want));
      worst = std::max(worst, std::abs(static_cast<double>(state.gradient()[i]) - want));
    }
    INFO("largest gradient " << largest << ", largest difference " << worst);
    CHECK(worst <= 2e-5 * largest);
  }
}

// Inference and training go over the same sub-layers but have code of their own for each.
TEST_CASE("the loss of every kind of model is that of the inference's logits", "[training]") {
  for (const Case& c : cases()) {
    INFO(c.name);
    Trainer trainer = must(Trainer::create(c.config, {}));
    Generator generator(23);
    for (const TensorInfo& info : trainer.parameters()) {
      std::vector<float> values(element_count(info.shape));
      generator.randn(values);
      for (float& value : values) value *= 0.6F;
      set_parameter(trainer, info.name, values);
    }
    const Model model = must(trainer.model());
    const std::size_t vocab = c.config.vocab_size;
    double loss = 0;
    const auto examples = examples_for(c.config);
    for (const TrainingExample& e : examples) {
      ForwardInput input{{e.input}, {}};
      if (!e.source.empty()) input.source = {e.source};
      const Tensor logits = must(model.forward(input)).logits;
      for (std::size_t t = 0; t < e.target.size(); ++t) {
        if (e.target[t] == kIgnoredTarget) continue;
        const float* row = logits.data.data() + t * vocab;
        const double highest = static_cast<double>(*std::max_element(row, row + vocab));
        double sum = 0;
        for (std::size_t i = 0; i < vocab; ++i)
          sum += std::exp(static_cast<double>(row[i]) - highest);
        loss += highest + std::log(sum) -
                static_cast<double>(row[static_cast<std::size_t>(e.target[t])]);
      }
    }
    CHECK(must(trainer.loss(examples)) ==
          Catch::Approx(loss / static_cast<double>(kTargets)).epsilon(1e-5));
  }
}

}  // namespace glassformer
